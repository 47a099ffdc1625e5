import type { Json, JsonObject, JsonPath } from 'outstep/kernel/json.ts';
import { applyPatch, type JsonPatch, valueAt } from '../../editor/model/patches.rules.ts';
import type { Conflict, LayoutWork, MergedWork } from './merge-work.rules.ts';

export type MergeChoice = 'mine' | 'theirs';

/** The changes that apply the choices to a merged layout; empty if it already matches. */
function patchFor({ locale, path, key, mine, theirs }: Conflict, choice: MergeChoice): JsonPatch | null {
  const at: JsonPath = [locale, ...path, ...key];
  const value = choice === 'mine' ? mine : theirs;
  const other = choice === 'mine' ? theirs : mine;
  const isEntry = typeof at.at(-1) === 'number';
  if (value === undefined) return { kind: isEntry ? 'remove' : 'take', path: at };
  const isThere = choice === 'mine' || (key.length === 0 && other === undefined);
  return isThere ? null : { kind: 'put', path: at, value };
}

/** Applies the choices from the last to the first, so that a removal does not shift later ones. */
export function applyChoices(
  { state, conflicts }: MergedWork,
  choose: (conflict: Conflict) => MergeChoice,
): LayoutWork {
  let work: Json = state as JsonObject;
  for (const conflict of conflicts.toReversed()) {
    const patch = patchFor(conflict, choose(conflict));
    if (patch) work = applyPatch(work, patch).value;
  }
  return work as JsonObject as LayoutWork;
}

/** Conflicts resolved by a single choice: everything in a block, or one line of the email. */
export interface MergeQuestion {
  /** Identical for the same block or line. */
  id: string;
  locale: string;
  /** Path of the block relative to the language; empty for the whole email. */
  path: JsonPath;
  /** The line or email-wide member; empty for a block. */
  key: readonly string[];
  conflicts: readonly Conflict[];
}

/** The innermost block on a path. */
function blockOf(path: JsonPath): JsonPath {
  const last = path.findLastIndex(
    (step, i) => typeof step === 'number' && ['blocks', 'else'].includes(String(path[i - 1])),
  );
  return path.slice(0, last + 1);
}

/** The conflicts to resolve, in the order of the email. */
export function questionsOf(conflicts: readonly Conflict[]): MergeQuestion[] {
  const questions = conflicts.map((conflict): MergeQuestion => {
    const path = blockOf(conflict.path);
    const key = path.length > 0 ? [] : [...conflict.path.map(String), ...conflict.key].slice(0, 2);
    const id = JSON.stringify([conflict.locale, path, key]);
    return { id, locale: conflict.locale, path, key, conflicts: [conflict] };
  });
  return [...Map.groupBy(questions, ({ id }) => id).values()].map((same) => ({
    ...(same[0] as MergeQuestion),
    conflicts: same.flatMap((each) => each.conflicts),
  }));
}

/** The result of a choice: a block, a text or another value; `undefined` if it would be removed. */
export function answerOf(
  { state }: MergedWork,
  { locale, path, key, conflicts }: MergeQuestion,
  choice: MergeChoice,
) {
  const isGone = conflicts.some(
    (each) => each.key.length === 0 && each.path.length === path.length && each[choice] === undefined,
  );
  if (isGone) return undefined;
  const chosen = applyChoices({ state, conflicts: [...conflicts] }, () => choice);
  return valueAt(chosen as JsonObject, [locale, ...path, ...key]);
}
