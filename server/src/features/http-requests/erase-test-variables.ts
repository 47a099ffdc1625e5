import type { Json, JsonObject } from '../../kernel/json.ts';
import type { Context } from '../../kernel/operation.ts';
import { eraseFromHeldCredentials } from './credential-hosts.rules.ts';
import { containedCredentials } from './remembered-credentials.rules.ts';
import { requestContents, requestSealContext } from './save-http-request.ts';
import { setTestVariables, storedTestVariables } from './test-variables.store.ts';

/**
 * Goes through everything once; returns false if a row changed between reading and writing it, which is then
 * left unchanged.
 */
async function erasePass(
  { db, vault }: Pick<Context, 'db' | 'vault'>,
  isTheirs: (tree: Json) => boolean,
  clean: (tree: JsonObject) => JsonObject,
): Promise<boolean> {
  let isComplete = true;
  const open = await vault.unlock();
  for await (const row of storedTestVariables(db)) {
    const content = row.sealed && requestContents.read(open.open(requestSealContext(row.id), row.sealed));
    if (![row.testVariables, content?.testVariables ?? null].some(isTheirs)) continue;
    const cleaned = content && { ...content, testVariables: clean(content.testVariables) };
    const sealed =
      cleaned &&
      open.seal(
        requestSealContext(row.id),
        requestContents.write({
          ...cleaned,
          remembered: containedCredentials(cleaned, cleaned.remembered),
          held: eraseFromHeldCredentials(cleaned.held, isTheirs),
        }),
      );
    if (!(await setTestVariables(db, row, clean(row.testVariables), sealed))) isComplete = false;
  }
  return isComplete;
}

/** Cleans the test variables of requests and of their versions, sealed ones too, where they pass the test. */
export async function eraseFromTestVariables(...pass: Parameters<typeof erasePass>): Promise<void> {
  while (!(await erasePass(...pass)));
}

/** Names of requests whose test variables, or those of a version, pass the test. */
export async function requestsWithTestVariables(
  { db, vault }: Pick<Context, 'db' | 'vault'>,
  isTheirs: (tree: Json) => boolean,
): Promise<string[]> {
  const open = await vault.unlock();
  const names = new Set<string>();
  for await (const { id, name, testVariables, sealed } of storedTestVariables(db)) {
    const content = sealed && requestContents.read(open.open(requestSealContext(id), sealed));
    if ([testVariables, content?.testVariables ?? null].some(isTheirs)) names.add(name);
  }
  return [...names];
}
