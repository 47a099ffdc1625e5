/**
 * Runs the work for up to `width` items at a time. After the first failure, waits for running work and
 * rejects.
 */
export async function forEachConcurrently<T>(
  items: AsyncIterable<T>,
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  const failures: unknown[] = [];
  const run = async () => {
    while (failures.length === 0) {
      const next = await iterator.next();
      if (next.done) return;
      await work(next.value);
    }
  };
  await Promise.all(Array.from({ length: width }, () => run().catch((error) => failures.push(error))));
  await iterator.return?.();
  if (failures.length > 0) throw failures[0];
}
