import type { Json, JsonObject } from '../../../kernel/json.ts';
import type { Queries } from '../../../kernel/ports.ts';
import type { LayoutState } from './layout-state.schema.ts';
import { layoutVersions } from './layout-versions.store.ts';
import { designsWithTestVariables, setDesignOf } from './test-variables.store.ts';
import { packSnapshot, unpackSnapshot } from './version-snapshot.ts';

/** Returns the tree without the data to erase. */
export type EraseFromTree = (tree: JsonObject) => JsonObject;

const variablesOf = (design: JsonObject | null) => (design?.['testVariables'] ?? null) as JsonObject | null;

function withCleanVariables(design: JsonObject, clean: EraseFromTree): JsonObject {
  const variables = variablesOf(design);
  return variables === null ? design : { ...design, testVariables: clean(variables) };
}

const cleanLanguages = (state: LayoutState, clean: EraseFromTree): LayoutState => ({
  ...state,
  languages: Object.fromEntries(
    Object.entries(state.languages).map(([locale, language]) => [
      locale,
      language.bodyDesign
        ? { ...language, bodyDesign: withCleanVariables(language.bodyDesign, clean) }
        : language,
    ]),
  ),
});

/**
 * Processes every row once. Returns false if a row changed between the read and the write; such a row is left
 * unchanged.
 */
async function erasePass(
  db: Queries,
  isTheirs: (tree: Json) => boolean,
  clean: EraseFromTree,
  throwIfStopping: () => void,
): Promise<boolean> {
  let isComplete = true;
  for await (const row of designsWithTestVariables(db)) {
    throwIfStopping();
    if (!isTheirs(variablesOf(row.design))) continue;
    if (!(await setDesignOf(db, row, withCleanVariables(row.design, clean)))) isComplete = false;
  }
  for await (const version of layoutVersions.all(db)) {
    throwIfStopping();
    const state = await unpackSnapshot(version.kept.snapshot);
    if (!Object.values(state.languages).some(({ bodyDesign }) => isTheirs(variablesOf(bodyDesign)))) continue;
    const cleaned = await packSnapshot(cleanLanguages(state, clean));
    if (!(await layoutVersions.erase(db, version, [cleaned]))) isComplete = false;
  }
  return isComplete;
}

/**
 * Erases data from the test variables of layouts and their versions where `isTheirs` matches. The content of
 * emails is not changed.
 */
export async function eraseFromTestVariables(...pass: Parameters<typeof erasePass>): Promise<void> {
  while (!(await erasePass(...pass)));
}
