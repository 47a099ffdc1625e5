/** Does the work for each item, some of them at a time. The first failure ends it, when what is under way has ended. */
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
