import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bind, statement } from '../../src/kernel/ports.ts';
import { withClient } from '../harness/postgres.ts';
import { runOutstep } from '../harness/process.ts';
import { callTool } from '../mcp/posts.ts';
import { type MailStack, sharedMailStack } from '../sending/mail-stack.ts';

let testStack: MailStack;
let layoutId: string;
let requestId: string;
/** The execution IDs by the subject of each. */
const runs = { mail: '', call: '', failed: '', plain: '' };
const anna = `anna.mueller-${randomUUID().slice(0, 8)}@customer.example`;

beforeAll(async () => {
  testStack = await sharedMailStack();
  layoutId = await testStack.layout({
    ...{
      bodyType: 'text',
      name: 'Shipping 100%',
      subject: 'Parcel of {{ variables.order.name }} for {{ variables.to }}',
    },
    body: '<p>Hello</p>',
    defaultLocale: 'en',
  });
  await testStack.translation(layoutId, 'de', {
    subject: 'Paket von {{ variables.order.name }}',
    body: '<p>Hallo</p>',
  });
  requestId = await testStack.newRequest({
    name: 'Tell the warehouse',
    url: `${testStack.target.origin}/orders`,
  });
  const variables = { order: { name: '#1001', id: 56_340_001 }, to: anna, user_id: 'anna.mueller' };
  runs.mail = (
    await testStack.send(layoutId, 'run-A1', {
      to: [anna],
      variables,
      workflow: 'Order fulfilled',
      stepId: 'notify-buyer',
    })
  ).id;
  testStack.target.answer = (response) => response.end('ok');
  const step = (runId: string, fields: Record<string, unknown>) => testStack.step(requestId, runId, fields);
  runs.call = (
    await step('run-B2', {
      variables: {
        ...{
          lines: [{ sku: 'SKU-77' }],
          order_id: 'gid://shopify/Order/9001',
          customer_number: '+49 170 1234567',
        },
        ...{ to: 'greta.holm@buyer.example', user_id: 'greta.holm', payment_id: '4111-1111-1111-1111' },
      },
    })
  ).body.executionId;
  testStack.target.answer = (response) => response.writeHead(503).end('down');
  runs.failed = (await step('run-C3', { variables: { order: { id: 9002 } } })).body.executionId;
  await testStack.ended(runs.failed);
  testStack.target.answer = (response) => response.end('ok');
  runs.plain = (
    await testStack.send(layoutId, 'run-D4', { to: ['bo@customer.example'], locale: 'de', variables: {} })
  ).id;
}, 60_000);
afterAll(() => testStack?.close());

const list = (query: Record<string, string>) =>
  testStack.outstep.call(testStack.key, 'GET', `/api/v1/history?${new URLSearchParams(query)}`);
async function found(query: Record<string, string>): Promise<string[]> {
  const { status, body } = await list(query);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({ total: body.items.length, pages: body.items.length > 0 ? 1 : 0 });
  const names = Object.fromEntries(Object.entries(runs).map(([name, id]) => [id, name]));
  return body.items.map(({ id }: { id: string }) => names[id] ?? id);
}

describe('q of history', () => {
  test.each([
    ['the order name of a variable', '#1001', ['mail']],
    ['an ID of a variable', '56340001', ['mail']],
    ['the subject', 'PARCEL', ['mail']],
    ['words of several places', 'parcel 1001 fulfilled', ['mail']],
    ['the run', 'run-A1', ['mail']],
    ['the workflow', 'order fulfilled', ['mail']],
    ['the step', 'notify-buyer', ['mail']],
    ['a sku', 'sku-77', ['call']],
    ['the last part of an id', '9001', ['call']],
    ['the whole id', 'gid://shopify/Order/9001', ['call']],
    ['the error', '503', ['failed']],
    ['nothing that has only one of the words', 'parcel 9001', []],
    ['no part of a word', 'parce', []],
    ['no part of a number', '100', ['plain', 'mail']],
    ['the name of a layout, anywhere in it', 'IPPING 1', ['plain', 'mail']],
    ['the name of a request', 'warehou', ['failed', 'call']],
    ['% and _ as they are', '_', []],
    ['words or a name, each entry once', 'shipping', ['plain', 'mail']],
    ['nothing', '', ['plain', 'failed', 'call', 'mail']],
  ])(
    'finds by %s (contract: Lists 3; History and stats 15; History and stats 16)',
    async (_, q, expected) => {
      expect(await found({ q })).toEqual(expected);
    },
  );

  test('finds no run by an address or part of one, wherever it was (contract: History and stats 15)', async () => {
    const [local = '', domain = ''] = anna.split('@');
    for (const q of [
      anna,
      local,
      domain,
      'anna.mueller',
      'mueller',
      `parcel ${anna}`,
      'bo@customer.example',
      'an******@customer.example',
    ])
      expect({ q, found: await found({ q }) }).toEqual({ q, found: [] });
  });

  test('finds no run by masked values, whole or in part (contract: History and stats 16)', async () => {
    for (const q of [
      ...['greta.holm', 'greta', 'holm', 'buyer.example', '+49 170 1234567', '49', '170', '1234567'],
      ...['4111-1111-1111-1111', '4111', '1111', '4111111111111111'],
    ])
      for (const asked of [q, `run-B2 ${q}`])
        expect({ asked, found: await found({ q: asked }) }).toEqual({ asked, found: [] });
    expect(await found({ q: 'run-B2 sku-77' })).toEqual(['call']);
  });

  test('combines with the other filters, and pages (contract: Lists 1; History and stats 17)', async () => {
    expect(await found({ q: 'shipping', locale: 'DE' })).toEqual(['plain']);
    expect(await found({ q: 'parcel', status: 'FAILED' })).toEqual([]);
    expect(await found({ q: 'ware', status: 'FAILED', actionType: 'HTTP_REQUEST' })).toEqual(['failed']);
    expect(await found({ q: '1001', actionConfigId: requestId })).toEqual([]);
    expect(await found({ q: 'shipping', runId: 'run-A1' })).toEqual(['mail']);
    expect(await found({ q: '1001', runId: 'run-D4' })).toEqual([]);
    expect(await found({ q: '1001', to: '2020-01-01' })).toEqual([]);
    const pages = [];
    for (const page of ['1', '2', '3']) pages.push((await list({ q: 'ing', limit: '1', page })).body);
    expect(
      pages.map(({ items, total, pages: count }) => [
        items.map((each: { id: string }) => each.id),
        total,
        count,
      ]),
    ).toEqual([
      [[runs.plain], 2, 2],
      [[runs.mail], 2, 2],
      [[], 2, 2],
    ]);
  });

  test('works in the tool (spec: Tool list_history)', async () => {
    const { value } = await callTool(testStack.outstep, testStack.key, 'list_history', {
      q: '#1001',
      trigger: 'workflow',
    });
    expect(value.items.map(({ id }: { id: string }) => id)).toEqual([runs.mail]);
  });

  test('stores no readable words, and at most 32 (contract: History and stats 15)', async () => {
    const long = Array.from({ length: 28 }, (_, i) => `word${i}`).join(' ');
    const { body } = await testStack.step(requestId, 'run-E5', {
      workflow: long,
      stepId: long,
    });
    await testStack.ended(body.executionId);
    const rows = await withClient(
      testStack.outstep.env['DATABASE_URL'] as string,
      async (client) =>
        (await client.query('select words from execution_words where store_id = $1', [testStack.storeId]))
          .rows,
    );
    expect(rows.length).toBeGreaterThan(4);
    for (const { words } of rows) {
      expect(words.length).toBeLessThanOrEqual(32);
      expect(new Set(words).size).toBe(words.length);
    }
    expect(await found({ q: 'word0' })).toEqual([body.executionId]);
    expect(await found({ q: 'word27' })).toEqual([]);
  });

  test('of another store finds nothing, though it has the same words (spec: What the service does 7)', async () => {
    const other = await testStack.outstep.newKey(await testStack.outstep.newStore(), 'read');
    for (const query of ['q=1001', 'q=shipping', 'runId=run-A1'])
      expect((await testStack.outstep.call(other, 'GET', `/api/v1/history?${query}`)).body).toMatchObject({
        items: [],
        total: 0,
      });
  });
});

test('no execution of another store is found, though it has the same hash (spec: What the service does 7)', async () => {
  const stores = [testStack.storeId, await testStack.outstep.newStore()];
  const rows = stores.map((storeId) => ({
    storeId,
    id: testStack.outstep.core.runtime.newId(),
    hash: '4211',
  }));
  await withClient(testStack.outstep.env['DATABASE_URL'] as string, async (client) => {
    for (const { storeId, id, hash } of rows)
      await client.query(
        'insert into execution_words (store_id, execution_id, words) values ($1, $2, array[$3::bigint])',
        [...[storeId, id, hash]],
      );
  });
  const withHash = statement<{ id: string }>(
    'test_executions_with_words',
    'select executions_with_words(array[4211]::bigint[], $1, $2) as id',
  );
  const all = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
  for (const { storeId, id } of rows)
    expect(await testStack.outstep.core.database.forStore(storeId).rows(bind(withHash, ...all))).toEqual([
      { id },
    ]);
  expect(await testStack.outstep.core.database.outsideStores.rows(bind(withHash, ...all))).toEqual([]);
});

describe('filters of history', () => {
  const today = new Date().toISOString().slice(0, 10);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const soon = new Date(Date.now() + 60_000).toISOString();

  test.each<[Record<string, string>, string[]]>([
    [{ runId: 'run-B2' }, ['call']],
    [{ runId: 'RUN-b2' }, []],
    [{ runId: 'run' }, []],
    [{ runId: anna }, []],
    [{ locale: 'de' }, ['plain']],
    [{ locale: 'en', actionType: 'EMAIL' }, ['mail']],
    [{ trigger: 'test' }, []],
    [{ trigger: 'workflow', status: 'FAILED' }, ['failed']],
    [{ to: yesterday }, []],
    [{ from: yesterday, to: today, status: 'FAILED' }, ['failed']],
    [{ from: soon }, []],
    [{ from: yesterday, to: soon, actionType: 'EMAIL' }, ['plain', 'mail']],
    [{ from: yesterday, trigger: 'replay' }, []],
  ])('%j (contract: History and stats 17)', async (query, expected) => {
    expect((await found(query)).filter((each) => each in runs || expected.length === 0)).toEqual(expected);
  });

  test('from and to are inclusive, to the millisecond (contract: Fields 10)', async () => {
    const { createdAt } = (await testStack.entry(runs.mail)) as unknown as { createdAt: string };
    const at = new Date(createdAt).getTime();
    const time = (ms: number) => new Date(at + ms).toISOString();
    expect(await found({ from: createdAt, to: createdAt })).toEqual(['mail']);
    expect(await found({ from: time(1), to: time(1) })).toEqual([]);
    expect(await found({ from: time(-5), to: createdAt.replace('Z', '+00:00') })).toEqual(['mail']);
  });

  test.each([
    ['from=yesterday', 'from: must be a date such as 2026-11-16 or a time such as 2030-01-31T00:00:00Z'],
    [
      'to=2026-11-16T00:00:00',
      'to: must be a date such as 2026-11-16 or a time such as 2030-01-31T00:00:00Z',
    ],
    ['from=2026-02-02&to=2026-02-01', 'from: must not be later than "to"'],
    ['trigger=cron', 'trigger: must be one of workflow, test, replay'],
    ['locale=german', 'locale: must be a language code such as de or pt-br'],
    [`q=${'x'.repeat(501)}`, 'q: at most 500 characters'],
  ])('400 for %s (spec: Status 400) (contract: Fields 10; History and stats 17)', async (query, error) => {
    const answer = await testStack.outstep.call(testStack.key, 'GET', `/api/v1/history?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { error } });
  });
});

test('finds a run while it waits, and a replay by the content of its original (contract: History and stats 15)', async () => {
  let release = () => {};
  testStack.target.answer = (response) => {
    release = () => response.end('ok');
  };
  const waiting = testStack.step(requestId, 'run-F6', { variables: { order: { id: 6006 } } });
  await expect
    .poll(async () => (await list({ q: '6006' })).body.items.map((each: { status: string }) => each.status))
    .toEqual(['PENDING']);
  release();
  await waiting;
  testStack.target.answer = (response) => response.writeHead(400).end();
  const { executionId } = (await testStack.step(requestId, 'run-G7', { variables: { order: { id: 7007 } } }))
    .body;
  await testStack.ended(executionId);
  testStack.target.answer = (response) => response.end('ok');
  const replay = (
    (await testStack.operate('replay_execution', { id: executionId })) as unknown as { executionId: string }
  ).executionId;
  await testStack.ended(replay);
  expect(await found({ q: '7007' })).toEqual([replay, executionId]);
  expect(await found({ trigger: 'replay' })).toEqual([replay]);
});

test('finds no replay by part of its recipients either (contract: History and stats 15)', async () => {
  const to = 'iris.vogt@customer.example';
  const variables = { order: { name: '#3003' }, user_id: 'iris.vogt' };
  const parcel = await testStack.layout({ bodyType: 'text', subject: 'Parcel', body: '<p>Hello</p>' });
  testStack.smtp.behaves.message = (recipient) => (recipient === to ? '554 5.7.1 no' : null);
  const failed = await testStack.send(parcel, 'run-H8', { to: [to], variables });
  testStack.smtp.behaves = {};
  expect(failed.status).toBe('FAILED');
  const { executionId } = await testStack.operate('replay_execution', { id: failed.id });
  await testStack.ended(executionId as unknown as string);
  expect(await found({ q: '3003' })).toHaveLength(2);
  for (const q of ['iris.vogt', 'iris', 'vogt'])
    expect({ q, found: await found({ q }) }).toEqual({ q, found: [] });
});

test('erasing a customer removes the words of their runs (contract: Unsubscribing and erasing 3)', async () => {
  expect(await found({ q: '1001' })).toEqual(['mail']);
  const args = ['customer', 'erase', '--store', testStack.storeId, '--email', anna, '--json'];
  expect(await runOutstep(testStack.outstep.env, args)).toMatchObject({ code: 0 });
  expect(await found({ q: '1001' })).toEqual([]);
  expect(await found({ runId: 'run-A1' })).toEqual([]);
  expect(await found({ q: 'shipping' })).toEqual(['plain', 'mail']);
  expect(await found({ q: '9001' })).toEqual(['call']);
});

test('erasing a customer removes the words of runs that only name their masked address (contract: Unsubscribing and erasing 3)', async () => {
  const email = 'ola.lind@person.example';
  testStack.target.answer = (response) => response.end(`for ${email}`);
  const run = async (id: string) =>
    (await testStack.step(requestId, id, { variables: { order: { name: '#8008' } } })).body.executionId;
  const old = await run('run-I9');
  await testStack.ended(old);
  testStack.target.answer = (response) => response.end('ok');
  const other = await run('run-J1');
  await testStack.ended(other);
  expect(await found({ q: '8008' })).toEqual([other, old]);
  // As if a week had passed.
  await withClient(testStack.outstep.env['DATABASE_URL'] as string, (client) =>
    client.query('delete from step_inputs where execution_id = $1', [old]),
  );
  const args = ['customer', 'erase', '--store', testStack.storeId, '--email', email, '--json'];
  expect(await runOutstep(testStack.outstep.env, args)).toMatchObject({ code: 0 });
  expect(await found({ q: '8008' })).toEqual([other]);
});
