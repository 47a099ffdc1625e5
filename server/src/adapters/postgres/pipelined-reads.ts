import type pg from 'pg';
import { startDeadline } from '../../kernel/deadline.ts';
import type { ScopedBatch } from './scoped-batch.ts';
import { SilentConnection } from './trouble.ts';

interface Connection {
  client: pg.Client;
  connected: Promise<unknown>;
  waiting: number;
  corked: boolean;
}

export interface PipelinedReadsOptions {
  connect(): pg.Client;
  connections: number;
  /** A connection on which a read has waited this long is closed, and with it what waits behind. */
  silentMs: number;
  onError(error: Error): void;
}

interface Corkable {
  cork(): void;
  uncork(): void;
  destroy(): void;
}

const streamOf = (client: pg.Client) =>
  (client as unknown as { connection: { stream: Corkable } }).connection.stream;

/**
 * A few connections on which short reads follow each other without waiting for answers. Reads of one turn
 * of the event loop leave in one write; at full load that saves more than anything else on this path.
 * Only for statements that cannot wait for a lock: one that waits makes all behind it wait.
 *
 * And only on a direct connection to PostgreSQL. When a client vanishes, a transaction pooler may hand its connection
 * to the next client with answers still to come (PgBouncer 1.18 does), and those would be another store's. A pooler
 * gives itself away: the process id from connecting is not the one that answers.
 */
export class PipelinedReads {
  readonly #options: PipelinedReadsOptions;
  readonly #connections: (Connection | null)[];
  #closed = false;
  #usable: 'unknown' | 'asking' | 'yes' | 'no' = 'unknown';

  constructor(options: PipelinedReadsOptions) {
    this.#options = options;
    this.#connections = Array.from({ length: options.connections }, () => null);
  }

  /** Whether the connection to PostgreSQL is direct; checked once, and `false` until that is known. */
  get usable(): boolean {
    if (this.#usable === 'unknown') {
      this.#usable = 'asking';
      this.#isDirect().then(
        (direct) => {
          this.#usable = direct ? 'yes' : 'no';
        },
        () => {
          this.#usable = 'unknown';
        },
      );
    }
    return this.#usable === 'yes';
  }

  async #isDirect(): Promise<boolean> {
    const client = this.#options.connect();
    client.on('error', () => undefined);
    await client.connect();
    try {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      return rows[0]?.pid === (client as unknown as { processID: number }).processID;
    } finally {
      await client.end();
    }
  }

  async run(work: ScopedBatch): Promise<Record<string, unknown>[][]> {
    const index = this.#leastBusy();
    const connection = this.#connections[index] ?? this.#open(index);
    connection.waiting++;
    let isSilent = false;
    const clock = startDeadline(this.#options.silentMs, () => {
      isSilent = true;
      streamOf(connection.client).destroy();
    });
    try {
      await connection.connected;
      this.#corkForThisTurn(connection);
      connection.client.query(work as unknown as pg.Submittable);
      return await work.results;
    } catch (error) {
      throw isSilent ? new SilentConnection('a database connection went silent') : error;
    } finally {
      clock.clear();
      connection.waiting--;
      if (work.connectionIsDoubtful) this.#release(connection);
    }
  }

  /** Releases every connection; the next reads open new ones. */
  drop() {
    for (const connection of this.#connections) if (connection) this.#release(connection);
  }

  async close() {
    this.#closed = true;
    await Promise.all(this.#connections.map((connection) => connection?.client.end()));
  }

  #leastBusy(): number {
    let best = 0;
    for (let i = 1; i < this.#connections.length; i++) {
      if ((this.#connections[i]?.waiting ?? 0) < (this.#connections[best]?.waiting ?? 0)) best = i;
    }
    return best;
  }

  #open(index: number): Connection {
    const client = this.#options.connect();
    const connection: Connection = { client, connected: client.connect(), waiting: 0, corked: false };
    const drop = () => {
      if (this.#connections[index] === connection) this.#connections[index] = null;
    };
    connection.connected.catch(drop);
    client.on('end', drop);
    client.on('error', (error) => {
      drop();
      if (!this.#closed) this.#options.onError(error);
    });
    this.#connections[index] = connection;
    return connection;
  }

  #corkForThisTurn(connection: Connection) {
    if (connection.corked) return;
    connection.corked = true;
    const stream = streamOf(connection.client);
    stream.cork();
    process.nextTick(() => {
      connection.corked = false;
      stream.uncork();
    });
  }

  /** Reads still under way are answered first. */
  #release(connection: Connection) {
    const index = this.#connections.indexOf(connection);
    // Every read that it fails comes here; it is ended once.
    if (index < 0) return;
    this.#connections[index] = null;
    // Ended while connecting, node-postgres would never settle the promise of the connection.
    connection.connected.then(() => connection.client.end()).catch(this.#options.onError);
  }
}
