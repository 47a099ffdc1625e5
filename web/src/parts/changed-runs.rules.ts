import { matchInOrder } from 'outstep/features/rendering/design/ordered-matching.rules.ts';

/** Consecutive words or lines with the same kind of change. */
export interface ChangedRun<T> {
  how: 'same' | 'added' | 'removed';
  items: readonly T[];
}

interface CompareOptions<T> {
  isSame(one: T, other: T): boolean;
  /** How strongly an equal item counts for matching; 1 by default. */
  weightOf?(item: T): number;
}

/**
 * Limit for comparisons, enough for five hundred different words. A longer text counts as changed as a whole.
 */
const MOST_COMPARED = 250_000;

const run = <T>(how: ChangedRun<T>['how'], items: readonly T[]): ChangedRun<T>[] =>
  items.length === 0 ? [] : [{ how, items }];

/** The number of equal items at the start, or at the end. */
function countEqual<T>(
  before: readonly T[],
  after: readonly T[],
  { isSame }: CompareOptions<T>,
  { end, most }: { end: boolean; most: number },
): number {
  const at = (items: readonly T[], i: number) => items.at(end ? -1 - i : i) as T;
  let count = 0;
  while (count < most && isSame(at(before, count), at(after, count))) count++;
  return count;
}

function runsBetween<T>(
  before: readonly T[],
  after: readonly T[],
  comparing: CompareOptions<T>,
): ChangedRun<T>[] {
  const { isSame, weightOf = () => 1 } = comparing;
  if (before.length * after.length > MOST_COMPARED)
    return [...run('removed', before), ...run('added', after)];
  const score = (i: number, j: number) =>
    isSame(before[i] as T, after[j] as T) ? weightOf(before[i] as T) : 0;
  const pairs = matchInOrder(before.length, after.length, score);
  const runs: ChangedRun<T>[] = [];
  let [i, j] = [0, 0];
  for (const [old, now] of [...pairs, [before.length, after.length] as const]) {
    runs.push(...run('removed', before.slice(i, old)), ...run('added', after.slice(j, now)));
    runs.push(...run('same', after.slice(now, now + 1)));
    [i, j] = [old + 1, now + 1];
  }
  return runs;
}

/** Merges consecutive runs of the same kind. */
const joined = <T>(runs: readonly ChangedRun<T>[]) =>
  runs.reduce<ChangedRun<T>[]>((found, { how, items }) => {
    const last = found.at(-1);
    if (last?.how === how) found[found.length - 1] = { how, items: [...last.items, ...items] };
    else found.push({ how, items });
    return found;
  }, []);

/** The current items with new ones and, in their place, deleted ones marked. */
export function changedRuns<T>(
  before: readonly T[],
  after: readonly T[],
  comparing: CompareOptions<T>,
): ChangedRun<T>[] {
  const most = Math.min(before.length, after.length);
  const start = countEqual(before, after, comparing, { end: false, most });
  const end = countEqual(before, after, comparing, { end: true, most: most - start });
  return joined([
    ...run('same', after.slice(0, start)),
    ...runsBetween(
      before.slice(start, before.length - end),
      after.slice(start, after.length - end),
      comparing,
    ),
    ...run('same', after.slice(after.length - end)),
  ]);
}
