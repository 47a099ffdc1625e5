import { Redis, type RedisOptions } from 'ioredis';

const ATTEMPT_MS = 2000;
const RETRY_MS = 500;

/**
 * The client's own queues and retries are off: they turn an outage into requests that hang for seconds. Each
 * attempt uses a new client, because a client that waits for a silent peer to close waits forever.
 */
const clientOptions = {
  lazyConnect: true,
  enableOfflineQueue: false,
  enableReadyCheck: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  retryStrategy: () => null,
  connectTimeout: ATTEMPT_MS,
  disableClientInfo: true,
  connectionName: 'outstep-budgets',
} satisfies RedisOptions;

interface CheckedConnectionOptions {
  url: string;
  /** Rejects if the server cannot do what we need; a mere response is not enough. */
  check(client: Redis): Promise<unknown>;
  onUp(): void;
  /** Also called when the very first attempt fails; not when closed. */
  onDown(reason: string): void;
}

/** Holds a client that has passed the check, or keeps trying to get one, at most every 500 ms. */
export class CheckedConnection {
  readonly #options: CheckedConnectionOptions;
  #client: Redis | null = null;
  #attempt: Redis | null = null;
  #attemptedAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  #tried = false;
  readonly #firstTry = Promise.withResolvers<void>();
  /** Resolves after the first attempt, successful or not. */
  readonly started = this.#firstTry.promise;

  constructor(options: CheckedConnectionOptions) {
    this.#options = options;
    this.#connect();
  }

  get client() {
    return this.#client;
  }

  /** Drops a client that has stopped working. */
  giveUp(reason: string): void {
    if (this.#client) this.#drop(this.#client, reason);
  }

  close(): void {
    this.#closed = true;
    const client = this.#client ?? this.#attempt;
    if (client) this.#drop(client, 'closed');
    clearTimeout(this.#timer);
  }

  #connect(): void {
    this.#attemptedAt = performance.now();
    const client = new Redis(this.#options.url, clientOptions);
    this.#attempt = client;
    let reason = 'connection lost';
    client.on('error', (error: Error) => {
      reason = error.message;
    });
    client.on('end', () => this.#drop(client, reason));
    this.#timer = setTimeout(() => this.#drop(client, 'no answer'), ATTEMPT_MS);
    client
      .connect()
      .then(() => this.#options.check(client))
      .then(
        () => this.#adopt(client),
        (error: Error) => this.#drop(client, error.message),
      );
  }

  #adopt(client: Redis): void {
    if (client !== this.#attempt) return;
    clearTimeout(this.#timer);
    this.#attempt = null;
    this.#client = client;
    this.#tried = true;
    this.#options.onUp();
    this.#firstTry.resolve();
  }

  #drop(client: Redis, reason: string): void {
    const wasUp = client === this.#client;
    if (!wasUp && client !== this.#attempt) return;
    this.#client = null;
    this.#attempt = null;
    client.disconnect();
    // A graceful close would wait for a peer that may be silent.
    client.stream?.destroy();
    clearTimeout(this.#timer);
    if (!this.#closed) {
      const wait = this.#attemptedAt + RETRY_MS - performance.now();
      this.#timer = setTimeout(() => this.#connect(), Math.max(0, wait));
      if (wasUp || !this.#tried) this.#options.onDown(reason);
    }
    this.#tried = true;
    this.#firstTry.resolve();
  }
}
