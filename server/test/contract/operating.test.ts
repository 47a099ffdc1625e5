import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMetrics, serveMetrics } from '../../src/adapters/telemetry/metrics.ts';
import { readConfig } from '../../src/config.ts';
import { freePort } from '../harness/free-port.ts';
import { type Outstep, startOutstep, type TestKey } from '../harness/outstep.ts';

let outstep: Outstep;
let key: TestKey;
let metrics: string;

beforeAll(async () => {
  const port = await freePort();
  metrics = `http://127.0.0.1:${port}`;
  outstep = await startOutstep({ env: { OUTSTEP_METRICS_PORT: String(port) } });
  key = await outstep.newKey(await outstep.newStore(), 'read');
});
afterAll(() => outstep.close());

test('health and readiness answer 200 (contract: Index and identity 3)', async () => {
  for (const path of ['/healthz', '/readyz']) {
    expect(await outstep.call(null, 'GET', path)).toMatchObject({ status: 200, body: { status: 'ok' } });
  }
});

test('serves metrics on their own port, labeled by route instead of path (contract: Index and identity 3)', async () => {
  await outstep.call(key, 'GET', '/api/v1/http-requests/some-id');
  expect((await outstep.call(null, 'GET', '/metrics')).status).toBe(404);
  const text = await (await fetch(`${metrics}/metrics`)).text();
  expect(text).toContain('outstep_http_answers_total{route="/api/v1/http-requests/:id",status="404"} 1');
  expect(text).toContain('outstep_budgets_exact 1');
  expect(text).toContain('outstep_database_timeouts_total{kind="statement"} 0');
  expect(text).toMatch(/^outstep_loop_long_turns_total \d+$/m);
  expect(text).toMatch(/^outstep_loop_longest_turn_seconds [\d.e-]+$/m);
  expect(text).not.toContain('some-id');
  expect((await fetch(`${metrics}/`)).status).toBe(404);
});

test('401 for metrics without the token of OUTSTEP_METRICS_TOKEN, if one is set', async () => {
  const counted = createMetrics({ version: '0.0.0', commit: null });
  const port = await freePort();
  const server = await serveMetrics(counted, port, {
    metricsHost: '127.0.0.1',
    metricsToken: 'scraper-of-the-shop',
  });
  const read = async (path: string, token?: string) =>
    (
      await fetch(`http://127.0.0.1:${port}${path}`, {
        ...(token && { headers: { authorization: `Bearer ${token}` } }),
      })
    ).status;
  try {
    expect(await read('/metrics')).toBe(401);
    expect(await read('/metrics', 'scraper-of-the-shoq')).toBe(401);
    expect(await read('/metrics', 'scraper-of-the-shop')).toBe(200);
    expect(await read('/healthz')).toBe(200);
  } finally {
    server.close();
  }
});

test('metrics listen on loopback unless OUTSTEP_METRICS_HOST is set', () => {
  const env = { OUTSTEP_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'), HOST: '0.0.0.0' };
  expect(readConfig(env).metricsHost).toBe('127.0.0.1');
  expect(readConfig({ ...env, OUTSTEP_METRICS_HOST: '10.0.0.5' }).metricsHost).toBe('10.0.0.5');
  expect(() => readConfig({ ...env, OUTSTEP_METRICS_TOKEN: 'short' })).toThrow(/OUTSTEP_METRICS_TOKEN/);
});

test('writes one log line per response with its request id', async () => {
  const { headers } = await outstep.call(key, 'GET', '/api/v1/me?q=secret-in-the-query');
  const requestId = headers.get('x-request-id') as string;
  const lines = () => outstep.apis[0]?.output.filter((line) => line.includes(requestId)) ?? [];
  await expect.poll(lines, { timeout: 30_000 }).toHaveLength(1);
  expect(JSON.parse(lines()[0] as string)).toMatchObject({
    requestId,
    method: 'GET',
    route: '/api/v1/me',
    status: 200,
    ms: expect.any(Number),
    keyId: key.id,
    storeId: key.storeId,
  });
  expect(lines()[0]).not.toContain('secret-in-the-query');
});

/** Sends calls with a bad key from one loopback address, one after the other; returns how long each took. */
async function timeBadKeyCalls(localAddress: string, count: number): Promise<number[]> {
  const times: number[] = [];
  const headers = { authorization: 'Bearer fak_wrong' };
  for (let i = 0; i < count; i++) {
    const started = performance.now();
    const call = request(`${outstep.origin}/api/v1/me`, { localAddress, headers }).end();
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    times.push(performance.now() - started);
    expect(answer.statusCode).toBe(401);
    await once(answer.resume(), 'end');
  }
  return times;
}

test('delays 401 for an address that keeps sending bad keys (contract: Order of checks 4)', async () => {
  const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'];
  const rounds = await Promise.all(addresses.map((address) => timeBadKeyCalls(address, 14)));
  for (const times of rounds) expect(Math.min(...times.slice(-3))).toBeGreaterThan(240);
  // A busy machine slows single calls; a deliberate delay would show at the same place in every round.
  const best = Array.from({ length: 14 }, (_, i) => Math.min(...rounds.map((times) => times[i] ?? 0)));
  expect(Math.max(...best.slice(0, 9))).toBeLessThan(240);
  expect(Math.max(...best.slice(-3))).toBeLessThan(600);
});
