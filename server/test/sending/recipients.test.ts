import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { insertMember } from '../../src/features/access/people/members.store.ts';
import type { Role } from '../../src/kernel/access-levels.ts';
import { maintain } from '../../src/processes/maintain.ts';
import { Browser } from '../app/browser.ts';
import { withClient } from '../harness/postgres.ts';
import { type MailStack, sharedMailStack } from './mail-stack.ts';

let testStack: MailStack;
let editor: Browser;
let viewer: Browser;
let receipt: string;
let news: string;

async function person(role: Role): Promise<Browser> {
  const browser = new Browser(testStack.outstep);
  const { body } = await browser.signUp(`${role}-${randomUUID().slice(0, 8)}`);
  await insertMember(
    testStack.outstep.core.database.forStore(testStack.storeId),
    testStack.storeId,
    body.user.id,
    role,
  );
  return browser;
}

beforeAll(async () => {
  testStack = await sharedMailStack();
  [editor, viewer] = await Promise.all([person('editor'), person('viewer')]);
  receipt = await testStack.layout({
    bodyType: 'text',
    name: 'Receipt',
    subject: 'Order',
    body: '<p>Thanks</p>',
  });
  news = await testStack.layout({
    bodyType: 'text',
    category: 'marketing',
    subject: 'News',
    body: '<p>New</p>',
  });
});
afterAll(() => testStack?.close());
afterEach(() => {
  testStack.smtp.behaves = {};
});

const someone = (name = 'anna') => `${name}-${randomUUID().slice(0, 8)}@customer.example`;
const run = () => randomUUID();
const app = (path: string) => `/app/api/stores/${testStack.storeId}${path}`;
const search = (fields: Record<string, unknown>) => editor.send('POST', app('/history/search'), fields);
const found = async (fields: Record<string, unknown>) =>
  (await search(fields)).body.items.map((entry: { id: string; received: string }) => [
    entry.id,
    entry.received,
  ]);
const database = <Row>(text: string, values: unknown[] = []) =>
  withClient(
    testStack.outstep.env['DATABASE_URL'] as string,
    async (client) => (await client.query(text, values)).rows as Row[],
  );

test('history finds emails by exact address, for each recipient whether or not they got it, including skipped ones (contract: The app 9)', async () => {
  const [anna, bo, cy] = [someone(), someone('bo'), someone('cy')];
  testStack.smtp.behaves.rcpt = (recipient) => (recipient === bo ? '550 5.1.1 no such user' : null);
  const workflow = 'Order paid';
  const first = await testStack.send(receipt, run(), { to: [anna, bo], bcc: [cy], workflow });
  const second = await testStack.send(receipt, run(), { to: [bo, anna.toUpperCase()] });
  expect(first).toMatchObject({ skippedRecipients: 0, actionConfigVersion: 1 });
  expect(second).toMatchObject({ skippedRecipients: 1, status: 'SUCCESS' });
  expect(await found({ email: ` ${anna.toUpperCase()} ` })).toEqual([
    [second.id, 'sent'],
    [first.id, 'sent'],
  ]);
  expect(await found({ email: bo })).toEqual([
    [second.id, 'skipped'],
    [first.id, 'failed'],
  ]);
  expect(await found({ email: cy })).toEqual([[first.id, 'sent']]);
  expect(await found({ email: someone() })).toEqual([]);
  const far = await testStack.send(receipt, run(), { to: ['cleo@bücher.example'] });
  for (const email of ['cleo@bücher.example', 'cleo@xn--bcher-kva.example'])
    expect(await found({ email })).toEqual([[far.id, 'sent']]);
  expect(await found({ email: anna, workflow })).toEqual([[first.id, 'sent']]);
  expect(await found({ email: anna, actionConfigId: news })).toEqual([]);
  expect(await found({ email: anna, actionConfigId: 'nonsense' })).toEqual([]);
  expect(await found({ email: anna, to: '2026-01-01' })).toEqual([]);
  expect((await search({ email: anna, limit: 1 })).body).toMatchObject({ page: 1, limit: 1, hasMore: true });
  expect((await search({ email: anna, limit: 1, page: 2 })).body).toMatchObject({ hasMore: false });
  const shown = JSON.stringify((await search({ email: anna })).body);
  expect(shown).not.toContain(anna);
  for (const [fields, error] of [
    [{ email: 'anna' }, 'email: must be a single email address such as anna@example.com'],
    [{ email: anna, from: '2026-02-02', to: '2026-02-01' }, 'from: must not be later than "to"'],
    [{ email: anna, from: 'yesterday' }, 'from: must be a date such as 2026-11-16'],
    [{ email: anna, page: 101 }, 'page: at most 100'],
  ] as const)
    expect(await search(fields)).toMatchObject({ status: 400, body: { error } });
  expect((await viewer.send('POST', app('/history/search'), { email: anna })).status).toBe(403);
  expect(JSON.stringify(await database('select * from execution_recipients'))).not.toContain(anna);
});

test('an unsubscribed recipient is skipped and found; so is every recipient of a step that failed before sending (contract: The app 9)', async () => {
  const [anna, bo] = [someone(), someone('bo')];
  await testStack.operate('add_unsubscribe', { email: anna });
  const skipped = await testStack.send(news, run(), { to: [anna], cc: [bo] });
  expect(skipped).toMatchObject({ status: 'SKIPPED', skippedRecipients: 2 });
  expect(await found({ email: anna })).toEqual([[skipped.id, 'skipped']]);
  expect(await found({ email: bo })).toEqual([[skipped.id, 'skipped']]);
  const failed = await testStack.send(randomUUID(), run(), { to: [bo] });
  expect(await found({ email: bo })).toEqual([
    [failed.id, 'failed'],
    [skipped.id, 'skipped'],
  ]);
});

test('429 after 120 searches by address an hour for each person; the audit log names who searched, but never for whom (contract: The app 9)', async () => {
  const [searching, other] = await Promise.all([person('editor'), person('editor')]);
  const anna = someone();
  const ask = (who: Browser) => who.send('POST', app('/history/search'), { email: anna });
  const statuses: number[] = [];
  for (let i = 0; i < 6; i++)
    statuses.push(
      ...(await Promise.all(Array.from({ length: 20 }, () => ask(searching)))).map(({ status }) => status),
    );
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  const refused = await ask(searching);
  expect(refused.status).toBe(429);
  expect(refused.body.error).toMatch(/^lookup budget of 120 per 3600 s used up; retry in \d+ s$/);
  expect((await ask(other)).status).toBe(200);
  expect((await searching.send('GET', app('/history'))).status).toBe(200);
  const entries = await database<{ operation: string }>('select * from audit_log where store_id = $1', [
    testStack.storeId,
  ]);
  expect(
    entries.filter(({ operation }) => operation === 'search_history_by_recipient').length,
  ).toBeGreaterThan(120);
  expect(JSON.stringify(entries)).not.toContain(anna);
});

test('recipients of one email are revealed to editors while its input is kept, and the audit log names who looked (contract: The app 10)', async () => {
  const [anna, bo] = [someone(), someone('bo')];
  const { id } = await testStack.send(receipt, run(), { to: [{ name: 'Anna', address: anna }], bcc: [bo] });
  const reveal = (who: Browser, entry = id) => who.send('POST', app(`/history/${entry}/recipients`));
  expect(await reveal(editor)).toMatchObject({
    status: 200,
    body: {
      recipients: [
        { name: 'Anna', address: anna },
        { name: '', address: bo },
      ],
    },
  });
  const owner = await person('owner');
  const log = await owner.send('GET', app('/audit-log'));
  expect(log.body.items[0]).toMatchObject({ operation: 'reveal_recipients', target: id });
  expect(log.text).not.toContain(anna);
  expect((await reveal(viewer)).status).toBe(403);
  expect((await reveal(editor, randomUUID())).status).toBe(404);
  await database('delete from step_inputs where execution_id = $1', [id]);
  expect(await reveal(editor)).toMatchObject({
    status: 409,
    body: { error: 'the data for this run is no longer stored' },
  });
});

test('erasing a customer finds their emails by the hash, and deletes it (contract: Unsubscribing and erasing 3)', async () => {
  const [anna, bo] = [someone(), someone('bo')];
  const { id } = await testStack.send(receipt, run(), { to: [anna, bo] });
  await database('update executions set recipients = \'["an******@customer.example"]\' where id = $1', [id]);
  await testStack.operate('erase_customer', { email: anna });
  expect(await found({ email: anna })).toEqual([]);
  expect(await found({ email: bo })).toEqual([[id, 'sent']]);
  expect(await testStack.entry(id)).toMatchObject({ recipients: ['******'] });
});

test('suppressed addresses are listed with reason, date and email, and can be removed (contract: Unsubscribing and erasing 4)', async () => {
  const anna = someone();
  testStack.smtp.behaves.rcpt = `550 5.1.1 <${anna}>: no such user`;
  const { id } = await testStack.send(receipt, run(), { to: [anna] });
  const list = (query: string, who = editor) => who.send('GET', app(`/suppressions?q=${query}`));
  expect((await list(anna)).body).toMatchObject({
    total: 1,
    items: [{ address: anna, reason: expect.stringContaining('no such user'), executionId: id }],
  });
  expect((await list('%25')).body.total).toBe(0);
  expect((await list(anna, viewer)).status).toBe(403);
  await editor.send('POST', app('/suppressions/remove'), { email: anna });
  expect((await list(anna)).body.total).toBe(0);
});

test('before an email is sent again, the app gets who would receive it and who would be skipped (contract: Sending 16)', async () => {
  const [anna, bo, cy] = [someone(), someone('bo'), someone('cy')];
  testStack.smtp.behaves.message = (recipient) => (recipient === cy ? 'drop' : '554 5.7.1 spam');
  const { id } = await testStack.send(receipt, run(), { to: [anna, bo, cy] });
  const preview = async () => (await editor.send('GET', app(`/history/${id}/replay`))).body;
  expect(await preview()).toEqual({
    isKept: true,
    failed: { send: ['an******@customer.example', 'bo******@customer.example'], skip: [] },
    unknown: { send: ['cy******@customer.example'], skip: [] },
  });
  testStack.smtp.behaves = { rcpt: '550 5.1.1 no such user' };
  await testStack.send(receipt, run(), { to: [bo] });
  const skip = [{ recipient: 'bo******@customer.example', why: 'suppressed' }];
  expect(await preview()).toMatchObject({ failed: { send: ['an******@customer.example'], skip } });
  await database('delete from step_inputs where execution_id = $1', [id]);
  expect(await preview()).toMatchObject({ isKept: false });
  expect((await viewer.send('GET', app(`/history/${id}/replay`))).status).toBe(403);
});

test('hashes of recipients are deleted with their month of history', async () => {
  const old = '01800000-0000-7000-8000-000000000000';
  await database(
    "insert into execution_recipients values ($1, $2, decode(repeat('00', 32), 'hex'), null, false)",
    [testStack.storeId, old],
  );
  await maintain({ databaseAdminUrl: testStack.outstep.env['DATABASE_URL'] as string, historyDays: 400 });
  expect(await database('select 1 from execution_recipients where execution_id = $1', [old])).toEqual([]);
});
