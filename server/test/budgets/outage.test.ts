import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBudgets, type RedisBudgets } from '../../src/adapters/redis/budgets.ts';
import type { Budgets } from '../../src/kernel/ports.ts';
import { retryRound, waitLimit } from '../harness/retry-rounds.ts';
import { isFullSize, sized } from '../harness/size.ts';
import { BlackHole } from './black-hole.ts';
import { p99, SteadyLoad } from './load.ts';
import { OwnRedis, waitUntil } from './redis-server.ts';

let redis: OwnRedis;
let budgets: RedisBudgets;

beforeEach(async () => {
  redis = await OwnRedis.reserve();
});

afterEach(async () => {
  await budgets?.close();
  await redis.kill();
});

const spendMany = (on: Budgets, key: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => on.spend('request', key)));
const allowedOf = (verdicts: readonly { allowed: boolean }[]) =>
  verdicts.filter(({ allowed }) => allowed).length;

/** Spends units over a separate connection, so that it doesn't matter how quickly Redis answers ours. */
async function spentInRedis(key: string, count: number): Promise<void> {
  const client = redis.client();
  const now = String(Date.now() * 1000);
  await client.rpush(`outstep:budget:request:${key}`, ...Array.from({ length: count }, () => now));
  client.disconnect();
}

/** Whether Redis counts, not memory: only then does a unit count that only Redis has. */
async function countsInRedis(): Promise<boolean> {
  if (!budgets.healthy) return false;
  const key = randomUUID();
  await spentInRedis(key, 1);
  return (await budgets.spend('request', key)).remaining === 298;
}

const outages = [
  { how: 'killed', begin: () => redis.kill(), end: () => redis.start() },
  { how: 'silent', begin: async () => redis.freeze(), end: async () => redis.thaw() },
];

describe.each(outages)('Redis $how under load', ({ begin, end }) => {
  it('falls back to memory for requests, rejects executions, and recovers (contract: Keys and budgets 5)', async () => {
    await redis.start();
    budgets = createBudgets({ redisUrl: redis.url });
    await budgets.started;
    const [nearlyOut, fresh] = [randomUUID(), randomUUID()];
    await spentInRedis(nearlyOut, 290);
    await waitUntil(async () => (await budgets.peek('request', nearlyOut)).remaining === 10, waitLimit(5000));

    const load = new SteadyLoad(budgets, 500);
    try {
      const { before, during } = await retryRound(
        async (round) => {
          if (round > 1) {
            await end();
            await waitUntil(countsInRedis, waitLimit(5000));
          }
          await sleep(500);
          await load.take();
          await sleep(sized(500, 3000));
          const calm = await load.take();
          await begin();
          await sleep(sized(1000, 4000));
          await waitUntil(() => !budgets.healthy, waitLimit(0));
          const waits = await load.take();
          expect(waits.length).toBeGreaterThan(sized(50, 800));
          return { before: calm, during: waits };
        },
        (waits) => !isFullSize || p99(waits.during) <= p99(waits.before) + 50,
      );
      if (isFullSize) expect(p99(during)).toBeLessThanOrEqual(p99(before) + 50);

      expect(allowedOf(await spendMany(budgets, nearlyOut, 50))).toBe(10);
      expect(allowedOf(await spendMany(budgets, fresh, 400))).toBe(300);
      await expect(budgets.spend('execute', fresh)).rejects.toMatchObject({
        kind: 'unavailable',
        message: 'the execute budget cannot be checked right now; try again shortly',
        detail: { retryAfterSeconds: 5 },
      });
      expect((await budgets.peek('execute', fresh)).remaining).toBe(0);
      expect((await budgets.peek('request', fresh)).remaining).toBe(0);

      await end();
      await waitUntil(countsInRedis, waitLimit(5000));
      await waitUntil(async () => {
        const verdict = await budgets.spend('execute', randomUUID()).catch(() => null);
        return verdict?.remaining === 59;
      }, waitLimit(5000));
      await load.take();
      if (isFullSize)
        await waitUntil(async () => {
          await sleep(500);
          return p99(await load.take()) <= p99(before) + 50;
        }, 5000);
      expect(load.failures).toBe(0);
    } finally {
      await load.stop();
    }
  });

  it('is detected without traffic', async () => {
    await redis.start();
    budgets = createBudgets({ redisUrl: redis.url });
    await budgets.started;
    expect(budgets.healthy).toBe(true);
    await begin();
    await waitUntil(() => !budgets.healthy, waitLimit(2000));
    await end();
    await waitUntil(() => budgets.healthy, waitLimit(5000));
  });
});

describe('without a Redis from the start', () => {
  it('counts in memory, then in Redis once it is available', async () => {
    const states: boolean[] = [];
    budgets = createBudgets({
      redisUrl: redis.url,
      // A busy machine must not count as an outage here.
      stallMs: 1000,
      onStateChange: ({ healthy }) => states.push(healthy),
    });
    await budgets.started;
    expect(budgets.healthy).toBe(false);
    expect(allowedOf(await spendMany(budgets, randomUUID(), 400))).toBe(300);
    await sleep(1200);
    await redis.start();
    await waitUntil(countsInRedis, waitLimit(5000));
    expect(states).toEqual([false, true]);
  });

  it('can be closed while connecting', async () => {
    budgets = createBudgets({ redisUrl: redis.url });
    await budgets.close();
    await expect(budgets.spend('execute', randomUUID())).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

it('replaces connections lost to a routing failure', async () => {
  await redis.start();
  const route = new BlackHole(redis.port);
  try {
    budgets = createBudgets({ redisUrl: await route.listen() });
    await budgets.started;
    await waitUntil(countsInRedis, waitLimit(5000));
    route.swallow();
    await waitUntil(() => !budgets.healthy, waitLimit(2000));
    // Long enough for new connections to be swallowed too.
    await sleep(1500);
    route.forward();
    await waitUntil(countsInRedis, waitLimit(5000));
  } finally {
    route.close();
  }
});
