import pg from 'pg';
import { startDeadline } from '../../kernel/deadline.ts';
import {
  type BatchedQueries,
  type BoundStatement,
  bind,
  briefRead,
  type StoreDatabase,
} from '../../kernel/ports.ts';
import { QueryBatcher } from './batched-queries.ts';
import {
  databaseOperationError,
  databaseReadOnly,
  limitReachedError,
  type Shortage,
  searchFieldOf,
  searchTooExpensive,
  serverTimeoutOf,
  shortageOf,
  statementTimedOut,
  type TimeoutKind,
  tooManyConcurrentRequests,
  UnresponsiveConnection,
} from './database-errors.ts';
import {
  BRIEF_READ_LIMITS,
  connectionsPerStore,
  ORDINARY_LIMITS,
  SHARED_WRITE_LIMITS,
  SHARED_WRITES_PER_STORE,
} from './limits.ts';
import { PerStoreLimiter } from './per-store-limiter.ts';
import {
  type DatabaseRow,
  type DatabaseScope,
  ScopedBatch,
  type StoreQueries,
  scopes,
} from './scoped-batch.ts';

const INT8 = 20;
pg.types.setTypeParser(INT8, Number);

/**
 * Two, so that one slow response does not block all reads; more would spread out reads that are better
 * batched.
 */
const READING_CONNECTIONS = 2;

/** An idle connection that has not responded by then is dead. */
const PROBE_MS = 1_000;

/**
 * The scope without a store: row-level security hides every store's rows, and only a fixed set of functions
 * can read them.
 */
const NO_STORE = '';

export interface DatabaseOptions {
  url: string;
  maxConnections: number;
  /** Off behind a transaction pooler that does not support prepared statements. */
  namedStatements: boolean;
  onError(error: Error): void;
  /** For a metric. */
  onTimeout?(kind: TimeoutKind): void;
  /** For a metric. */
  onShortage?(kind: Shortage): void;
}

export interface Database {
  forStore(storeId: string): StoreDatabase;
  /** Queries outside any store, such as looking up a key. */
  readonly outsideStores: StoreDatabase;
  /** For metrics. */
  pools(): { pool: string; busy: number; idle: number; waiting: number }[];
  /** Rejects while no server accepts writes. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

const takesWrites = briefRead<{ takesWrites: boolean }>(
  'database_takes_writes',
  `select current_setting('transaction_read_only') = 'off' as "takesWrites"`,
);

type Streaming = { connection: { stream: { destroy(): void } } };

/** Runs work on a connection, which is closed when the server does not respond in time; its statements then fail. */
async function withResponseTimeout<T>(
  client: pg.ClientBase,
  work: () => Promise<T>,
  silentMs = ORDINARY_LIMITS.silentMs,
): Promise<T> {
  let isSilent = false;
  const clock = startDeadline(silentMs, () => {
    isSilent = true;
    (client as unknown as Streaming).connection.stream.destroy();
  });
  try {
    return await work();
  } catch (error) {
    throw isSilent ? new UnresponsiveConnection('a database connection went silent') : error;
  } finally {
    clock.clear();
  }
}

export function createDatabase(options: DatabaseOptions): Database {
  const connection = {
    connectionString: options.url,
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
    application_name: 'outstep',
  };
  const newPool = (max: number) => {
    const made = new pg.Pool({
      ...connection,
      max,
      idleTimeoutMillis: 30_000,
    });
    made.on('error', options.onError);
    // The pool listens only to idle connections; an unhandled error on a busy one would end the process.
    made.on('connect', (client) => client.on('error', options.onError));
    return made;
  };
  let pool = newPool(options.maxConnections);
  /** Brief reads have separate connections, so that they never wait for writes. */
  let readingPool = newPool(READING_CONNECTIONS);

  const turnsOf = (most: number) =>
    new PerStoreLimiter(most, ORDINARY_LIMITS.silentMs, () => {
      options.onTimeout?.('turn');
      return tooManyConcurrentRequests();
    });
  const turns = turnsOf(connectionsPerStore(options.maxConnections));
  const writeTurns = turnsOf(SHARED_WRITES_PER_STORE);
  /** Work outside a store does not queue. */
  const inTurn = <T>(storeId: string, work: () => Promise<T>) =>
    storeId === NO_STORE ? work() : turns.inTurn(storeId, work);

  function replaceConnections() {
    const old = [pool, readingPool];
    pool = newPool(options.maxConnections);
    readingPool = newPool(READING_CONNECTIONS);
    for (const each of old) each.end().catch(options.onError);
  }

  let probing = false;
  /**
   * After a connection went silent, idle ones may be dead too, and callers would discover them one by one.
   * Probes one; if that is silent as well, replaces all of them.
   */
  async function probeIdle() {
    if (probing || pool.idleCount === 0) return;
    probing = true;
    const used = pool;
    const client = await used.connect().catch(() => null);
    const answers =
      client !== null &&
      (await Promise.race([
        client.query('select 1').then(
          () => true,
          () => false,
        ),
        new Promise<boolean>((resolve) => startDeadline(PROBE_MS, () => resolve(false))),
      ]));
    client?.release(!answers);
    if (!answers && used === pool) replaceConnections();
    probing = false;
  }

  async function inOneRoundTrip(
    from: pg.Pool,
    asked: readonly StoreQueries[],
    scope: DatabaseScope,
    silentMs = ORDINARY_LIMITS.silentMs,
  ): Promise<DatabaseRow[][]> {
    const work = new ScopedBatch(asked, options.namedStatements, scope);
    const client = await from.connect();
    try {
      client.query(work as unknown as pg.Submittable);
      return await withResponseTimeout(client, () => work.results, silentMs);
    } finally {
      client.release(work.connectionIsDoubtful);
    }
  }

  const alone = (storeId: string, queries: readonly BoundStatement<unknown>[]) =>
    inTurn(storeId, () => {
      const scope = queries.some(searchFieldOf) ? scopes.search : scopes.ordinary;
      return inOneRoundTrip(pool, [{ store: storeId, queries }], scope);
    });

  const { onError } = options;
  const reads = new QueryBatcher({
    trips: READING_CONNECTIONS,
    together: (asked) => inOneRoundTrip(readingPool, asked, scopes.brief, BRIEF_READ_LIMITS.silentMs),
    alone,
    onError,
  });
  const writes = new QueryBatcher({
    trips: 1,
    together: (asked) => inOneRoundTrip(pool, asked, scopes.shared, SHARED_WRITE_LIMITS.silentMs),
    alone,
    onError,
  });

  async function batch(
    storeId: string,
    queries: readonly BoundStatement<unknown>[],
  ): Promise<DatabaseRow[][]> {
    if (queries.every(({ statement }) => statement.brief)) return reads.run('reads', storeId, queries);
    const [first] = queries;
    if (first && storeId !== NO_STORE && queries.every(({ statement }) => statement.shared))
      return writeTurns.inTurn(storeId, () => writes.run(first.statement.name, storeId, queries));
    return alone(storeId, queries);
  }

  async function transaction<T>(storeId: string, work: (tx: BatchedQueries) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    const run = (text: string) => withResponseTimeout(client, () => client.query(text));
    const query = async <Row>({ statement, values }: BoundStatement<Row>): Promise<Row[]> => {
      const name = options.namedStatements ? { name: statement.name } : {};
      const asked = { ...name, text: statement.text, values: [...values] };
      return (await withResponseTimeout(client, () => client.query(asked))).rows as Row[];
    };
    let broken = false;
    const together = async (queries: readonly BoundStatement<unknown>[]) => {
      const work = new ScopedBatch([{ store: null, queries }], options.namedStatements);
      client.query(work as unknown as pg.Submittable);
      try {
        return await withResponseTimeout(client, () => work.results);
      } finally {
        broken ||= work.connectionIsDoubtful;
      }
    };
    try {
      const store = client.escapeLiteral(storeId);
      await run(`begin; ${scopes.ordinary.text.replace('$1', store)}`);
      const value = await work({ rows: query, batch: together as BatchedQueries['batch'] });
      await run('commit');
      return value;
    } catch (error) {
      // A connection that may still be inside the transaction is never reused.
      await run('rollback').catch(() => {
        broken = true;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /** Turns temporary failures of the database into an `OperationError`. */
  async function refuseTrouble<T>(
    work: () => Promise<T>,
    queries: readonly BoundStatement<unknown>[] = [],
  ): Promise<T> {
    const used = pool;
    try {
      return await work();
    } catch (error) {
      const reached = limitReachedError(error);
      if (reached) throw reached;
      const limit = serverTimeoutOf(error);
      if (limit !== null) {
        options.onTimeout?.(limit);
        options.onError(error as Error);
        const field = queries.map(searchFieldOf).find((each) => each !== null);
        throw field ? searchTooExpensive(field) : statementTimedOut();
      }
      const refusal = databaseOperationError(error);
      if (!refusal) throw error;
      options.onError(error as Error);
      const shortage = shortageOf(error);
      if (shortage) options.onShortage?.(shortage);
      if (error instanceof UnresponsiveConnection) {
        options.onTimeout?.('silent');
        void probeIdle();
      }
      // The other connections lead to the same server.
      if (shortage === 'read_only' && used === pool) replaceConnections();
      throw refusal;
    }
  }

  const forStore = (storeId: string): StoreDatabase => ({
    rows: async <Row>(query: BoundStatement<Row>) => {
      const [rows] = await refuseTrouble(() => batch(storeId, [query]), [query]);
      return (rows ?? []) as Row[];
    },
    batch: (queries) => {
      const all = queries as readonly BoundStatement<unknown>[];
      return refuseTrouble(() => batch(storeId, all), all) as never;
    },
    transaction: (work) => refuseTrouble(() => inTurn(storeId, () => transaction(storeId, work))),
  });

  return {
    forStore,
    outsideStores: forStore(NO_STORE),
    pools: () =>
      Object.entries({ main: pool, reads: readingPool }).map(
        ([name, { totalCount, idleCount, waitingCount }]) => ({
          ...{ pool: name, busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount },
        }),
      ),
    async ping() {
      await refuseTrouble(async () => {
        const [[row] = []] = await batch(NO_STORE, [bind(takesWrites)]);
        if (row?.['takesWrites'] !== true) throw databaseReadOnly();
      });
    },
    async close() {
      await Promise.all([pool.end(), readingPool.end()]);
    },
  };
}
