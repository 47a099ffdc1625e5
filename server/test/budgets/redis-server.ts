import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from '../harness/free-port.ts';

/**
 * Redis decides by its own clock, which cannot be changed from inside. Instead, everything it has counted
 * becomes older at once: for a log whose times are compared only with that clock, this is the same as time
 * that has passed.
 */
const TURN = `
for _, key in ipairs(redis.call('KEYS', 'outstep:budget:*')) do
  for i, time in ipairs(redis.call('LRANGE', key, 0, -1)) do
    redis.call('LSET', key, i - 1, string.format('%.0f', time - ARGV[1] * 1000))
  end
  redis.call('PEXPIRE', key, redis.call('PTTL', key) - ARGV[1])
end`;

/**
 * The test's own Redis, which it may kill, freeze and restart on the same port, and whose clock it may turn.
 */
export class OwnRedis {
  readonly port: number;
  readonly url: string;
  #process: ChildProcess | null = null;

  private constructor(port: number) {
    this.port = port;
    this.url = `redis://127.0.0.1:${port}`;
  }

  /** Reserved but not started. */
  static async reserve(): Promise<OwnRedis> {
    return new OwnRedis(await freePort());
  }

  static async start(): Promise<OwnRedis> {
    const redis = await OwnRedis.reserve();
    await redis.start();
    return redis;
  }

  async start(): Promise<void> {
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.#process = spawn('redis-server', options, { stdio: 'ignore' });
    const client = this.client();
    try {
      await client.ping();
    } finally {
      client.disconnect();
    }
  }

  /** A plain client beside the code under test; waits for a server that is starting. */
  client(): Redis {
    const client = new Redis(this.url, { retryStrategy: () => 20, maxRetriesPerRequest: 200 });
    client.on('error', () => {});
    return client;
  }

  /** The length of a list, by a call that blocks the caller's event loop until Redis has answered. */
  lengthNow(key: string): number {
    return Number(execFileSync('redis-cli', ['-p', String(this.port), 'llen', key]));
  }

  /** No one else may use this Redis, because turning its clock affects everything it counts. */
  async turn(ms: number): Promise<void> {
    const client = this.client();
    try {
      await client.eval(TURN, 0, String(Math.round(ms)));
    } finally {
      client.disconnect();
    }
  }

  freeze(): void {
    this.#process?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#process?.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = null;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    running.kill('SIGKILL');
    await once(running, 'exit');
  }
}

export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  withinMs: number,
): Promise<number> {
  const start = performance.now();
  while (!(await condition())) {
    if (performance.now() - start > withinMs) throw new Error(`not within ${withinMs} ms`);
    await sleep(10);
  }
  return performance.now() - start;
}
