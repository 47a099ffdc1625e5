/** The smallest set of numbers that must be moved to explain the new order. */
export function movedOf(order: readonly number[]): ReadonlySet<number> {
  // For each number, the longest increasing subsequence that ends there, and the number before it.
  const runs: { length: number; from: number }[] = [];
  for (const [i, number] of order.entries()) {
    let best = { length: 1, from: -1 };
    for (const [j, run] of runs.entries())
      if ((order[j] as number) < number && run.length >= best.length)
        best = { length: run.length + 1, from: j };
    runs[i] = best;
  }
  const longest = Math.max(0, ...runs.map(({ length }) => length));
  const kept = new Set<number>();
  for (
    let i = runs.findIndex(({ length }) => length === longest);
    i >= 0;
    i = (runs[i] as { from: number }).from
  )
    kept.add(order[i] as number);
  return new Set(order.filter((number) => !kept.has(number)));
}
