import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { storesOfShop } from '../../src/features/workflow-platforms/shopify/shopify.store.ts';
import { requiredText, text } from '../../src/kernel/fields.ts';
import { jsonObject } from '../../src/kernel/json.ts';
import type { Context } from '../../src/kernel/operation.ts';
import { platformAction } from '../../src/kernel/platform-action.ts';
import { flowRun, SHOP, shopifySignature } from '../harness/shopify.ts';
import {
  EXECUTION,
  type PlatformRequest,
  type PlatformResponse,
  type PlatformTestServer,
  type RecordedCall,
  startPlatformServer,
} from './platform-server.ts';

const SECRETS = ['shpss_canary-one', 'shpss_canary-two'] as const;
const OTHER_APP = 'shpss_canary-three';
const OTHER_SHOP = 'cedar.myshopify.com';
const NOBODYS = 'nobody.myshopify.com';
const REFUSED = '{"error":"the signature is missing, malformed, expired or wrong"}';
const STEP = '320d4f8a-aaab-40ff-9ed2-2bc079633705';
const run = flowRun('http-request', 'run-1', { request_id: 'r', variables: '{"order":{"id":1001}}' });
const BODY = JSON.stringify(run);

/** Accepts what the real action accepts. */
const sendEmail = (ran: RecordedCall[]) =>
  platformAction({
    name: 'send-email',
    id: 'send_email',
    summary: 'Notes what it was asked to send.',
    input: z.object({
      runId: requiredText(200),
      stepId: requiredText(200),
      workflow: text(200).optional(),
      layoutId: requiredText(100),
      senderId: requiredText(100).optional(),
      to: z.array(z.string()).min(1, { error: 'required' }),
      cc: z.array(z.string()).default([]),
      bcc: z.array(z.string()).default([]),
      replyTo: z.string().optional(),
      locale: text(100).optional(),
      variables: jsonObject.optional(),
    }),
    output: z.object({ executionId: z.string(), status: z.string(), error: z.string() }),
    async run(ctx: Context, input) {
      ran.push({ storeId: ctx.storeId, input });
      const value = { executionId: EXECUTION, status: 'FAILED', error: 'no sender of this name' };
      return { value, status: 200, executionId: EXECUTION };
    },
  });

let testServer: PlatformTestServer;
let storeId: string;
const asked: string[] = [];

beforeAll(async () => {
  testServer = await startPlatformServer({
    actions: (ran) => [sendEmail(ran)],
    shopify: ({ core }) => ({
      secrets: [
        ...SECRETS.map((secret) => ({ secret, shops: new Set([SHOP, 'birch.myshopify.com', NOBODYS]) })),
        { secret: OTHER_APP, shops: new Set([OTHER_SHOP]) },
      ],
      storesOf(domain) {
        asked.push(domain);
        return storesOfShop(core.database.outsideStores, domain);
      },
    }),
  });
  storeId = await testServer.outstep.newStore();
  await testServer.outstep.operator(storeId, 'connect_shopify_shop', { shop: SHOP, shopId: '1' });
});
afterAll(() => testServer?.close());
afterEach(() => {
  testServer.ran.length = 0;
  asked.length = 0;
});

const signed = (body: string | Buffer, secret: string = SECRETS[0]) => ({
  'x-shopify-hmac-sha256': shopifySignature(secret, body),
});
const send = (sent: PlatformRequest) =>
  testServer.send({ url: '/platforms/shopify-flow/http-request', body: BODY, ...sent });
const sendSigned = (fields: unknown, sent: PlatformRequest = {}) => {
  const body = typeof fields === 'string' ? fields : JSON.stringify(fields);
  return send({ body, headers: signed(body), ...sent });
};

describe('a signed run', () => {
  test.each([0, 1])('200 with secret %i of the two that are live', async (index) => {
    const answer = await send({ headers: signed(BODY, SECRETS[index]) });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({
      return_value: { executionId: EXECUTION, status: 'SUCCESS' },
    });
    expect(answer.headers['x-execution-id']).toBe(EXECUTION);
    const input = { runId: 'run-1', stepId: STEP, requestId: 'r', variables: { order: { id: 1001 } } };
    expect(testServer.ran).toEqual([{ storeId, input }]);
  });

  test('202 and no value while the action has not ended', async () => {
    const answer = await sendSigned({ ...run, action_run_id: 'slow' });
    expect(answer).toMatchObject({ status: 202, text: '{}' });
    expect(answer.headers['x-execution-id']).toBe(EXECUTION);
  });

  test('200 for a step that failed on our side, because Flow must not repeat it (contract: Workflow platforms 6)', async () => {
    const answer = await sendSigned(flowRun('send-email', 'run-2', { layout_id: 'l', to: 'a@example.com' }));
    expect(answer).toMatchObject({
      status: 200,
      text: JSON.stringify({ return_value: { executionId: EXECUTION, status: 'FAILED' } }),
    });
  });

  test('503 and 500 when not accepted, so that Flow retries', async () => {
    expect((await sendSigned({ ...run, action_run_id: 'refused' })).status).toBe(503);
    expect((await sendSigned({ ...run, action_run_id: 'broken' })).status).toBe(500);
  });

  test.each(['send-email', 'anything', 'HTTP-REQUEST', 'generic'])(
    'is determined by its handle, not the path: %s (contract: Workflow platforms 6)',
    async (last) => {
      expect((await sendSigned(run, { url: `/platforms/shopify-flow/${last}` })).status).toBe(200);
      expect(testServer.ran[0]?.input).toMatchObject({ requestId: 'r' });
    },
  );

  test.each([
    ['at the top', { step_reference: 'top' }, {}, 'top'],
    ['in the properties', { step_reference: undefined }, { step_reference: 'inside' }, 'inside'],
    ['in both', { step_reference: 'top' }, { step_reference: 'inside' }, 'top'],
    ['as null and inside', { step_reference: null }, { step_reference: 'inside' }, 'inside'],
  ])('names its step %s', async (_, top, inside, stepId) => {
    const answer = await sendSigned({ ...run, ...top, properties: { ...run.properties, ...inside } });
    expect(answer.status).toBe(200);
    expect(testServer.ran[0]?.input).toMatchObject({ stepId });
  });

  test('names its shop in any case, and by its number as number or text', async () => {
    for (const shop of [
      { shopify_domain: 'ALDER.myshopify.com' },
      { shop_id: '1' },
      { shop_id: undefined },
      { shop_id: null },
    ])
      expect((await sendSigned({ ...run, ...shop })).status, JSON.stringify(shop)).toBe(200);
  });
});

describe('the properties of an action', () => {
  const mail = (properties: Record<string, unknown>) =>
    sendSigned(flowRun('send-email', 'run-3', { layout_id: 'l', to: 'a@example.com', ...properties }));

  test('become the generic call', async () => {
    const properties = {
      layout_id: ' layout-7 ',
      sender_id: 'sender-7',
      to: 'anna@example.com, ben+x@example.com ,,carl@example.com,',
      cc: 'dora@example.com',
      bcc: 'emil@example.com,fred@example.com',
      reply_to: 'shop@example.com',
      locale: 'pt-BR',
      workflow: 'Orders',
      variables: '{ "order": { "id": 1001, "note": "{{ not ours }}" } }',
      customer_id: 'gid://shopify/Customer/7',
    };
    expect((await sendSigned(flowRun('send-email', 'run-3', properties))).status).toBe(200);
    expect(testServer.ran[0]?.input).toEqual({
      runId: 'run-3',
      stepId: STEP,
      layoutId: 'layout-7',
      senderId: 'sender-7',
      to: ['anna@example.com', 'ben+x@example.com', 'carl@example.com'],
      cc: ['dora@example.com'],
      bcc: ['emil@example.com', 'fred@example.com'],
      replyTo: 'shop@example.com',
      locale: 'pt-BR',
      workflow: 'Orders',
      variables: { order: { id: 1001, note: '{{ not ours }}' } },
    });
  });

  test('are omitted when empty', async () => {
    expect((await mail({ cc: '', bcc: null, locale: '  ', variables: '', sender_id: '' })).status).toBe(200);
    expect(testServer.ran[0]?.input).toEqual({
      runId: 'run-3',
      stepId: STEP,
      layoutId: 'l',
      to: ['a@example.com'],
      cc: [],
      bcc: [],
    });
  });

  test.each([
    '"Doe, Jane" <jane@example.com>',
    'Jane <jane@example.com>',
    'Team: a@example.com, b@example.com;',
    'a@example.com b@example.com',
    'a@example.com;b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    'a@example.com\u2028b@example.com',
    '"a@example.com, b"@example.com',
    'a@example.com, <b@example.com>',
    'a@b@example.com',
    'a@127.0.0.1',
    '{{ order.email }}',
  ])('400 for recipients that are not plain addresses: %j', async (to) => {
    const answer = await mail({ to });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text).error).toMatch(
      /^properties\.to\[\d\]: must be a single email address such as anna@example\.com(; |$)/,
    );
    expect(testServer.ran).toEqual([]);
  });

  test.each([
    [{ variables: '{' }, 'properties.variables: not valid JSON'],
    [{ variables: '[]' }, 'properties.variables: must be a JSON object'],
    [{ variables: 'null' }, 'properties.variables: must be a JSON object'],
    [{ variables: { a: 1 } }, 'properties.variables: must be text'],
    [
      { variables: `{"a":${'['.repeat(64)}${']'.repeat(64)}}` },
      'properties.variables: nested deeper than 64 levels',
    ],
    [{ to: ['a@example.com'] }, 'properties.to: must be text'],
    [{ to: '' }, 'properties.to: required'],
    [{ layout_id: undefined }, 'properties.layout_id: required'],
    [
      { layout_id: 7, cc: 'x' },
      'properties.layout_id: must be text; properties.cc[0]: must be a single email address such as anna@example.com',
    ],
    [{ layout_id: 'x'.repeat(101) }, 'properties.layout_id: at most 100 characters'],
  ])('400 for %j', async (properties, error) => {
    expect(await mail(properties)).toMatchObject({ status: 400, text: JSON.stringify({ error }) });
    expect(testServer.ran).toEqual([]);
  });

  test.each([
    ['{', 'request body: not valid JSON'],
    [{ ...run, handle: 'drop-tables' }, 'handle: unknown action'],
    [{ ...run, handle: 'validate' }, 'handle: unknown action'],
    [{ ...run, handle: 'constructor' }, 'handle: unknown action'],
    [{ ...run, handle: undefined }, 'handle: required'],
    [{ ...run, action_run_id: undefined }, 'action_run_id: required'],
    [{ ...run, action_run_id: 7 }, 'action_run_id: must be text'],
    [{ ...run, step_reference: undefined }, 'step_reference: required'],
    [{ ...run, properties: [] }, 'properties: must be an object'],
    [{ ...run, properties: undefined }, 'properties.request_id: required'],
  ])('400 for a call with %j', async (fields, error) => {
    expect(await sendSigned(fields)).toMatchObject({ status: 400, text: JSON.stringify({ error }) });
    expect(testServer.ran).toEqual([]);
  });
});

describe('a rejected call', () => {
  const seen = ({ status, headers, text }: PlatformResponse) => {
    const { date: _, 'x-request-id': __, ...rest } = headers;
    return { status, headers: rest, text };
  };
  const body = (fields: Record<string, unknown>) => {
    const changed = JSON.stringify({ ...run, ...fields });
    return { body: changed, headers: signed(changed) };
  };
  const cases: [string, () => PlatformRequest][] = [
    ['no header', () => ({})],
    ['an empty one', () => ({ headers: { 'x-shopify-hmac-sha256': '' } })],
    ['a malformed one', () => ({ headers: { 'x-shopify-hmac-sha256': 'nonsense' } })],
    ['a wrong one', () => ({ headers: { 'x-shopify-hmac-sha256': `${'A'.repeat(43)}=` } })],
    ['another secret', () => ({ headers: signed(BODY, 'shpss_other') })],
    ['an empty secret', () => ({ headers: signed(BODY, '') })],
    ['the secret of another app', () => ({ headers: signed(BODY, OTHER_APP) })],
    ['both secrets together', () => ({ headers: signed(BODY, SECRETS.join(',')) })],
    ['hexadecimal', () => ({ headers: { 'x-shopify-hmac-sha256': 'a'.repeat(64) } })],
    ["the generic endpoint's headers", () => ({ headers: { 'webhook-signature': `v1,${'A'.repeat(43)}=` } })],
    ['a shop that nobody has', () => body({ shopify_domain: NOBODYS })],
    ['a shop of another number', () => body({ shop_id: 2 })],
    ['a number that is none', () => body({ shop_id: {} })],
    ['no shop', () => body({ shopify_domain: undefined })],
    ['a shop that is no text', () => body({ shopify_domain: { $ne: 1 } })],
    ['a pattern of shops', () => body({ shopify_domain: '%.myshopify.com' })],
    ['an SQL text', () => body({ shopify_domain: "' or true --" })],
  ];

  test.each(cases)('401, byte-identical and no sooner: %s', async (_, sent) => {
    const began = performance.now();
    const answer = await send(sent());
    // A timer may fire a moment early.
    expect(performance.now() - began).toBeGreaterThan(48);
    expect(answer).toMatchObject({ status: 401, text: REFUSED });
    expect(answer.headers['www-authenticate']).toBe('Shopify-Hmac-Sha256');
    expect(seen(answer)).toEqual(seen(await send({ headers: signed(BODY), body: `${BODY} ` })));
    expect(testServer.ran).toEqual([]);
  });

  test('looks up no shop before the signature is verified', async () => {
    await send({ headers: signed(BODY, 'shpss_other') });
    expect(asked).toEqual([]);
    await send({ headers: signed(BODY) });
    expect(asked).toEqual([SHOP]);
  });

  describe('with the secret of another app', () => {
    const sendAs = (fields: unknown, sent: PlatformRequest = {}) => {
      const body = typeof fields === 'string' ? fields : JSON.stringify(fields);
      return send({ body, ...sent, headers: { ...signed(body, OTHER_APP), ...sent.headers } });
    };
    const refused = { status: 401, text: REFUSED };
    const webhooks = {
      'customers/data_request': { customer: { email: 'anna@example.com' }, data_request: { id: 1 } },
      'customers/redact': { customer: { email: 'anna@example.com' }, orders_to_redact: [] },
      'shop/redact': {},
    };

    test('401 for a run and a validation, and no shop is looked up (contract: Workflow platforms 9)', async () => {
      const twice = BODY.replace('{', `{"shopify_domain":"${OTHER_SHOP}",`);
      for (const body of [BODY, BODY.replace(SHOP, SHOP.toUpperCase()), twice])
        for (const last of ['http-request', 'validate'])
          expect(await sendAs(body, { url: `/platforms/shopify-flow/${last}` })).toMatchObject(refused);
      expect(asked).toEqual([]);
      expect(testServer.ran).toEqual([]);
    });

    test.each(Object.entries(webhooks))(
      '401 for %s, whether or not a store has the shop (contract: Workflow platforms 9)',
      async (topic, fields) => {
        const webhook = (shop: string, body = { shop_domain: shop, ...fields }) =>
          sendAs(body, {
            url: '/platforms/shopify-flow/webhooks',
            headers: { 'x-shopify-topic': topic },
          });
        for (const shop of [SHOP, SHOP.toUpperCase(), NOBODYS, 'elm.myshopify.com'])
          expect(await webhook(shop), shop).toMatchObject(refused);
        expect(asked).toEqual([]);
        expect(await webhook(OTHER_SHOP)).toMatchObject({ status: 200, text: '{}' });
        expect(asked).toEqual([OTHER_SHOP]);
      },
    );

    test('200 for its own shop, once a store has it', async () => {
      const fields = { ...run, shopify_domain: OTHER_SHOP, shop_id: 3 };
      expect(await sendAs(fields)).toMatchObject(refused);
      const id = await testServer.outstep.newStore();
      await testServer.outstep.operator(id, 'connect_shopify_shop', { shop: OTHER_SHOP });
      expect((await sendAs(fields)).status).toBe(200);
      expect(await sendSigned(fields)).toMatchObject(refused);
      expect(testServer.ran.map((each) => each.storeId)).toEqual([id]);
    });
  });

  test('401 after changing any bit of the body or the signature', async () => {
    const flips = (text: string) =>
      [...Buffer.from(text)].flatMap((_, index) =>
        Array.from({ length: 8 }, (_, bit) => {
          const bytes = Buffer.from(text);
          bytes[index] = (bytes[index] as number) ^ (1 << bit);
          return bytes;
        }),
      );
    const headers = signed(BODY);
    const calls: PlatformRequest[] = [
      ...flips(BODY).map((changed) => ({ headers, body: changed })),
      ...flips(headers['x-shopify-hmac-sha256']).map((changed) => ({
        headers: { 'x-shopify-hmac-sha256': changed.toString('latin1') },
      })),
    ];
    const answers = await Promise.all(calls.map(send));
    expect(answers.length).toBeGreaterThan(2000);
    expect(answers.filter(({ status, text }) => status !== 401 || text !== REFUSED)).toEqual([]);
    expect(testServer.ran).toEqual([]);
    expect((await send({ headers })).status).toBe(200);
  });

  test('401 before 413, and 404 and 405 before both', async () => {
    const large = ' '.repeat(2 * 1024 * 1024 + 1);
    expect((await send({ body: large })).status).toBe(401);
    expect((await sendSigned(large)).status).toBe(413);
    const deep = '['.repeat(65);
    expect((await send({ body: deep, headers: signed(BODY) })).status).toBe(401);
    expect((await sendSigned(deep)).status).toBe(413);
    expect((await send({ url: '/platforms/shopify-flow' })).status).toBe(404);
    expect((await send({ url: '/platforms/shopify-flow/a/b' })).status).toBe(404);
    expect((await send({ method: 'GET', body: '' })).status).toBe(405);
  });

  test('401 for every call without a configured secret', async () => {
    const closed = await startPlatformServer({ shopify: () => ({ secrets: [] }) });
    try {
      for (const secret of ['', 'undefined', SECRETS[0]])
        expect(
          await closed.send({ url: '/platforms/shopify-flow/x', body: BODY, headers: signed(BODY, secret) }),
        ).toMatchObject({ status: 401, text: REFUSED });
    } finally {
      await closed.close();
    }
  });
});

test('a shop is accepted while it is connected, and belongs to one store at a time', async () => {
  const [first, second] = [await testServer.outstep.newStore(), await testServer.outstep.newStore()];
  const shop = 'birch.myshopify.com';
  const status = async () => (await sendSigned({ ...run, shopify_domain: shop })).status;
  const operator = (id: string, verb: string) =>
    testServer.outstep.operator(id, `${verb}_shopify_shop`, { shop });
  expect(await status()).toBe(401);
  expect(await operator(first, 'connect')).toEqual({ shop });
  expect(await operator(first, 'connect')).toEqual({ shop });
  await expect(operator(second, 'connect')).rejects.toMatchObject({ kind: 'conflict' });
  expect(await status()).toBe(200);
  await expect(operator(second, 'disconnect')).rejects.toMatchObject({ kind: 'not_found' });
  expect(await status()).toBe(200);
  await operator(first, 'disconnect');
  expect(await status()).toBe(401);
  await operator(second, 'connect');
  expect(await status()).toBe(200);
  expect(testServer.ran.map((each) => each.storeId)).toEqual([first, first, second]);
  await expect(operator(first, 'connect')).rejects.toMatchObject({ kind: 'conflict' });
});

test('logs the store of a signed call, but no secret, signature or body', async () => {
  testServer.logged.length = 0;
  const fields = { ...run, action_run_id: 'broken', properties: { request_id: 'canary-body' } };
  const { status } = await sendSigned(fields);
  await sendSigned({ ...fields, shopify_domain: 'canary-shop.myshopify.com' });
  const lines = testServer.logged.map((line) => JSON.parse(line));
  expect(status).toBe(500);
  expect(
    lines.filter((line) => line.status !== undefined).map((line) => [line.status, line.storeId]),
  ).toEqual([
    [500, storeId],
    [401, undefined],
  ]);
  const log = testServer.logged.join('');
  for (const text of ['canary', signed(JSON.stringify(fields))['x-shopify-hmac-sha256']])
    expect(log).not.toContain(text);
});
