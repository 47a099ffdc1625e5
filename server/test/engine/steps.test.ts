import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../harness/free-port.ts';
import { readMetrics } from '../harness/metrics.ts';
import { withClient } from '../harness/postgres.ts';
import { callStep, type StepAnswer } from '../harness/signed-step.ts';
import { TestClock } from '../harness/test-clock.ts';
import { eventually, newTestStack, startTestStack, type TestStack } from '../harness/test-stack.ts';

const HOUR_MS = 3_600_000;

let clock: TestClock;
let testStack: TestStack;
let request: string;
let metricsPort: string;
/**
 * A step of another store whose target answers on demand. Started at once, because its caller waits up to 8
 * s.
 */
let slow: { testStack: TestStack; answer(): void; request: string; first: Promise<StepAnswer> };

beforeAll(async () => {
  clock = await TestClock.start();
  metricsPort = String(await freePort());
  const env = {
    OUTSTEP_RETRY_SECONDS: '0,0.2,0.2',
    OUTSTEP_SWEEP_SECONDS: '2',
    OUTSTEP_WORKER_METRICS_PORT: metricsPort,
  };
  testStack = await startTestStack(env, clock.databaseUrl);
  request = await testStack.newRequest();
  const other = await newTestStack({ ...testStack, close: async () => {} });
  const { promise: told, resolve: answer } = Promise.withResolvers<void>();
  other.target.answer = (response) => void told.then(() => response.end('late'));
  const patient = await other.newRequest({ timeoutMs: 30_000 });
  slow = { testStack: other, answer, request: patient, first: other.step(patient, 'slow') };
}, 120_000);
afterAll(async () => {
  await slow?.testStack.close();
  await testStack?.close();
  await clock?.close();
});

const callsOf = (order: string) => testStack.target.received.filter(({ url }) => url === `/orders/${order}`);
const ended = (id: string) =>
  eventually(
    () => testStack.entry(id),
    ({ status }) => status !== 'PENDING',
  );

test('the worker serves /healthz next to its metrics', async () => {
  const answer = await fetch(`http://127.0.0.1:${metricsPort}/healthz`);
  expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }]);
});

test('the worker serves its own metrics, including the duration of event-loop turns', async () => {
  const text = await readMetrics(metricsPort);
  expect(text).toMatch(/^outstep_loop_long_turns_total \d+$/m);
});

describe('an HTTP request as a step', () => {
  test('makes the call once and responds with its outcome', async () => {
    const answer = await testStack.step(request, 'first');
    expect(answer).toMatchObject({
      status: 200,
      body: { executionId: expect.any(String), status: 'SUCCESS' },
    });
    expect(callsOf('first')).toHaveLength(1);
    const entry = await testStack.entry(answer.body.executionId);
    expect(entry).toMatchObject({
      actionType: 'HTTP_REQUEST',
      status: 'SUCCESS',
      actionConfigId: request,
      actionConfigName: 'Tell the warehouse',
      trigger: 'workflow',
      runId: 'first',
      stepId: 'step-1',
      attempts: 1,
      error: null,
      response: { status: 200 },
    });
    expect(entry['startedAt']).not.toBeNull();
    expect(entry['timeline']).toEqual([
      { at: expect.any(String), event: 'sent' },
      { at: expect.any(String), event: 'answered' },
    ]);
  });

  test('the same run posted 100 times in parallel and again after the end is one execution and one call (contract: Workflow platforms 3)', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => testStack.step(request, 'repeated')));
    const later = await testStack.step(request, 'repeated');
    const changed = await testStack.step(request, 'repeated', { variables: { order: 'other' } });
    expect(new Set([...answers, later, changed].map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(later.body.status).toBe('SUCCESS');
    expect(callsOf('repeated')).toHaveLength(1);
    expect(callsOf('other')).toHaveLength(0);
  });

  test('400 for a run id of another step or action, without effect (contract: Workflow platforms 3)', async () => {
    const { body } = await testStack.step(request, 'shared');
    expect(body.status).toBe('SUCCESS');
    const error = 'runId: belongs to another step; give each run of each step its own run ID';
    expect(await testStack.step(request, 'shared', { stepId: 'step-2' })).toMatchObject({
      status: 400,
      body: { error },
    });
    const mail = { runId: 'shared', stepId: 'step-1', layoutId: request, to: ['anna@customer.example'] };
    const { outstep, storeId, secret } = testStack;
    expect(await callStep(outstep.origin, storeId, secret, 'send-email', mail)).toMatchObject({
      status: 400,
      body: { error },
    });
    expect(callsOf('shared')).toHaveLength(1);
    const named = { stepId: 'for anna@customer.example' };
    const first = await testStack.step(request, 'masked', named);
    expect((await testStack.step(request, 'masked', named)).body).toEqual(first.body);
  });

  test('ends as FAILED when the target fails, with the message that history shows', async () => {
    testStack.target.answer = (response) => response.writeHead(500).end('no');
    const { status, body } = await testStack.step(request, 'broken');
    expect(status).toBe(200);
    expect(body).toEqual({
      executionId: expect.any(String),
      status: 'FAILED',
      error: 'the server responded with 500',
    });
    expect(callsOf('broken')).toHaveLength(1);
    expect(await testStack.entry(body.executionId)).toMatchObject({ status: 'FAILED', error: body.error });
  });

  test('fails with a plain reason when it cannot run (contract: HTTP requests 8)', async () => {
    const reasons = {
      'http://10.0.0.1/':
        /^10\.0\.0\.1 is or resolves to a private or reserved IP address; an operator can allow it/,
      'http://printer.local/': /^printer\.local is a local name; an operator can allow it/,
    };
    for (const [url, reason] of Object.entries(reasons)) {
      const { body } = await testStack.step(await testStack.newRequest({ url }), `forbidden ${url}`);
      expect(body).toMatchObject({ status: 'FAILED', error: expect.stringMatching(reason) });
      expect(await testStack.entry(body.executionId)).toMatchObject({ status: 'FAILED', error: body.error });
    }
    const header = await testStack.newRequest({ headers: { 'X-Note': '{{ variables.order }}' } });
    const { body } = await testStack.step(header, 'two lines', { variables: { order: 'two\nlines' } });
    expect(body).toMatchObject({
      status: 'FAILED',
      error: 'headers.X-Note: more than one line after rendering',
    });
    const broken = await testStack.newRequest({ method: 'POST', body: '{"a": {{ variables.gone }} }' });
    expect((await testStack.step(broken, 'no JSON')).body).toMatchObject({
      status: 'FAILED',
      error: expect.stringMatching(/^body: not valid JSON.* after rendering/),
    });
    expect(callsOf('no JSON')).toHaveLength(0);
  });

  test('calls a target again if it did not accept the request, and history lists each attempt', async () => {
    testStack.target.answer = (response) => response.writeHead(callsOf('busy').length < 3 ? 503 : 200).end();
    const { body } = await testStack.step(request, 'busy');
    expect(body.status).toBe('SUCCESS');
    expect(callsOf('busy')).toHaveLength(3);
    const entry = await testStack.entry(body.executionId);
    expect(entry).toMatchObject({ attempts: 3, status: 'SUCCESS' });
    expect((entry['timeline'] as { event: string }[]).map(({ event }) => event)).toEqual([
      'retry',
      'retry',
      'sent',
      'answered',
    ]);
  });

  test('ends as FAILED after the last attempt of the schedule', async () => {
    testStack.target.answer = (response) => response.writeHead(503).end();
    const { body } = await testStack.step(request, 'never');
    const entry = await ended(body.executionId);
    expect(entry).toMatchObject({ attempts: 3, status: 'FAILED', error: 'the server responded with 503' });
    expect(callsOf('never')).toHaveLength(3);
  });

  test("ends as FAILED with a plain reason for an unknown request, another store's request and failing Liquid", async () => {
    testStack.target.answer = (response) => response.end();
    const elsewhere = await testStack.outstep.newKey(await testStack.outstep.newStore(), 'write');
    const foreign = await testStack.outstep.call(elsewhere, 'POST', '/api/v1/http-requests', {
      url: `${testStack.target.origin}/foreign`,
    });
    for (const id of ['no-id', '0198c0de-0000-7000-8000-000000000000', foreign.body.id]) {
      const { status, body } = await testStack.step(id, `missing ${id}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        status: 'FAILED',
        error: 'the HTTP request of this step does not exist; choose another one in the workflow',
      });
      expect(await testStack.entry(body.executionId)).toMatchObject({ actionConfigId: null, attempts: 0 });
    }
    const looping = await testStack.newRequest({
      url: `${testStack.target.origin}/looping`,
      body: '{% for a in (1..100000) %}{% for b in (1..100000) %}x{% endfor %}{% endfor %}',
    });
    const { body } = await testStack.step(looping, 'looping');
    expect(body).toMatchObject({ status: 'FAILED', error: expect.stringContaining('body: Liquid') });
    expect(testStack.target.received.filter(({ url }) => /foreign|looping/.test(url))).toEqual([]);
  });

  test('stores its input encrypted, and nowhere else in the database', async () => {
    const canary = 'Ermintrude Abernathy-Quux';
    const { body } = await testStack.step(request, 'sealed', {
      variables: { order: 'sealed', name: canary },
    });
    expect(body.status).toBe('SUCCESS');
    await withClient(testStack.outstep.env['DATABASE_URL'] as string, async (client) => {
      const { rows } = await client.query(
        `select i.sealed, i::text as input, e::text as execution from step_inputs i
         join executions e on e.id = i.execution_id where i.execution_id = $1`,
        [body.executionId],
      );
      expect(rows[0].sealed.length).toBeGreaterThan(canary.length);
      expect(rows[0].input + rows[0].execution + rows[0].sealed.toString('latin1')).not.toContain(
        'Ermintrude',
      );
    });
  });

  test('202 after 8 s, and later the outcome of the same run (contract: Workflow platforms 4)', async () => {
    const first = await slow.first;
    expect(first).toMatchObject({ status: 202, body: { status: 'PENDING' } });
    const again = slow.testStack.step(slow.request, 'slow');
    slow.answer();
    expect(await again).toMatchObject({
      status: 200,
      body: { executionId: first.body.executionId, status: 'SUCCESS' },
    });
    expect(slow.testStack.target.received).toHaveLength(1);
  });

  test('accepts steps while the engine is down and runs them once it is back', async () => {
    await testStack.engine.kill();
    const { status, body } = await testStack.step(request, 'away');
    expect({ status, state: body.status }).toEqual({ status: 202, state: 'PENDING' });
    expect(callsOf('away')).toHaveLength(0);
    await testStack.engine.start();
    await clock.turn(HOUR_MS);
    expect(await ended(body.executionId)).toMatchObject({ status: 'SUCCESS' });
    expect(callsOf('away')).toHaveLength(1);
  });

  test('registers the worker with a wiped engine and resubmits its work', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    testStack.target.answer = (response, { url }) =>
      url.includes('blocking') ? void held.then(() => response.end()) : response.end();
    // Occupy most of the store's slots, so that the next steps wait inside the engine.
    const patient = await testStack.newRequest({ timeoutMs: 30_000 });
    const blocking = Array.from({ length: 24 }, (_, i) => testStack.step(patient, `blocking-${i}`));
    const waiting = Array.from({ length: 5 }, (_, i) => testStack.step(patient, `forgotten-${i}`));
    await eventually(
      async () => testStack.target.received.filter(({ url }) => url.includes('blocking')).length,
      (count) => count >= 4,
    );
    await testStack.engine.kill();
    await testStack.engine.wipe();
    await testStack.engine.start();
    release();
    const ids = (await Promise.all([...blocking, ...waiting])).map(({ body }) => body.executionId);
    for (const id of ids) expect(await ended(id)).toMatchObject({ status: 'SUCCESS' });
    const orders = testStack.target.received.filter(({ url }) => /blocking|forgotten/.test(url));
    expect(orders.map(({ url }) => url).sort()).toEqual([...new Set(orders.map(({ url }) => url))].sort());
    expect(orders).toHaveLength(29);
  }, 120_000);

  test('ends a test whose process died, reporting that the call may have been made', async () => {
    testStack.target.answer = () => undefined;
    const execute = await testStack.outstep.newKey(testStack.storeId, 'execute');
    const dying = await testStack.newRequest({ url: `${testStack.target.origin}/dying`, timeoutMs: 1000 });
    const api = testStack.outstep.apis[0];
    if (!api) throw new Error('no process');
    const calling = testStack.outstep
      .call(execute, 'POST', `/api/v1/http-requests/${dying}/test`, {})
      .catch(() => null);
    await eventually(
      async () => testStack.target.received.some(({ url }) => url === '/dying'),
      (called) => called,
    );
    await api.stop('SIGKILL');
    await calling;
    // The lease of the killed process has expired.
    await clock.turn(HOUR_MS);
    const db = testStack.outstep.core.database.forStore(testStack.storeId);
    const [row] = await eventually(
      () =>
        db.rows<{ status: string; error: string }>({
          statement: {
            name: 'test_dying',
            text: `select status, error from executions where action_config_id = $1`,
          },
          values: [dying],
        }),
      ([found]) => found?.status === 'FAILED',
      60_000,
    );
    expect(row?.error).toContain('the target may have received it, so it was not repeated');
  }, 120_000);
});
