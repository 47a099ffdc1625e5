import { randomUUID } from 'node:crypto';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBudgets, type RedisBudgets } from '../src/adapters/redis/budgets.ts';
import type { BudgetName, Budgets } from '../src/kernel/ports.ts';
import { AcceptedLog, mostInAnyWindow, runHammers } from './budgets/crowd.ts';
import { OwnRedis, waitUntil } from './budgets/redis-server.ts';
import { isFullSize, sized } from './harness/size.ts';

let redis: OwnRedis;
let client: Redis;
let budgets: RedisBudgets;
const stateChanges: string[] = [];

beforeAll(async () => {
  redis = await OwnRedis.start();
  client = redis.client();
  budgets = createBudgets({
    redisUrl: redis.url,
    stallMs: 1000,
    onStateChange: ({ reason }) => stateChanges.push(reason),
  });
  await budgets.started;
});

afterAll(async () => {
  await budgets?.close();
  client?.disconnect();
  await redis?.kill();
});

const spendMany = (on: Budgets, budget: BudgetName, key: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => on.spend(budget, key)));
const allowedOf = (verdicts: readonly { allowed: boolean }[]) =>
  verdicts.filter(({ allowed }) => allowed).length;

describe('one process', () => {
  it('allows exactly 300 requests of a burst and reports when the first is restored', async () => {
    const key = randomUUID();
    const before = Date.now();
    const verdicts = await spendMany(budgets, 'request', key, 1000);
    expect(allowedOf(verdicts)).toBe(300);
    expect(verdicts.slice(0, 300).map(({ remaining }) => remaining)).toEqual(
      Array.from({ length: 300 }, (_, i) => 299 - i),
    );
    const refused = await budgets.spend('request', key);
    expect(refused).toMatchObject({ allowed: false, limit: 300, windowSeconds: 60, remaining: 0 });
    expect(refused.resetsAt.getTime()).toBeGreaterThanOrEqual(before + 60_000);
    expect(refused.resetsAt.getTime()).toBeLessThanOrEqual(Date.now() + 60_000);
  });

  it('allows exactly 60 executions an hour', async () => {
    const key = randomUUID();
    expect(allowedOf(await spendMany(budgets, 'execute', key, 100))).toBe(60);
    const state = await budgets.peek('execute', key);
    expect(state).toMatchObject({ limit: 60, windowSeconds: 3600, remaining: 0 });
    expect(state.resetsAt.getTime() - Date.now()).toBeGreaterThan(3_590_000);
  });

  it('keeps the two budgets apart, and keys apart', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    await spendMany(budgets, 'request', one, 301);
    await spendMany(budgets, 'execute', other, 61);
    expect((await budgets.peek('execute', one)).remaining).toBe(60);
    expect((await budgets.peek('request', other)).remaining).toBe(300);
    expect((await budgets.spend('execute', one)).allowed).toBe(true);
    expect((await budgets.spend('request', other)).allowed).toBe(true);
  });

  it('spends nothing on peeking', async () => {
    const key = randomUUID();
    await budgets.spend('request', key);
    for (let i = 0; i < 5; i++) expect((await budgets.peek('request', key)).remaining).toBe(299);
  });

  it.each([
    ['request', 300, 60],
    ['execute', 60, 3600],
    ['lookup', 120, 3600],
  ] as const)(
    'restores %s units when they are older than the window, and not before',
    async (budget, limit, seconds) => {
      const key = randomUUID();
      await spendMany(budgets, budget, key, limit - 1);
      await redis.turn(1000 * (seconds - 20));
      expect(allowedOf(await spendMany(budgets, budget, key, 10))).toBe(1);
      const { resetsAt } = await budgets.peek(budget, key);
      expect(resetsAt.getTime() - Date.now()).toBeLessThanOrEqual(20_000);
      await redis.turn(20_000);
      // All but the one unit that was spent late.
      expect(allowedOf(await spendMany(budgets, budget, key, limit + 10))).toBe(limit - 1);
      await redis.turn(2 * 1000 * seconds + 1000);
      expect(await client.exists(`outstep:budget:${budget}:${key}`)).toBe(0);
    },
  );

  it('lets its Redis keys expire', async () => {
    const key = randomUUID();
    await budgets.spend('request', key);
    const ttl = await client.pttl(`outstep:budget:request:${key}`);
    expect(ttl).toBeGreaterThan(60_000);
    expect(ttl).toBeLessThanOrEqual(121_000);
  });

  it('keeps counting after Redis flushes its script cache', async () => {
    const key = randomUUID();
    await budgets.spend('request', key);
    await client.script('FLUSH');
    expect((await budgets.spend('request', key)).remaining).toBe(298);
    expect(budgets.healthy).toBe(true);
  });

  it('does not lock a key when the clock of Redis was set back', async () => {
    const key = randomUUID();
    const inAnHour = String((Date.now() + 3_600_000) * 1000);
    await client.rpush(`outstep:budget:request:${key}`, ...Array.from({ length: 300 }, () => inAnHour));
    expect(await budgets.spend('request', key)).toMatchObject({ allowed: true, remaining: 299 });
  });

  it('does not blame Redis for its own busy event loop', async () => {
    const strict = createBudgets({ redisUrl: redis.url });
    const key = randomUUID();
    try {
      await strict.started;
      // Only Redis has counted this request: a count from memory would be 299.
      await budgets.spend('request', key);
      for (let i = 0; i < 5; i++) {
        const spent = strict.spend('request', key);
        await turn();
        // Blocks the event loop until Redis has definitely answered, however long the machine takes.
        const end = performance.now() + 200;
        while (performance.now() < end || redis.lengthNow(`outstep:budget:request:${key}`) < i + 2);
        expect((await spent).remaining).toBe(298 - i);
        expect(strict.healthy).toBe(true);
      }
    } finally {
      await strict.close();
    }
  });

  it('treats a Redis that answers but cannot write as down, until it can', async () => {
    const key = randomUUID();
    await budgets.spend('execute', key);
    await client.replicaof('127.0.0.1', 1);
    await expect(budgets.spend('execute', key)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(stateChanges.at(-1)).toContain('READONLY');
    await sleep(1200);
    expect(budgets.healthy).toBe(false);
    await client.replicaof('NO', 'ONE');
    await waitUntil(() => budgets.healthy, 5000);
    expect((await budgets.spend('execute', key)).remaining).toBe(58);
  });
});

describe('8 processes on the same keys, bursting at the edge of the window', () => {
  const execute = { limit: 60, windowSeconds: 3600 };
  const cases = [
    { limit: 50, windowSeconds: 1, burst: 10, runMs: sized(4000, 8000) },
    { limit: 7, windowSeconds: 0.25, burst: 3, runMs: sized(2000, 4000) },
    ...(isFullSize ? [{ limit: 300, windowSeconds: 60, burst: 50, runMs: 66_000 }] : []),
  ];

  it.each(cases)('never exceed $limit in any $windowSeconds s', async ({ burst, runMs, ...request }) => {
    const [early, lateKey] = [randomUUID(), randomUUID()];
    const keys = [early, lateKey];
    const windowMs = request.windowSeconds * 1000;
    const log = await AcceptedLog.start(redis.client());
    const orders = {
      redisUrl: redis.url,
      limits: { request, execute, lookup: execute },
      keys: [early],
      lateKey,
      burst,
      runMs,
    };
    const result = await runHammers(8, orders);
    const accepted = await log.finish(client);
    expect(result.stateChanges).toEqual(Array.from({ length: 8 }, () => 1));
    for (const key of keys) {
      const times = accepted(key);
      // Every unit granted to a caller is in the log, so the log is complete.
      expect(times.length).toBe(result.accepted(key));
      expect(mostInAnyWindow(times, windowMs * 1000)).toBe(request.limit);
      // Units that came back were spent again at every window edge; the late key sits out the first window.
      expect(times.length).toBeGreaterThan(request.limit * Math.max(1, (runMs / windowMs) * 0.5));
    }
    expect(result.tries).toBeGreaterThan(result.accepted(early) * 2);
  });
});
