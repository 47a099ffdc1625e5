import type pg from 'pg';
import type { ScopedBatch } from './scoped-batch.ts';

interface Lane {
  client: pg.Client;
  connected: Promise<unknown>;
  waiting: number;
  corked: boolean;
}

export interface SharedLanesOptions {
  connect(): pg.Client;
  lanes: number;
  onError(error: Error): void;
}

interface Corkable {
  cork(): void;
  uncork(): void;
}

const streamOf = (client: pg.Client) =>
  (client as unknown as { connection: { stream: Corkable } }).connection.stream;

/**
 * A few connections on which short reads follow each other without waiting for answers. What is asked in one turn
 * of the event loop leaves in one write; at full load that saves more than anything else on this path.
 * Only for statements that cannot wait for a lock: whatever waits here makes others wait.
 *
 * And only on a connection of our own to PostgreSQL. A transaction pooler may hand a connection whose client has
 * vanished to the next one with answers still to come (PgBouncer 1.18 does), and those answers would be another
 * store's. A pooler shows itself: the process id it tells at connecting is not the one that answers.
 */
export class SharedLanes {
  readonly #options: SharedLanesOptions;
  readonly #lanes: (Lane | null)[];
  #closed = false;
  #usable: 'unknown' | 'asking' | 'yes' | 'no' = 'unknown';

  constructor(options: SharedLanesOptions) {
    this.#options = options;
    this.#lanes = Array.from({ length: options.lanes }, () => null);
  }

  /** Whether nothing stands between us and PostgreSQL; asked once, and until it is known the answer is no. */
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
    const lane = this.#lanes[index] ?? this.#open(index);
    lane.waiting++;
    try {
      await lane.connected;
      this.#corkForThisTurn(lane);
      lane.client.query(work as unknown as pg.Submittable);
      return await work.results;
    } finally {
      lane.waiting--;
      if (work.connectionIsDoubtful) this.#give(lane);
    }
  }

  /** Lets go of every connection; what comes next opens new ones. */
  drop() {
    for (const lane of this.#lanes) if (lane) this.#give(lane);
  }

  async close() {
    this.#closed = true;
    await Promise.all(this.#lanes.map((lane) => lane?.client.end()));
  }

  #leastBusy(): number {
    let best = 0;
    for (let i = 1; i < this.#lanes.length; i++) {
      if ((this.#lanes[i]?.waiting ?? 0) < (this.#lanes[best]?.waiting ?? 0)) best = i;
    }
    return best;
  }

  #open(index: number): Lane {
    const client = this.#options.connect();
    const lane: Lane = { client, connected: client.connect(), waiting: 0, corked: false };
    const drop = () => {
      if (this.#lanes[index] === lane) this.#lanes[index] = null;
    };
    lane.connected.catch(drop);
    client.on('end', drop);
    client.on('error', (error) => {
      drop();
      if (!this.#closed) this.#options.onError(error);
    });
    this.#lanes[index] = lane;
    return lane;
  }

  #corkForThisTurn(lane: Lane) {
    if (lane.corked) return;
    lane.corked = true;
    const stream = streamOf(lane.client);
    stream.cork();
    process.nextTick(() => {
      lane.corked = false;
      stream.uncork();
    });
  }

  /** What is still under way on it is answered first. */
  #give(lane: Lane) {
    const index = this.#lanes.indexOf(lane);
    if (index >= 0) this.#lanes[index] = null;
    // Ended while it still connects, node-postgres would never tell those who wait for the connection.
    lane.connected.then(() => lane.client.end()).catch(this.#options.onError);
  }
}
