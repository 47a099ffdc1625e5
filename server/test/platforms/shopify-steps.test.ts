import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acceptStep, type StepContext } from '../../src/features/delivery/steps/accept-step.ts';
import type { LaneWork } from '../../src/kernel/engine.ts';
import { withClient } from '../harness/postgres.ts';
import { runOutstep } from '../harness/process.ts';
import { runInline } from '../harness/run-inline.ts';
import { flowRun, SHOP, shopifySignature } from '../harness/shopify.ts';
import { callStep } from '../harness/signed-step.ts';
import { eventually, newTestStack, startTestStack, type TestStack } from '../harness/test-stack.ts';

const SECRET = 'shpss_steps';
const SLOW_SHOP = 'slow.myshopify.com';
const SHOPS = [SHOP, SLOW_SHOP, 'nobody.myshopify.com'].join('+');
const OTHER_APP = 'shpss_other';

let testStack: TestStack;
let request: string;
/**
 * A step of another store whose target answers on demand. Started at once, because its caller waits up to 8
 * s.
 */
let slow: { testStack: TestStack; answer(): void; run: unknown; first: ReturnType<typeof post> };

beforeAll(async () => {
  testStack = await startTestStack({
    OUTSTEP_SHOPIFY_SECRETS: `shpss_older=${SHOPS}, ${SECRET}=${SHOPS}, ${OTHER_APP}=cedar.myshopify.com`,
    OUTSTEP_SWEEP_SECONDS: '2',
  });
  request = await testStack.newRequest({ timeoutMs: 30_000 });
  const args = ['shopify', 'connect', '--store', testStack.storeId, '--shop', SHOP.toUpperCase(), '--json'];
  const connected = await runOutstep(testStack.outstep.env, args);
  expect(connected).toMatchObject({ code: 0, stdout: `${JSON.stringify({ shop: SHOP })}\n` });
  const other = await newTestStack({ ...testStack, close: async () => {} });
  await testStack.outstep.operator(other.storeId, 'connect_shopify_shop', { shop: SLOW_SHOP });
  const { promise: told, resolve: answer } = Promise.withResolvers<void>();
  other.target.answer = (response) => void told.then(() => response.end('ok'));
  const patient = await other.newRequest({ timeoutMs: 30_000 });
  const run = {
    ...flowRun('http-request', 'flow-slow', { request_id: patient, variables: '{"order":"flow-slow"}' }),
    ...{ shop_id: 2, shopify_domain: SLOW_SHOP },
  };
  slow = { testStack: other, answer, run, first: post('http-request', run) };
});
afterAll(async () => {
  await slow?.testStack.close();
  await testStack?.close();
});

const database = <Row>(text: string, values: unknown[] = []) =>
  withClient(
    testStack.outstep.env['DATABASE_URL'] as string,
    async (client) => (await client.query(text, values)).rows as Row[],
  );

async function post(last: string, fields: unknown, headers: Record<string, string> = {}, secret = SECRET) {
  const body = JSON.stringify(fields);
  const answer = await fetch(`${testStack.outstep.origin}/platforms/shopify-flow/${last}`, {
    method: 'POST',
    headers: { 'x-shopify-hmac-sha256': shopifySignature(secret, body), ...headers },
    body,
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect arbitrary content
  return { status: answer.status, body: (await answer.json()) as any };
}

const runs = (runId: string, order = runId) =>
  post(
    'http-request',
    flowRun('http-request', runId, { request_id: request, variables: `{"order":"${order}"}` }),
  );
const callsOf = (order: string) => testStack.target.received.filter(({ url }) => url === `/orders/${order}`);

const newLayout = async (key = testStack.key) => {
  const made = await testStack.outstep.call(key, 'POST', '/api/v1/email-templates', {
    name: 'Order confirmation',
    subject: 'Your order',
    bodyType: 'text',
    body: '<p>Thank you</p>',
  });
  expect(made.status, made.text).toBe(201);
  return made.body.id as string;
};
const stepCount = async (id: string) =>
  (await testStack.outstep.call(testStack.key, 'GET', `/api/v1/email-templates/${id}`)).body.stepCount;
const remove = async (id: string) =>
  (await testStack.outstep.call(testStack.key, 'DELETE', `/api/v1/email-templates/${id}`)).body;
const stranger = async () => {
  const storeId = await testStack.outstep.newStore();
  return testStack.outstep.newKey(storeId, 'write');
};

describe('a step of Flow', () => {
  test('runs, is listed in history, and returns its outcome', async () => {
    const { status, body } = await runs('flow-1');
    expect(status).toBe(200);
    expect(body).toEqual({ return_value: { executionId: expect.any(String), status: 'SUCCESS' } });
    expect(callsOf('flow-1')).toHaveLength(1);
    expect(await testStack.entry(body.return_value.executionId)).toMatchObject({
      actionType: 'HTTP_REQUEST',
      status: 'SUCCESS',
      actionConfigId: request,
      runId: 'flow-1',
      stepId: '320d4f8a-aaab-40ff-9ed2-2bc079633705',
    });
  });

  test('posted 50 times in parallel and again later is one execution and one call', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => runs('flow-many')));
    answers.push(await runs('flow-many'), await runs('flow-many', 'other'));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200, body: { return_value: { status: 'SUCCESS' } } });
    expect(callsOf('flow-many')).toHaveLength(1);
    expect(callsOf('other')).toHaveLength(0);
  });

  test('is separate from a generic step with the same run id', async () => {
    const flow = await runs('flow-both', 'both-1');
    const generic = await testStack.step(request, 'flow-both', { variables: { order: 'both-2' } });
    expect(generic.body.executionId).not.toBe(flow.body.return_value.executionId);
    expect([callsOf('both-1').length, callsOf('both-2').length]).toEqual([1, 1]);
  });

  test("200 with FAILED if the target rejects or the request doesn't exist: Flow must not repeat it", async () => {
    testStack.target.answer = (response) => response.writeHead(500).end();
    expect(await runs('flow-failed')).toMatchObject({
      status: 200,
      body: { return_value: { status: 'FAILED' } },
    });
    testStack.target.answer = (response) => response.end('ok');
    const foreign = await stranger();
    const made = await testStack.outstep.call(foreign, 'POST', '/api/v1/http-requests', {
      url: `${testStack.target.origin}/foreign`,
    });
    for (const id of [made.body.id, 'nonsense']) {
      const unknown = flowRun('http-request', `flow-${id}`, { request_id: id });
      expect(await post('x', unknown)).toMatchObject({
        status: 200,
        body: { return_value: { status: 'FAILED' } },
      });
    }
    expect(testStack.target.received.filter(({ url }) => url === '/foreign')).toEqual([]);
  });
});

describe('validate', () => {
  const generic = async (fields: Record<string, unknown>) => {
    const { outstep, storeId, secret } = testStack;
    const { status, body } = await callStep(outstep.origin, storeId, secret, 'validate', {
      stepId: 'save-1',
      ...fields,
    });
    return { status, body: body as unknown };
  };
  const fine = { status: 200, body: { valid: true, problems: [] } };
  const wrong = (...problems: [field: string, reason: string][]) => ({
    status: 200,
    body: { valid: false, problems: problems.map(([field, reason]) => ({ field, reason })) },
  });
  const nobody = '0198c0de-0000-7000-8000-0000000000aa';

  test('at the generic endpoint names missing records without revealing others’ (contract: Workflow platforms 5)', async () => {
    const layoutId = await newLayout();
    const foreign = await newLayout(await stranger());
    expect(await generic({ layoutId })).toEqual(fine);
    expect(await generic({ requestId: request })).toEqual(fine);
    for (const id of [foreign, nobody, 'nonsense']) {
      expect(await generic({ layoutId: id })).toEqual(wrong(['layoutId', 'unknown layout']));
      expect(await generic({ requestId: id })).toEqual(wrong(['requestId', 'unknown HTTP request']));
      expect(await generic({ layoutId, senderId: id })).toEqual(wrong(['senderId', 'unknown sender']));
    }
    expect(await generic({})).toEqual(wrong(['layoutId', 'required unless requestId is set']));
    const [row] = await database<{ count: number }>(
      'select count(*)::int as count from workflow_steps where action_config_id = $1',
      [foreign],
    );
    expect(row?.count).toBe(0);
  });

  test('names secrets that are missing or empty, of every language and of a request (contract: Workflow platforms 5)', async () => {
    const { outstep, storeId, key } = testStack;
    await outstep.operator(storeId, 'set_secret', { name: 'EMPTY', value: '' });
    const fields = { name: 'x', subject: 's', bodyType: 'text', body: '{{ secrets.EMPTY }}' };
    const layout = await outstep.call(key, 'POST', '/api/v1/email-templates', fields);
    const layoutId = layout.body.id;
    await outstep.call(key, 'PUT', `/api/v1/email-templates/${layoutId}/translations/de`, {
      ...{ subject: '{{ secrets.GONE }}', body: '{{ secrets.EMPTY }}' },
    });
    expect(await generic({ layoutId })).toEqual(
      wrong(['layoutId', 'secret "EMPTY" has no value'], ['layoutId', 'no secret named "GONE"']),
    );
    const requestId = await testStack.newRequest({ headers: { 'X-A': '{{ secrets.EMPTY }}' } });
    expect(await generic({ requestId })).toEqual(wrong(['requestId', 'secret "EMPTY" has no value']));
    await outstep.operator(storeId, 'set_secret', { name: 'EMPTY', value: 'now' });
    expect(await generic({ requestId })).toEqual(fine);
  });

  test('at the generic endpoint checks senders and recipients', async () => {
    const layoutId = await newLayout();
    const sender = (await testStack.outstep.operator(testStack.storeId, 'add_smtp_sender', {
      name: 'Shop',
      host: 'smtp.example.com',
      port: 587,
      from: 'shop@example.com',
    })) as { id: string };
    const to = ['anna@example.com', { name: 'Ben', address: 'ben@example.com' }, ' jo@bücher.example '];
    expect(await generic({ layoutId, senderId: sender.id, to })).toEqual(fine);
    const reason = 'must be a single email address such as anna@example.com';
    expect(await generic({ layoutId, to: ['a@example.com, b@example.com'], cc: [{ address: 'x' }] })).toEqual(
      wrong(['to[0]', reason], ['cc[0]', reason]),
    );
    expect((await generic({ layoutId, to: 'anna@example.com' })).status).toBe(400);
    expect((await generic({ layoutId, stepId: '' })).status).toBe(400);
  });

  test('at the Flow endpoint checks the properties of the action in the handle', async () => {
    const check = (properties: Record<string, unknown>) =>
      post('validate', { ...flowRun('http-request', 'x', properties), action_run_id: undefined });
    expect(await check({ request_id: request })).toEqual({ status: 200, body: { valid: true, errors: [] } });
    expect(await check({ request_id: request, variables: '{"a":{{ order.id }}}' })).toMatchObject({
      body: { valid: true },
    });
    expect(await check({ request_id: '{{ shop.metafield }}' })).toMatchObject({ body: { valid: true } });
    expect((await check({})).body).toEqual({
      valid: false,
      errors: [{ property: 'properties.request_id', message: 'required' }],
    });
    expect((await check({ request_id: nobody, variables: '{', to: 'x' })).body).toEqual({
      valid: false,
      errors: [
        { property: 'properties.to[0]', message: 'must be a single email address such as anna@example.com' },
        { property: 'properties.variables', message: 'not valid JSON' },
        { property: 'properties.request_id', message: 'unknown HTTP request' },
      ],
    });
    expect((await post('validate', flowRun('http-request', 'x', {}), {}, 'shpss_wrong')).status).toBe(401);
  });

  test('at the Flow endpoint never runs anything', async () => {
    const run = flowRun('http-request', 'flow-checked', {
      request_id: request,
      variables: '{"order":"checked"}',
    });
    expect((await post('validate', run)).body).toEqual({ valid: true, errors: [] });
    expect(callsOf('checked')).toHaveLength(0);
    const rows = await database("select 1 from runs where run_id = 'flow-checked'");
    expect(rows).toEqual([]);
  });
});

describe('the steps of a layout', () => {
  const save = (layoutId: string, stepId: string) =>
    callStep(testStack.outstep.origin, testStack.storeId, testStack.secret, 'validate', { layoutId, stepId });
  const flowSave = (layoutId: string, step_reference: string) =>
    post('validate', { ...flowRun('http-request', 'x', { layout_id: layoutId }), step_reference });

  test('are counted once each, by platform, and named in the warning of a delete (spec: Endpoint DELETE /api/v1/email-templates/:id)', async () => {
    const id = await newLayout();
    expect(await stepCount(id)).toBe(0);
    await Promise.all(['a', 'a', 'b', 'b', 'a'].map((step) => save(id, step)));
    expect(await stepCount(id)).toBe(2);
    await flowSave(id, 'a');
    expect(await stepCount(id)).toBe(3);
    const { body } = await testStack.outstep.call(testStack.key, 'GET', '/api/v1/email-templates');
    expect(body.items.find((item: { id: string }) => item.id === id).stepCount).toBe(3);
    expect((await remove(id)).warning).toBe(
      '3 workflow steps still reference this layout and will fail until they use another one',
    );
  });

  test('are counted when they ran, and history has the name of their workflow (contract: Layouts 8; History and stats 1)', async () => {
    const id = await newLayout();
    const ctx: StepContext = {
      ...testStack.outstep.core.runtime,
      heavy: runInline,
      storeId: testStack.storeId,
      db: testStack.outstep.core.database.forStore(testStack.storeId),
      vault: testStack.outstep.core.vaultFor(testStack.storeId),
      platform: 'shopify-flow',
      engine: {
        run: ({ executionId }: LaneWork) =>
          database("update executions set status = 'SUCCESS' where id = $1", [executionId]),
      },
      ledger: { schedule: [0], patienceMs: 3_600_000 },
      warn: (error: unknown) => {
        throw error;
      },
    } as unknown as StepContext;
    const take = (stepId: string, runId: string) =>
      acceptStep(ctx, {
        actionType: 'EMAIL',
        actionConfigId: id,
        actionConfigName: 'x',
        trigger: 'workflow',
        runId,
        stepId,
        workflow: 'Order paid',
        input: '{}',
      });
    const { executionId } = await take('welcome', 'mail-1');
    const entry = await testStack.outstep.call(testStack.key, 'GET', `/api/v1/history/${executionId}`);
    expect(entry.body).toMatchObject({ workflow: 'Order paid', stepId: 'welcome' });
    await take('welcome', 'mail-2');
    expect(await stepCount(id)).toBe(1);
    expect((await remove(id)).warning).toMatch(/^1 workflow step still references/);
    await expect(take('welcome', 'mail-4')).resolves.toMatchObject({ status: 200 });
  });

  test('are not counted after 90 days without a call, and maintenance deletes them', async () => {
    const id = await newLayout();
    await save(id, 'kept');
    await save(id, 'stale');
    const age = (step: string, days: number) =>
      database(
        'update workflow_steps set seen_at = now() - make_interval(days => $3) where action_config_id = $1 and step_id = $2',
        [id, step, days],
      );
    const known = async () =>
      (
        await database<{ step_id: string }>(
          'select step_id from workflow_steps where action_config_id = $1 order by 1',
          [id],
        )
      ).map((row) => row.step_id);
    await age('kept', 89);
    await age('stale', 91);
    expect(await stepCount(id)).toBe(1);
    const { maintain } = await import('../../src/processes/maintain.ts');
    const settings = { databaseAdminUrl: testStack.outstep.env['DATABASE_URL'] as string, historyDays: 400 };
    expect((await maintain(settings)).stepsForgotten).toBe(1);
    expect(await known()).toEqual(['kept']);
    await save(id, 'kept');
    const [row] = await database<{ fresh: boolean }>(
      "select seen_at > now() - interval '1 hour' as fresh from workflow_steps where action_config_id = $1",
      [id],
    );
    expect(row?.fresh).toBe(true);
    const deleteExecution = await remove(id);
    expect(deleteExecution.warning).toMatch(/^1 workflow step /);
  });
});

test('a Flow step gets 202 while it runs, and its outcome with the next call of the same run', async () => {
  expect(await slow.first).toEqual({ status: 202, body: {} });
  slow.answer();
  const ended = await eventually(
    () => post('http-request', slow.run),
    ({ status }) => status === 200,
  );
  expect(ended.body).toMatchObject({ return_value: { status: 'SUCCESS' } });
  expect(slow.testStack.target.received).toHaveLength(1);
});

describe('mandatory Shopify webhooks', () => {
  const customer = { id: 191_167, email: 'Anna@Example.com', phone: '555-625-1199' };
  const bodies = {
    'customers/data_request': {
      shop_id: 954_889,
      shop_domain: SHOP,
      orders_requested: [299_938],
      customer,
      data_request: { id: 9999 },
    },
    'customers/redact': { shop_id: 954_889, shop_domain: SHOP, customer, orders_to_redact: [299_938] },
    'shop/redact': { shop_id: 954_889, shop_domain: SHOP },
  };
  type Topic = keyof typeof bodies;
  const webhook = (topic: Topic, fields: unknown = bodies[topic], secret = SECRET) =>
    post('webhooks', fields, { 'x-shopify-topic': topic }, secret);
  const stepFor = (runId: string, email: string) =>
    post(
      'x',
      flowRun('http-request', runId, {
        request_id: request,
        variables: JSON.stringify({ order: runId, customer: { email } }),
      }),
    );
  const inputOf = (executionId: string) =>
    database('select 1 from step_inputs where execution_id = $1', [executionId]);
  const erasures = () => database('select 1 from erasures');
  const gone = (executionId: string) =>
    eventually(
      async () => (await inputOf(executionId)).length,
      (count) => count === 0,
    );

  test.each(Object.keys(bodies) as Topic[])(
    '401 for %s with a wrong signature or the secret of another app, without effect',
    async (topic) => {
      for (const secret of ['shpss_wrong', OTHER_APP])
        expect(await webhook(topic, bodies[topic], secret), secret).toEqual({
          status: 401,
          body: { error: 'the signature is missing, malformed, expired or wrong' },
        });
      expect(await erasures()).toEqual([]);
    },
  );

  test('400 if the topic, which is not signed, was replaced', async () => {
    const topics = Object.keys(bodies) as Topic[];
    for (const topic of topics)
      for (const other of topics.filter((each) => each !== topic))
        expect((await webhook(topic, bodies[other])).status, `${other} as ${topic}`).toBe(400);
    expect((await webhook('shop/redact', flowRun('http-request', 'x', {}))).status).toBe(400);
    expect((await post('webhooks', bodies['shop/redact'])).status).toBe(400);
    expect((await post('webhooks', bodies['shop/redact'], { 'x-shopify-topic': 'orders/paid' })).status).toBe(
      400,
    );
    expect(await erasures()).toEqual([]);
    expect((await runs('still-connected')).status).toBe(200);
  });

  test('200 for a shop that no store has connected, and for a customer without an address', async () => {
    for (const topic of Object.keys(bodies) as Topic[])
      expect(await webhook(topic, { ...bodies[topic], shop_domain: 'nobody.myshopify.com' })).toEqual({
        status: 200,
        body: {},
      });
    const nameless = { ...bodies['customers/redact'], customer: { id: 1, email: null } };
    expect((await webhook('customers/redact', nameless)).status).toBe(200);
    expect(await erasures()).toEqual([]);
  });

  test('data_request notifies the operator, without the address, and changes nothing', async () => {
    const { body } = await stepFor('asked', 'anna@example.com');
    expect(await webhook('customers/data_request')).toEqual({ status: 200, body: {} });
    expect(await inputOf(body.return_value.executionId)).toHaveLength(1);
    const log = testStack.outstep.apis[0]?.output ?? [];
    const said = await eventually(
      async () => log.filter((line) => line.includes('customers/data_request')),
      (lines) => lines.length > 0,
    );
    expect(JSON.parse(said[0] as string)).toMatchObject({ storeId: testStack.storeId });
    expect(log.join('\n').toLowerCase()).not.toContain('anna@example.com');
  });

  test('redact erases the inputs of ended steps of this customer only', async () => {
    const theirs = (await stepFor('anna', 'Anna@example.com')).body.return_value.executionId;
    const others = (await stepFor('joanna', 'joanna@example.com')).body.return_value.executionId;
    for (let i = 0; i < 2; i++) expect((await webhook('customers/redact')).status).toBe(200);
    await gone(theirs);
    await eventually(erasures, (rows) => rows.length === 0);
    expect(await inputOf(others)).toHaveLength(1);
    expect(await testStack.entry(theirs)).toMatchObject({ status: 'SUCCESS', runId: null });
    expect((await stepFor('anna', 'Anna@example.com')).body.return_value.executionId).toBe(theirs);
  });

  test('shop/redact erases all data and disconnects the shop; a repeat has no effect', async () => {
    const executionId = (await stepFor('last', 'carl@example.com')).body.return_value.executionId;
    await testStack.outstep.operator(testStack.storeId, 'disconnect_shopify_shop', { shop: SHOP });
    expect((await webhook('shop/redact')).status).toBe(200);
    await gone(executionId);
    expect(await database('select 1 from shopify_shops where shop_domain = $1', [SHOP])).toEqual([]);
    // Earlier steps were accepted but never reached a worker: their inputs are kept until they have ended.
    const inputs = () => database('select 1 from step_inputs where store_id = $1', [testStack.storeId]);
    const kept = await inputs();
    expect(kept.length).toBeGreaterThan(0);
    expect(await erasures()).toHaveLength(1);
    await database("update executions set status = 'FAILED', finished_at = now() where finished_at is null");
    await database('update erasures set due_at = now()');
    await eventually(erasures, (rows) => rows.length === 0);
    expect(await inputs()).toEqual([]);
    expect((await webhook('shop/redact')).status).toBe(200);
    expect(await erasures()).toEqual([]);
    expect((await runs('after')).status).toBe(401);
  });
});
