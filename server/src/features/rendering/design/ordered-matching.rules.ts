/**
 * Pairs entries of two lists in order with the highest total score; a score of 0 is not a pair. Among equal
 * choices, the earliest wins.
 */
export function matchInOrder(
  before: number,
  after: number,
  score: (i: number, j: number) => number,
): [number, number][] {
  // Flat tables: lists have up to two hundred entries, and there may be hundreds of lists.
  const width = after + 1;
  const together = new Float64Array((before + 1) * width);
  /** The highest total score from a position on. */
  const best = new Float64Array((before + 1) * width);
  const at = (table: Float64Array, i: number, j: number) => table[i * width + j] as number;
  for (let i = before - 1; i >= 0; i--)
    for (let j = after - 1; j >= 0; j--) {
      const own = score(i, j);
      const both = own > 0 ? own + at(best, i + 1, j + 1) : 0;
      together[i * width + j] = both;
      best[i * width + j] = Math.max(at(best, i + 1, j), at(best, i, j + 1), both);
    }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < before && j < after; ) {
    const both = at(together, i, j);
    if (both > 0 && both === at(best, i, j)) pairs.push([i++, j++]);
    else if (at(best, i + 1, j) >= at(best, i, j + 1)) i++;
    else j++;
  }
  return pairs;
}
