import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../harness/client.ts';
import { type Outstep, startOutstep } from '../harness/outstep.ts';
import { sized } from '../harness/size.ts';
import { startTarget, type Target } from '../harness/target.ts';
import { OwnRedis } from './redis-server.ts';

const PROCESSES = sized(2, 4);
const LIMIT = 300;
const WINDOW_MS = 60_000;
const MINUTE_MS = 60_000;

let outstep: Outstep;
let target: Target;
let redis: OwnRedis;

beforeAll(async () => {
  target = await startTarget();
  redis = await OwnRedis.start();
  outstep = await startOutstep({
    processes: PROCESSES,
    env: { OUTSTEP_OUTBOUND_ALLOW: '127.0.0.1', REDIS_URL: redis.url, OUTSTEP_DATABASE_CONNECTIONS: '4' },
  });
});
afterAll(async () => {
  await outstep.close();
  await redis.kill();
  await target.close();
});

test('a Redis that is slow, but within the configured patience, counts as usual', async () => {
  const key = await outstep.newKey(await outstep.newStore(), 'execute');
  const { body: made } = await outstep.call(key, 'POST', '/api/v1/http-requests', { url: target.origin });
  redis.freeze();
  const waiting = outstep.call(key, 'POST', `/api/v1/http-requests/${made.id}/test`);
  await sleep(500);
  redis.thaw();
  expect((await waiting).status).toBe(200);
  const { body: me } = await outstep.call(key, 'GET', '/api/v1/me');
  expect(me.limits).toMatchObject({ execute: { remaining: 59 }, requests: { remaining: 297 } });
  target.received.length = 0;
});

test('never more than 300 in any 60 s over all processes, bursts at the edge included (spec: Limit: Requests per key; Limits 2) (contract: Keys and budgets 3)', async () => {
  const key = await outstep.newKey(await outstep.newStore(), 'read');
  let turnedMs = 0;
  const now = () => performance.now() + turnedMs;
  const advanceTo = async (ms: number) => {
    const by = Math.max(0, Math.round(ms - now()));
    await redis.turn(by);
    turnedMs += by;
  };
  const accepted: { sent: number; received: number }[] = [];
  let refused = 0;
  const one = async (i: number) => {
    const sent = now();
    const { status } = await call(
      outstep.apis[i % PROCESSES]?.origin as string,
      key.key,
      'GET',
      '/api/v1/secrets',
    );
    if (status === 429) refused++;
    else accepted.push({ sent, received: now() });
    expect([200, 429]).toContain(status);
  };
  const burst = (size: number) => Promise.all(Array.from({ length: size }, (_, i) => one(i)));
  const burstAround = async (edge: number) => {
    await advanceTo(edge - 300);
    while (now() < edge + 500) {
      await burst(8);
      await sleep(50);
    }
  };

  await one(0);
  const start = accepted[0]?.received as number;
  // The classic attack on a fixed window: save the budget for its end and spend the next at once.
  await advanceTo(start + WINDOW_MS - 30_000);
  await burst(LIMIT + 20);
  await burstAround(start + WINDOW_MS);
  // Only the very first unit has been restored by now.
  expect(accepted).toHaveLength(LIMIT + 1);
  await burstAround((accepted[1]?.received as number) + WINDOW_MS);
  await advanceTo((accepted[LIMIT - 1]?.received as number) + WINDOW_MS);
  await burst(LIMIT + 20);
  expect(accepted).toHaveLength(2 * LIMIT);
  for (const [i, later] of accepted.slice(LIMIT).entries()) {
    // Each was accepted between being sent and being received: this many within less than a window would be
    // proof.
    const earlier = accepted[i] as (typeof accepted)[number];
    expect(later.received - earlier.sent).toBeGreaterThanOrEqual(WINDOW_MS);
  }
  expect(refused).toBeGreaterThan(100);
});

test('60 runs in an hour over all processes, REST and tool together, apart from the request budget; without Redis none (spec: Limit: Execute calls per key; Limits 1; Limits 3) (contract: Keys and budgets 3; Keys and budgets 5)', async () => {
  const key = await outstep.newKey(await outstep.newStore(), 'execute');
  const { body: made } = await outstep.call(key, 'POST', '/api/v1/http-requests', { url: target.origin });
  const origin = (i: number) => outstep.apis[i % PROCESSES]?.origin as string;
  const overRest = (i: number) => call(origin(i), key.key, 'POST', `/api/v1/http-requests/${made.id}/test`);
  const overTool = (i: number) => {
    const params = { name: 'test_http_request', arguments: { id: made.id } };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    return call(origin(i), key.key, 'POST', '/api/mcp', message, { 'content-type': 'application/json' });
  };
  const answers = await Promise.all(
    Array.from({ length: 80 }, (_, i) => (i % 3 === 0 ? overTool(i) : overRest(i))),
  );
  expect(target.received).toHaveLength(60);
  const refusedRest = answers.filter((answer) => answer.status === 429);
  for (const { body, headers } of refusedRest) {
    expect(body.error).toMatch(/^execute budget of 60 per 3600 s used up; retry in \d+ s$/);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3000);
  }
  const refusedTools = answers.filter((answer) => answer.body.result?.isError);
  for (const { body } of refusedTools)
    expect(body.result.content[0].text).toMatch(/^execute budget of 60 per 3600 s used up/);
  expect(refusedRest.length + refusedTools.length).toBe(20);

  const me = await outstep.call(key, 'GET', '/api/v1/me');
  expect(me.status).toBe(200);
  expect(me.body.limits).toMatchObject({ execute: { remaining: 0 }, requests: { remaining: 300 - 82 } });

  await redis.turn(59 * MINUTE_MS);
  const early = await overRest(0);
  expect(early.status).toBe(429);
  expect(Number(early.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  await redis.turn(MINUTE_MS);
  expect((await overRest(1)).status).toBe(200);
  expect(target.received).toHaveLength(61);

  const fresh = await outstep.newKey(key.storeId, 'execute');
  await redis.kill();
  await expect
    .poll(async () => (await outstep.call(fresh, 'POST', `/api/v1/http-requests/${made.id}/test`)).status, {
      timeout: 3000,
    })
    .toBe(503);
  expect((await outstep.call(fresh, 'GET', '/api/v1/me')).status).toBe(200);
  expect(target.received).toHaveLength(61);
});
