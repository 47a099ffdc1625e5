import pg from 'pg';
import type { BoundStatement } from '../../kernel/ports.ts';
import { isConnectionError } from './database-errors.ts';
import type { DatabaseRow, StoreQueries } from './scoped-batch.ts';

/** In one transaction. More would make each of them wait longer than it saves. */
const MOST = 64;
/** What a step was given may be 2 MB; such writes go with few others. */
const MOST_BYTES = 1_000_000;
/** A store that could not be served at once is left by itself for this long: it may hold up everybody again. */
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

/** Those who are next, at least one. */
function takeNext(waiting: QueuedQueries[]): QueuedQueries[] {
  let count = 0;
  for (let bytes = 0; count < Math.min(MOST, waiting.length); count++) {
    bytes += waiting[count]?.bytes ?? 0;
    if (count > 0 && bytes > MOST_BYTES) break;
  }
  return waiting.splice(0, count);
}

export interface QueryBatcherOptions {
  /** How many batches of a line may be in flight. */
  trips: number;
  /** In one transaction, each under the scope of its store. The rows of all statements, in their order. */
  together(asked: readonly StoreQueries[]): Promise<DatabaseRow[][]>;
  /** In a transaction of its own, when the per-store limiter lets it. */
  alone(storeId: string, queries: readonly BoundStatement<unknown>[]): Promise<DatabaseRow[][]>;
  onError(error: Error): void;
}

/**
 * Batches queries of many stores into few round trips and transactions: queries that arrive while batches are in
 * flight form the next one. Nothing waits for a timer, so what is asked alone leaves at once. Every statement runs
 * under the scope of its own store.
 *
 * A transaction that fails has done nothing: what it held is then asked one by one, each in its store's turn, so that
 * each fails or waits for itself alone. A store for which that fails stays apart for a while.
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
    // Sorted the same way in every process, so that two do not wait for each other, and so that statements of one store share its scope.
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
      // Whether it was committed is not known.
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
      // Those that never ask again are not looked at again either.
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
