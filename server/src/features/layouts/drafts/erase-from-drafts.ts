import type { Json, JsonObject } from '../../../kernel/json.ts';
import type { Queries } from '../../../kernel/ports.ts';
import type { EraseFromTree } from '../content/erase-test-variables.ts';
import { packLanguages, unpackLanguages } from './draft-content.ts';
import type { DraftLanguage, DraftLanguages } from './drafts.schema.ts';
import { allDrafts, findCompressedDraft, updateCompressedDraft } from './drafts.store.ts';

/**
 * The test variables; for code that is not a valid design, all of it, because the variables can't be
 * identified.
 */
const examplesOf = ({ bodyDesign, code }: DraftLanguage): Json =>
  code === undefined ? (bodyDesign?.['testVariables'] ?? null) : { code };

function eraseFromLanguage(language: DraftLanguage, clean: EraseFromTree): DraftLanguage {
  const { bodyDesign, code } = language;
  if (code !== undefined) return { ...language, code: String(clean({ code })['code']) };
  const variables = (bodyDesign?.['testVariables'] ?? null) as JsonObject | null;
  return variables === null
    ? language
    : { ...language, bodyDesign: { ...bodyDesign, testVariables: clean(variables) } };
}

const eraseFromLanguages = (languages: DraftLanguages, clean: EraseFromTree): DraftLanguages =>
  Object.fromEntries(
    Object.entries(languages).map(([locale, each]) => [locale, eraseFromLanguage(each, clean)]),
  );

/** Returns whether the erasure is complete; false if the author has changed the draft in the meantime. */
async function cleanDraft(db: Queries, id: string, isTheirs: (tree: Json) => boolean, clean: EraseFromTree) {
  const draft = await findCompressedDraft(db, id);
  if (!draft) return true;
  const [base, content] = await Promise.all([unpackLanguages(draft.base), unpackLanguages(draft.content)]);
  const languages = [...Object.values(base), ...Object.values(content)];
  if (!languages.some((each) => isTheirs(examplesOf(each)))) return true;
  const packed = {
    base: await packLanguages(eraseFromLanguages(base, clean)),
    content: await packLanguages(eraseFromLanguages(content, clean)),
  };
  return updateCompressedDraft(db, { ...draft, ...packed });
}

/**
 * Erases data from the test variables of drafts, and of the versions they started from, where `isTheirs`
 * matches. The content of emails is not changed.
 */
export async function eraseFromDrafts(
  db: Queries,
  isTheirs: (tree: Json) => boolean,
  clean: EraseFromTree,
  throwIfStopping: () => void,
): Promise<void> {
  for await (const id of allDrafts(db))
    do throwIfStopping();
    while (!(await cleanDraft(db, id, isTheirs, clean)));
}
