import { randomUUID } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEngine } from '../harness/engine.ts';
import { freePort } from '../harness/free-port.ts';
import { startOutstep } from '../harness/outstep.ts';
import { startWorker } from '../harness/process.ts';
import { appEnv } from '../harness/shared.ts';
import { sampled } from '../harness/size.ts';
import { eventually, newTestStack, type TestStack } from '../harness/test-stack.ts';
import { type CaptureStack, captureStack } from '../sending/capture-stack.ts';

/** Everything that an operator could allow, so that only the rule about own ports is tested. */
const EVERYTHING = '0.0.0.0/0,::/0,localhost';

let testStack: CaptureStack;
let adminUrl: string;
const ports: Record<string, number> = {};

beforeAll(async () => {
  const engine = await startEngine();
  adminUrl = String(engine.env['RESTATE_ADMIN_URL']);
  const portOf = (url: unknown) => Number(new URL(String(url)).port);
  Object.assign(ports, {
    ...{ api: await freePort(), worker: await freePort() },
    ...{ metrics: await freePort(), 'worker metrics': await freePort() },
    'engine ingress': portOf(engine.env['RESTATE_INGRESS_URL']),
    ...{ 'engine admin': portOf(adminUrl), 'engine node': portOf(engine.metricsUrl) },
  });
  const outstep = await startOutstep({
    env: {
      ...{ ...appEnv, ...engine.env, OUTSTEP_OUTBOUND_ALLOW: EVERYTHING },
      ...{ PORT: String(ports['api']), OUTSTEP_WORKER_PORT: String(ports['worker']) },
      OUTSTEP_METRICS_PORT: String(ports['metrics']),
      OUTSTEP_WORKER_METRICS_PORT: String(ports['worker metrics']),
      OUTSTEP_ENGINE_PORTS: ['engine ingress', 'engine admin', 'engine node']
        .map((name) => ports[name])
        .join(),
    },
  });
  const worker = await startWorker(outstep.env);
  const close: TestStack['close'] = async () => {
    await worker.stop();
    await outstep.close();
    await engine.close();
  };
  testStack = await captureStack(await newTestStack({ outstep, engine, worker, close }));
});
afterAll(() => testStack?.close());

const deployments = async () =>
  (await (await fetch(`${adminUrl}/deployments`)).json()) as { deployments: { id: string }[] };

/** A non-loopback address of this machine, if it has one. */
const elsewhere = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .filter(({ internal, family }) => !internal && family === 'IPv4')
  .map(({ address }) => address)
  .slice(0, 1);

const hosts = [
  ...['127.0.0.1', '127.1', '127.8.9.10', '2130706433', 'localhost', '0.0.0.0', '0', '[::1]', '[::]'],
  ...['[::ffff:127.0.0.1]', '[::ffff:0.0.0.0]', '[64:ff9b::127.0.0.1]', ...elsewhere],
];
const services = [
  'api',
  'worker',
  'metrics',
  'worker metrics',
  'engine ingress',
  'engine admin',
  'engine node',
];
const refusal = /belongs to Outstep itself and cannot be called/;

/** Creates a request with the URL and tests it, with an unused key. */
async function tested(url: string, method = 'GET') {
  const key = await testStack.outstep.newKey(testStack.storeId, 'execute');
  const id = await testStack.newRequest({ method, url });
  return { id, answer: await testStack.outstep.call(key, 'POST', `/api/v1/http-requests/${id}/test`, {}) };
}

describe('with every address allowed', () => {
  test('a store cannot delete a deployment of the engine (contract: HTTP requests 15)', async () => {
    const before = await deployments();
    expect(before.deployments).toHaveLength(1);
    const url = `${adminUrl}/deployments/${before.deployments[0]?.id}?force=true`;
    const { id, answer } = await tested(url, 'DELETE');
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(refusal) } });
    const step = await testStack.step(id, randomUUID());
    const entry = await eventually(
      () => testStack.entry(step.body.executionId),
      ({ status }) => status !== 'PENDING',
    );
    expect(entry).toMatchObject({ status: 'FAILED', error: expect.stringMatching(refusal) });
    expect(await deployments()).toEqual(before);
  });

  // Outside the nightly check, each service at some of the addresses, and each address for some of the
  // services.
  test.each(
    sampled(
      services.flatMap((service) => hosts.map((host) => ({ service, host }))),
      3,
    ),
  )('a request does not reach the $service port at $host', async ({ service, host }) => {
    const { answer } = await tested(`http://${host}:${ports[service]}/`);
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(refusal) } });
  });

  test.each(['postgres', 'redis'])('rejects %s, whose port is blocked by protocol', async (name) => {
    const { outstep } = testStack;
    const url = new URL(String(outstep.env[name === 'redis' ? 'REDIS_URL' : 'DATABASE_URL']));
    const { answer } = await tested(`http://127.0.0.1:${url.port || (name === 'redis' ? 6379 : 5432)}/`);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/cannot be called$/) },
    });
  });

  test('rejects SMTP servers, attachments and webhooks there', async () => {
    const port = ports['engine admin'] as number;
    const smtp = { name: 'X', host: '127.0.0.1', port, security: 'none', from: 'a@shop.example' };
    const checked = await testStack.app('POST', '/smtp-checks', smtp);
    expect(checked.text).toMatch(refusal);
    const sent = await testStack.app('POST', '/mail-tests', {
      ...{ subject: 'File', bodyType: 'text', body: 'Hello', to: 'anna@customer.example' },
      attachments: [{ filename: 'a.pdf', url: `https://127.0.0.1:${port}/deployments` }],
    });
    expect(await testStack.ended(sent.body.executionId)).toMatchObject({
      ...{ status: 'FAILED', error: expect.stringMatching(refusal) },
    });
    const owner = await testStack.person('owner');
    const call = (method: string, path: string, body?: object) =>
      owner.send(method, `/app/api/stores/${testStack.storeId}${path}`, body);
    await call('PUT', '/alert-webhook', { url: `https://127.0.0.1:${port}/deployments` });
    expect((await call('POST', '/alert-webhook/test', {})).text).toMatch(refusal);
  });

  test('reaches another port of the same machine', async () => {
    const { answer } = await tested(`${testStack.target.origin}/`);
    expect(answer.status, answer.text).toBe(200);
    expect(testStack.target.received).toHaveLength(1);
  });
});
