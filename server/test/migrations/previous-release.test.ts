import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createContexts } from '../../src/processes/contexts.ts';
import { maskRequests } from '../../src/processes/mask-requests.ts';
import { call } from '../harness/client.ts';
import { startEngine, type TestEngine } from '../harness/engine.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { type Outstep, startOutstep, type TestKey } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { PREVIOUS_RELEASE, previousRelease } from '../harness/previous-release.ts';
import { type OutstepProcess, runOutstepProcess, startApi, startWorker } from '../harness/process.ts';
import { callStepOfRelease } from '../harness/signed-step.ts';
import { type SmtpStandIn, startSmtpServer } from '../harness/smtp-server.ts';
import { startTarget, type Target } from '../harness/target.ts';
import { eventually } from '../harness/test-stack.ts';

const TEST_MODE = 'select first_sender_at is null as "isTest" from stores where id = $1';

/**
 * The middle of an upgrade: the schema is today's, and the processes are still those of the previous release.
 * The whole upgrade, with both releases running and the way back, is in test/upgrade.
 */
let engine: TestEngine;
let outstep: Outstep;
let api: OutstepProcess;
let worker: OutstepProcess;
let target: Target;
let smtp: SmtpStandIn;
let storeId: string;
let key: TestKey;
let secret: string;

beforeAll(async () => {
  [engine, target, smtp] = await Promise.all([startEngine(), startTarget(), startSmtpServer()]);
  outstep = await startOutstep({
    processes: 0,
    env: { ...engine.env, OUTSTEP_OUTBOUND_ALLOW: '127.0.0.0/8', OUTSTEP_BASE_URL: 'https://shop.example' },
  });
  const main = await previousRelease();
  [api, worker] = await Promise.all([
    startApi(outstep.env, main),
    startWorker(outstep.env, [main, 'worker']),
  ]);
  storeId = await outstep.newStore();
  key = await outstep.newKey(storeId, 'write');
  ({ secret } = (await outstep.operator(storeId, 'create_platform_secret', {})) as { secret: string });
  await outstep.operator(storeId, 'set_secret', { name: 'WAREHOUSE', value: 's3cret-0815' });
  // Also by the previous release: it has no test mode, which has to end nevertheless.
  const where = ['--host', '127.0.0.1', '--port', String(smtp.port), '--security', 'none'];
  const added = await runOutstepProcess(
    outstep.env,
    ['sender', 'add-smtp', '--store', storeId, '--name', 'Shop', '--from', 'orders@shop.example', ...where],
    '',
    main,
  );
  expect(added).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await Promise.all([api?.stop(), worker?.stop()]);
  await outstep?.close();
  await Promise.all([engine?.close(), target?.close(), smtp?.close()]);
});

async function ask(method: string, path: string, body?: unknown) {
  const answer = await call(api.origin, key.key, method, `/api/v1${path}`, body);
  expect(answer.status, `${method} ${path} ${answer.text}`).toBeLessThan(300);
  return answer.body;
}
const step = (action: string, fields: Record<string, unknown>) =>
  callStepOfRelease(api.origin, storeId, secret, action, {
    runId: randomUUID(),
    stepId: 'step-1',
    ...fields,
  });

/** The step's entry in history, once it has ended. */
const ended = (executionId: string) =>
  eventually(
    () => ask('GET', `/history/${executionId}`),
    ({ status }) => status !== 'PENDING',
  );

test('a store whose first sender the release before adds is live (contract: Test inbox 1)', async () => {
  const { rows } = await withClient(String(outstep.env['DATABASE_URL']), (client) =>
    client.query(TEST_MODE, [storeId]),
  );
  expect(rows).toEqual([{ isTest: false }]);
});

test(`${PREVIOUS_RELEASE} runs a signed HTTP step on today's schema, once`, async () => {
  expect((await ask('GET', '/')).release).toBe(PREVIOUS_RELEASE);
  const request = await ask('POST', '/http-requests', {
    ...{ name: 'Tell the warehouse', method: 'POST', url: `${target.origin}/orders/{{ variables.order }}` },
    headers: { Authorization: 'Bearer {{ secrets.WAREHOUSE }}' },
  });
  const { body } = await step('http-request', { requestId: request.id, variables: { order: '7' } });
  expect(await ended(body.executionId)).toMatchObject({ status: 'SUCCESS', actionConfigId: request.id });
  expect(target.received).toMatchObject([
    { url: '/orders/7', headers: { authorization: 'Bearer s3cret-0815' } },
  ]);
  expect(await ask('PATCH', `/http-requests/${request.id}`, { name: 'Renamed' })).toMatchObject({
    name: 'Renamed',
  });
});

nightlyOnly(
  `${PREVIOUS_RELEASE} creates, changes and sends layouts on today's schema, each email once`,
  async () => {
    const receipt = await ask('POST', '/email-templates', {
      ...{ name: 'Receipt', subject: 'Receipt {{ variables.order }}', category: 'transactional' },
      ...{ bodyType: 'text', body: '<p>Thank you</p>' },
    });
    await ask('PUT', `/email-templates/${receipt.id}/translations/de`, {
      ...{ subject: 'Rechnung {{ variables.order }}', body: '<p>Danke</p>' },
    });
    const news = await ask('POST', '/email-templates', {
      ...{ name: 'News', subject: 'News', category: 'marketing' },
      bodyDesign: { blocks: [{ type: 'text', html: '<p>There is news.</p>' }] },
    });
    const sent = await Promise.all([
      step('send-email', {
        ...{
          layoutId: receipt.id,
          to: ['anna@customer.example'],
          locale: 'de-AT',
          variables: { order: '7' },
        },
      }),
      step('send-email', { layoutId: news.id, to: ['ben@customer.example', 'cleo@customer.example'] }),
    ]);
    for (const { body } of sent)
      expect(await ended(body.executionId)).toMatchObject({ status: 'SUCCESS', error: null });
    expect(smtp.messages.flatMap(({ to }) => to).toSorted()).toEqual([
      'anna@customer.example',
      'ben@customer.example',
      'cleo@customer.example',
    ]);
    expect(String(smtp.messages.find(({ to }) => to.includes('anna@customer.example'))?.raw)).toContain(
      'Rechnung 7',
    );
    expect((await ask('GET', '/history?status=SUCCESS')).total).toBe(3);
    expect((await ask('GET', '/stats')).totals).toMatchObject({ total: 3, success: 3 });
    await ask('DELETE', `/email-templates/${news.id}`);
  },
);

test(`${PREVIOUS_RELEASE} changes and runs a request that this release masked meanwhile (contract: HTTP requests 5)`, async () => {
  const request = await ask('POST', '/http-requests', {
    ...{ method: 'POST', url: `${target.origin}/masked` },
    ...{ headers: { Authorization: 'Bearer typed-0815-token' }, body: { contraseña: 'gato-negro-77' } },
  });
  const contexts = createContexts(outstep.core);
  const errors: unknown[] = [];
  const masked = await maskRequests({
    ...{ settings: outstep.core.config, contextOf: contexts.asWorker, isStopping: () => false },
    onError: (error) => errors.push(error),
  });
  await contexts.close();
  expect(errors).toEqual([]);
  expect(masked).toBeGreaterThan(0);
  expect((await ask('GET', `/http-requests/${request.id}`)).body).toEqual({ contraseña: '********' });
  const { body } = await step('http-request', { requestId: request.id });
  expect(await ended(body.executionId)).toMatchObject({ status: 'SUCCESS' });
  const received = target.received.filter(({ url }) => url === '/masked');
  expect(received).toMatchObject([{ headers: { authorization: 'Bearer typed-0815-token' } }]);
  expect(String(received[0]?.body)).toContain('gato-negro-77');
  expect(await ask('PATCH', `/http-requests/${request.id}`, { name: 'Still ours' })).toMatchObject({
    name: 'Still ours',
  });
});
