/** Of some numbers in a new order, those that have to be moved at least. */
export function movedOf(order: readonly number[]): ReadonlySet<number> {
  // The longest run that ends at each, and what stands before it in that run.
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
