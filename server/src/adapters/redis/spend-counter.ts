import type { Redis } from 'ioredis';
import { CheckedConnection } from './checked-connection.ts';
import { type PendingCall, RedisWatchdog } from './redis-watchdog.ts';
import { SPEND, spendScript, spendScriptArguments } from './spend-script.ts';

export interface CounterState {
  healthy: boolean;
  reason: string;
}

interface CounterOptions {
  url: string;
  stallMs?: number | undefined;
  onStateChange?: ((state: CounterState) => void) | undefined;
}

export interface SpendBatch {
  keys: readonly string[];
  limit: number;
  windowSeconds: number;
  wishes: string;
  /** Called once; `null` if Redis did not count and the batch must be decided without it. */
  settle(reply: readonly number[] | null): void;
}

interface RedisCall extends PendingCall {
  batch: SpendBatch;
}

const STALL_MS = 40;
const DEAD_MS = 100;
const HEARTBEAT_MS = 1000;

/**
 * Really counts: a Redis that replies to PING but rejects writes (a replica, or out of memory) is useless.
 */
const probe: SpendBatch = {
  keys: ['outstep:budget:probe'],
  limit: 1,
  windowSeconds: 0.001,
  wishes: SPEND,
  settle: () => {},
};

const callArguments = ({ keys, limit, windowSeconds, wishes }: SpendBatch) =>
  [keys.length, ...keys, ...spendScriptArguments(limit, windowSeconds, wishes)] as const;

/** EVAL caches the script, so the calls that follow find it by its hash. */
const evaluate = (client: Redis, batch: SpendBatch) => client.eval(spendScript.text, ...callArguments(batch));

/**
 * Runs batches on Redis. The breaker is open while no client has passed the check: then no batch is sent and
 * no caller waits.
 */
export class SpendCounter {
  readonly #connection: CheckedConnection;
  readonly #watchdog: RedisWatchdog<RedisCall>;
  readonly #heartbeat: NodeJS.Timeout;

  constructor({ url, stallMs = STALL_MS, onStateChange }: CounterOptions) {
    this.#watchdog = new RedisWatchdog<RedisCall>({
      stallMs,
      deadMs: Math.max(DEAD_MS, 2 * stallMs),
      onStall: (call) => call.batch.settle(null),
      onDead: () => this.#connection.giveUp('no answer'),
    });
    this.#connection = new CheckedConnection({
      url,
      check: (client) => evaluate(client, probe),
      onUp: () => onStateChange?.({ healthy: true, reason: 'connected' }),
      onDown: (reason) => {
        this.#watchdog.abandonAll();
        onStateChange?.({ healthy: false, reason });
      },
    });
    // Without traffic, a silent Redis would go undetected until a request waits for it.
    this.#heartbeat = setInterval(() => {
      if (this.healthy && this.#watchdog.idle) this.run(probe);
    }, HEARTBEAT_MS).unref();
  }

  get healthy() {
    return this.#connection.client !== null;
  }

  get started() {
    return this.#connection.started;
  }

  run(batch: SpendBatch): void {
    const client = this.#connection.client;
    if (!client) {
      batch.settle(null);
      return;
    }
    const call: RedisCall = { batch, sentAt: performance.now(), abandoned: false };
    this.#watchdog.onSent(call);
    client
      .evalsha(spendScript.sha, ...callArguments(batch))
      .catch((error: Error) => {
        if (error.message.startsWith('NOSCRIPT')) return evaluate(client, batch);
        throw error;
      })
      .then(
        (reply) => this.#onReply(call, reply as number[]),
        (error: Error) => this.#onFailure(call, client, error),
      );
  }

  close(): void {
    clearInterval(this.#heartbeat);
    this.#connection.close();
    this.#watchdog.abandonAll();
  }

  #onReply(call: RedisCall, reply: readonly number[]): void {
    this.#watchdog.onAnswer(call, performance.now());
    if (!call.abandoned) call.batch.settle(reply);
  }

  #onFailure(call: RedisCall, client: Redis, error: Error): void {
    this.#watchdog.onAnswer(call, performance.now());
    if (!call.abandoned) call.batch.settle(null);
    // The reply may belong to a client that has been replaced in the meantime.
    if (client === this.#connection.client) this.#connection.giveUp(error.message);
  }
}
