import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Outstep, startOutstep, type TestKey } from '../harness/outstep.ts';
import { retryRound, waitLimit } from '../harness/retry-rounds.ts';
import { isFullSize, sized } from '../harness/size.ts';
import { OwnRedis } from './redis-server.ts';

const LIMIT = 300;

describe('Redis killed under load', () => {
  let redis: OwnRedis;
  let outstep: Outstep;
  let keys: TestKey[];
  beforeAll(async () => {
    redis = await OwnRedis.start();
    // With the product's default patience.
    outstep = await startOutstep({ env: { REDIS_URL: redis.url, OUTSTEP_REDIS_PATIENCE_MS: '' } });
    const storeId = await outstep.newStore();
    keys = await Promise.all(Array.from({ length: 60 }, () => outstep.newKey(storeId, 'read')));
  });
  afterAll(async () => {
    await outstep.close();
    await redis.kill();
  });

  /** Sends 200 requests a second, spread over the keys; returns the statuses and how long each took. */
  async function load(seconds: number) {
    const statuses: number[] = [];
    const times: number[] = [];
    const running: Promise<void>[] = [];
    const one = async (key: TestKey) => {
      const started = performance.now();
      const { status } = await outstep.call(key, 'GET', '/api/v1/secrets');
      statuses.push(status);
      times.push(performance.now() - started);
    };
    const start = performance.now();
    for (let i = 0; i < seconds * 200; i++) {
      await sleep(Math.max(0, start + i * 5 - performance.now()));
      running.push(one(keys[i % keys.length] as TestKey));
    }
    await Promise.all(running);
    times.sort((a, b) => a - b);
    return { statuses: new Set(statuses), p99: times[Math.floor(times.length * 0.99)] as number };
  }

  test('fails and slows no request, then counts exactly again', async () => {
    const { before, dead } = await retryRound(
      async (round) => {
        if (round > 1) await redis.start();
        await load(1);
        const calm = await load(sized(1, 4));
        const during = load(sized(2, 6));
        await sleep(500);
        await redis.kill();
        const silent = await during;
        expect([...calm.statuses, ...silent.statuses]).toEqual([200, 200]);
        return { before: calm, dead: silent };
      },
      (waits) => !isFullSize || waits.dead.p99 < waits.before.p99 + 50,
    );
    if (isFullSize) expect(dead.p99).toBeLessThan(before.p99 + 50);

    const spent = keys[0] as TestKey;
    const answers = await Promise.all(
      Array.from({ length: LIMIT + 50 }, () => outstep.call(spent, 'GET', '/api/v1/me')),
    );
    expect(answers.filter((answer) => answer.status === 429).length).toBeGreaterThanOrEqual(50);
    expect(answers.find((answer) => answer.status === 200)?.body.limits.execute.remaining).toBe(0);

    await redis.start();
    await expect
      .poll(
        async () =>
          (await outstep.call(keys[1] as TestKey, 'GET', '/api/v1/me')).body.limits.execute.remaining,
        {
          timeout: waitLimit(5000),
          interval: 100,
        },
      )
      .toBe(60);
  });
});
