import pg from 'pg';
import { Refusal } from '../../kernel/error.ts';
import type { BatchedQueries, Bound, StoreDatabase } from '../../kernel/ports.ts';
import { PipelinedReads } from './pipelined-reads.ts';
import { type Row, ScopedBatch, scopeText } from './scoped-batch.ts';

const INT8 = 20;
pg.types.setTypeParser(INT8, Number);

/** Two, so that one slow answer does not block all; more would spread reads that are better sent together. */
const PIPELINED_CONNECTIONS = 2;

/** Longer than any of our statements takes, shorter than callers wait. */
const QUERY_MS = 4_000;
const BRIEF_MS = 2_500;
const WENT_SILENT = 'Query read timeout';

/** No store: row-level security hides every store's rows, and only a fixed list of functions answers. */
const NO_STORE = '';

export interface DatabaseOptions {
  url: string;
  maxConnections: number;
  /** Off behind a transaction pooler that cannot keep prepared statements apart. */
  namedStatements: boolean;
  onError(error: Error): void;
}

export interface Database {
  forStore(storeId: string): StoreDatabase;
  /** Outside any store: key look-up and the like. */
  readonly outsideStores: StoreDatabase;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** A lost connection tells the caller to retry; it is not answered as a 500. */
const CONNECTION_TROUBLE =
  /^(08|57P0|53300|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)/;

function isConnectionError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if ('code' in error && CONNECTION_TROUBLE.test(String(error.code))) return true;
  return /timeout exceeded when trying to connect|timeout expired|Connection terminated|not queryable|Query read timeout/.test(
    error.message,
  );
}

const unreachable = () =>
  new Refusal('unavailable', 'the database is not reachable right now; try again shortly', {
    retryAfterSeconds: 2,
  });

export function createDatabase(options: DatabaseOptions): Database {
  const connection = {
    connectionString: options.url,
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
    application_name: 'outstep',
  };
  const newPool = () => {
    const made = new pg.Pool({
      ...connection,
      query_timeout: QUERY_MS,
      max: options.maxConnections,
      idleTimeoutMillis: 30_000,
    });
    made.on('error', options.onError);
    // The pool listens to idle connections only; an error on one in use would end the process.
    made.on('connect', (client) => client.on('error', options.onError));
    return made;
  };
  let pool = newPool();
  const reads = new PipelinedReads({
    connect: () => new pg.Client({ ...connection, query_timeout: BRIEF_MS, pipeline: true }),
    connections: PIPELINED_CONNECTIONS,
    onError: options.onError,
  });

  /** One silent connection makes all suspect: opening a new pool is faster than finding each dead connection. */
  function replaceConnections() {
    const old = pool;
    pool = newPool();
    old.end().catch(options.onError);
    reads.drop();
  }

  async function batch(storeId: string, queries: readonly Bound<unknown>[]): Promise<Row[][]> {
    const work = new ScopedBatch(storeId, queries, options.namedStatements);
    if (queries.every((query) => query.statement.brief) && reads.usable) return reads.run(work);
    const client = await pool.connect();
    try {
      client.query(work as unknown as pg.Submittable);
      return await work.results;
    } finally {
      client.release(work.connectionIsDoubtful);
    }
  }

  async function transaction<T>(storeId: string, work: (tx: BatchedQueries) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    const query = async <Row>({ statement, values }: Bound<Row>): Promise<Row[]> => {
      const name = options.namedStatements ? { name: statement.name } : {};
      const result = await client.query({ ...name, text: statement.text, values: [...values] });
      return result.rows as Row[];
    };
    let broken = false;
    const together = async (queries: readonly Bound<unknown>[]) => {
      const work = new ScopedBatch(null, queries, options.namedStatements);
      client.query(work as unknown as pg.Submittable);
      try {
        return await work.results;
      } finally {
        broken ||= work.connectionIsDoubtful;
      }
    };
    try {
      const store = client.escapeLiteral(storeId);
      await client.query(`begin; ${scopeText.replace('$1', store)}`);
      const value = await work({ rows: query, batch: together as BatchedQueries['batch'] });
      await client.query('commit');
      return value;
    } catch (error) {
      await client.query('rollback').catch(() => {
        broken = true;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async function refuseWhileAway<T>(work: () => Promise<T>): Promise<T> {
    const used = pool;
    try {
      return await work();
    } catch (error) {
      if (!isConnectionError(error)) throw error;
      options.onError(error);
      if (error.message === WENT_SILENT && used === pool) replaceConnections();
      throw unreachable();
    }
  }

  const forStore = (storeId: string): StoreDatabase => ({
    rows: async <Row>(query: Bound<Row>) => {
      const [rows] = await refuseWhileAway(() => batch(storeId, [query]));
      return (rows ?? []) as Row[];
    },
    batch: (queries) => refuseWhileAway(() => batch(storeId, queries as readonly Bound<unknown>[])) as never,
    transaction: (work) => refuseWhileAway(() => transaction(storeId, work)),
  });

  return {
    forStore,
    outsideStores: forStore(NO_STORE),
    async ping() {
      await refuseWhileAway(() => batch(NO_STORE, []));
    },
    async close() {
      await Promise.all([pool.end(), reads.close()]);
    },
  };
}
