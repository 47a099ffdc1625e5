import pg from 'pg';
import type { BoundStatement } from '../../kernel/ports.ts';
import { isConnectionError } from './database-errors.ts';
import type { DatabaseRow, StoreQueries } from './scoped-batch.ts';

/** Statements per transaction. With more, each would wait longer than it saves. */
const MOST = 64;
/** The input of a step may be 2 MB; such writes share a batch with few others. */
const MOST_BYTES = 1_000_000;
/** A store that failed on its own runs separately for this long, because it could delay all others again. */
const ISOLATION_MS = 5_000;
const MAX_ISOLATED_STORES = 10_000;

interface QueuedQueries extends StoreQueries {
  store: string;
  bytes: number;
  settle(rows: DatabaseRow[][]): void;
  fail(error: unknown): void;
}

interface BatchQueue {
  waiting: QueuedQueries[];
  underWay: number;
  /** Whether a batch is sent at the end of this event-loop tick. */
  isLeaving: boolean;
}

const sizeOf = (value: unknown) => (typeof value === 'string' || Buffer.isBuffer(value) ? value.length : 0);

function bytesOf(queries: readonly BoundStatement<unknown>[]): number {
  let bytes = 0;
  for (const { values } of queries) for (const value of values) bytes += sizeOf(value);
  return bytes;
}

/** Takes the next batch from the queue: at least one. */
function takeNext(waiting: QueuedQueries[]): QueuedQueries[] {
  let count = 0;
  for (let bytes = 0; count < Math.min(MOST, waiting.length); count++) {
    bytes += waiting[count]?.bytes ?? 0;
    if (count > 0 && bytes > MOST_BYTES) break;
  }
  return waiting.splice(0, count);
}

export interface QueryBatcherOptions {
  /** Maximum number of batches of a queue in flight. */
  trips: number;
  /**
   * Runs all of them in one transaction, each with the scope of its store. Returns the rows of all statements
   * in order.
   */
  together(asked: readonly StoreQueries[]): Promise<DatabaseRow[][]>;
  /** Runs them in a separate transaction, as soon as the per-store limiter allows it. */
  alone(storeId: string, queries: readonly BoundStatement<unknown>[]): Promise<DatabaseRow[][]>;
  onError(error: Error): void;
}

/**
 * Batches queries of many stores into few round trips and transactions: queries that arrive while batches are
 * in flight form the next one. There is no timer, so a single query is sent at once. Every statement runs
 * with the scope of its own store.
 *
 * A failed transaction has no effect, so its queries are then run one by one, each in its store's turn: a
 * query that fails or waits affects only itself. A store whose query fails again runs separately for a while.
 */
export class QueryBatcher {
  readonly #options: QueryBatcherOptions;
  readonly #lines = new Map<string, BatchQueue>();
  /** Number of queries that run outside a batch, by store. */
  readonly #alone = new Map<string, number>();
  readonly #apartUntil = new Map<string, number>();

  constructor(options: QueryBatcherOptions) {
    this.#options = options;
  }

  run(name: string, store: string, queries: readonly BoundStatement<unknown>[]): Promise<DatabaseRow[][]> {
    if (this.#isApart(store)) return this.#runAlone(store, queries);
    const line = this.#lines.get(name) ?? { waiting: [], underWay: 0, isLeaving: false };
    this.#lines.set(name, line);
    return new Promise((settle, fail) => {
      line.waiting.push({ store, queries, bytes: bytesOf(queries), settle, fail });
      this.#leaveSoon(line);
    });
  }

  #isApart(store: string): boolean {
    if (this.#alone.has(store)) return true;
    const until = this.#apartUntil.get(store);
    if (until === undefined) return false;
    if (performance.now() < until) return true;
    this.#apartUntil.delete(store);
    return false;
  }

  /** Queries of the same event-loop tick are sent together. */
  #leaveSoon(line: BatchQueue): void {
    if (line.isLeaving || line.waiting.length === 0 || line.underWay >= this.#options.trips) return;
    line.isLeaving = true;
    setImmediate(() => {
      line.isLeaving = false;
      while (line.waiting.length > 0 && line.underWay < this.#options.trips) this.#leave(line);
    });
  }

  #leave(line: BatchQueue): void {
    line.underWay++;
    void this.#trip(takeNext(line.waiting)).finally(() => {
      line.underWay--;
      this.#leaveSoon(line);
    });
  }

  async #trip(batch: readonly QueuedQueries[]): Promise<void> {
    // Sorted the same way in every process to avoid deadlocks, and so that statements of one store share its
    // scope.
    const sorted = batch.toSorted((a, b) => (a.store < b.store ? -1 : a.store > b.store ? 1 : 0));
    try {
      const results = await this.#options.together(sorted);
      let at = 0;
      for (const { queries, settle } of sorted) {
        settle(results.slice(at, at + queries.length));
        at += queries.length;
      }
    } catch (error) {
      if (error instanceof pg.DatabaseError && !isConnectionError(error)) this.#separate(sorted, error);
      // It is unknown whether the transaction was committed.
      else for (const { fail } of sorted) fail(error);
    }
  }

  #separate(batch: readonly QueuedQueries[], error: pg.DatabaseError) {
    if (batch.length > 1) this.#options.onError(error);
    for (const { store, queries, settle, fail } of batch) this.#runAlone(store, queries).then(settle, fail);
  }

  async #runAlone(store: string, queries: readonly BoundStatement<unknown>[]): Promise<DatabaseRow[][]> {
    this.#alone.set(store, (this.#alone.get(store) ?? 0) + 1);
    try {
      return await this.#options.alone(store, queries);
    } catch (error) {
      // Clearing also removes stores that never queried again.
      if (this.#apartUntil.size >= MAX_ISOLATED_STORES) this.#apartUntil.clear();
      this.#apartUntil.set(store, performance.now() + ISOLATION_MS);
      throw error;
    } finally {
      const left = (this.#alone.get(store) ?? 1) - 1;
      if (left > 0) this.#alone.set(store, left);
      else this.#alone.delete(store);
    }
  }
}
