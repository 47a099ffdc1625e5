import type { BatchedQueries, BoundStatement, StoreDatabase } from '../../kernel/ports.ts';

/**
 * Runs work whose statements form one transaction, which ends with the statements of `lastRows`. The
 * transaction begins with the first statement, so that no connection is held while the work prepares it.
 */
export async function runAtomically<T>(
  db: StoreDatabase,
  work: (db: StoreDatabase) => Promise<T>,
  lastRows: (value: T) => readonly BoundStatement<unknown>[],
): Promise<T> {
  const outcome = Promise.withResolvers<T>();
  // Avoids an unhandled rejection if nothing is waiting for it yet.
  outcome.promise.catch(() => undefined);
  let ended: Promise<unknown> | undefined;
  let begun: Promise<BatchedQueries> | undefined;

  const begin = () => {
    begun ??= new Promise<BatchedQueries>((resolve, reject) => {
      ended = db.transaction(async (tx) => {
        resolve(tx);
        const rows = lastRows(await outcome.promise);
        if (rows.length > 0) await tx.batch([...rows]);
      });
      ended.catch(reject);
    });
    return begun;
  };

  const held: StoreDatabase = {
    rows: async (query) => (await begin()).rows(query),
    batch: async (queries) => (await begin()).batch(queries),
    transaction: async (inner) => inner(await begin()),
  };
  let value: T;
  try {
    value = await work(held);
  } catch (error) {
    outcome.reject(error);
    // Ends the transaction, whose own error takes precedence: a lost connection is reported as such.
    await ended;
    throw error;
  }
  if (ended) {
    outcome.resolve(value);
    await ended;
  } else {
    const rows = lastRows(value);
    if (rows.length > 0) await db.batch([...rows]);
  }
  return value;
}
