/** The indexes of a longest increasing subsequence; deterministic if there are several. */
function longestIncreasingRun(numbers: readonly number[]): number[] {
  /** The last index of the best subsequence of each length, and the predecessor of each index. */
  const ends: number[] = [];
  const before: number[] = [];
  for (const [i, number] of numbers.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] as number] as number) < number) low = middle + 1;
      else high = middle;
    }
    before[i] = low > 0 ? (ends[low - 1] as number) : -1;
    ends[low] = i;
  }
  const run: number[] = [];
  for (let i = ends.at(-1) ?? -1; i >= 0; i = before[i] as number) run.unshift(i);
  return run;
}

/** The entries that have the same relative order in both lists. */
function inBoth<T>(one: readonly T[], other: readonly T[]): Set<T> {
  const places = new Map(other.map((each, i) => [each, i]));
  const common = one.filter((each) => places.has(each));
  const kept = longestIncreasingRun(common.map((each) => places.get(each) as number));
  return new Set(kept.map((i) => common[i] as T));
}

/**
 * The entries of a list in the original order and in the orders of both sides; an entry may be missing in
 * each.
 */
export interface ThreeWayOrder<T> {
  base: readonly T[];
  first: readonly T[];
  second: readonly T[];
}

/**
 * Merges two orders of a list. An entry that one side moved or inserted remains where that side put it, after
 * the same predecessor. If both did so in the same place, the first side's entry comes first.
 */
export function mergeOrder<T>({ base, first, second }: ThreeWayOrder<T>): T[] {
  const isBase = new Set(base);
  const [steadyFirst, steadySecond] = [inBoth(base, first), inBoth(base, second)];
  const [inFirst, inSecond] = [new Set(first), new Set(second)];
  const common = (each: T) =>
    inFirst.has(each) &&
    inSecond.has(each) &&
    (!isBase.has(each) || steadyFirst.has(each) === steadySecond.has(each));
  const skeleton = inBoth(first.filter(common), second.filter(common));
  const isOfFirst = (each: T) =>
    !skeleton.has(each) &&
    (!inSecond.has(each) || common(each) || (isBase.has(each) && !steadyFirst.has(each)));
  const isOfSecond = (each: T) => !skeleton.has(each) && !(inFirst.has(each) && isOfFirst(each));

  const merged: T[] = [];
  let at = 0;
  const upTo = (stop: T | undefined) => {
    for (; at < second.length && second[at] !== stop; at++) {
      const each = second[at] as T;
      if (isOfSecond(each)) merged.push(each);
    }
    at++;
  };
  for (const each of first) {
    if (skeleton.has(each)) {
      upTo(each);
      merged.push(each);
    } else if (isOfFirst(each)) merged.push(each);
  }
  upTo(undefined);
  return merged;
}
