import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from '../app/browser.ts';
import type { TestKey } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { eventually } from '../harness/test-stack.ts';
import { callTool, headersOf, modernPost } from '../mcp/posts.ts';
import { type MailStack, sharedMailStack } from './mail-stack.ts';

const PATH = '/api/v1/history/search';
const OFF = 'this key cannot search by recipient: ask an owner to turn on recipient search for it';
const TOOL = 'search_history_by_recipient';

let testStack: MailStack;
let allowed: TestKey;
let other: TestKey;
let anna: string;
let sent: string;
beforeAll(async () => {
  testStack = await sharedMailStack();
  allowed = await newKey(true);
  other = await newKey(false);
  anna = `anna-${randomUUID().slice(0, 8)}@customer.example`;
  const layout = await testStack.layout({ bodyType: 'text', body: '<p>Thanks</p>' });
  ({ id: sent } = await testStack.send(layout, randomUUID(), { to: [anna] }));
});
afterAll(() => testStack?.close());

const newKey = (recipientSearch: boolean, storeId = testStack.storeId) =>
  testStack.outstep.newKey(storeId, 'read', { recipientSearch });
const search = (key: TestKey, body: unknown = { email: anna }, headers = {}) =>
  testStack.outstep.call(key, 'POST', PATH, body, headers);
const toolsOf = async (key: TestKey): Promise<string[]> => {
  const post = modernPost('tools/list');
  const { body } = await testStack.outstep.call(key, 'POST', '/api/mcp', post.message, headersOf(post));
  return body.result.tools.map(({ name }: { name: string }) => name);
};
interface LoggedSearch {
  actor_id: string;
  via: string;
}
const entries = () =>
  withClient(testStack.outstep.env['DATABASE_URL'] as string, async (client) => {
    const { rows } = await client.query('select * from audit_log where store_id = $1', [testStack.storeId]);
    return rows as (LoggedSearch & { operation: string })[];
  });
const searchesOf = async ({ id }: TestKey) =>
  (await entries()).filter(({ operation, actor_id }) => operation === TOOL && actor_id === id);

test('200 with the emails to one address for a key with recipient search, over REST and as a tool, each audited without the address (contract: Keys and budgets 6)', async () => {
  const found = await search(allowed);
  expect(found).toMatchObject({
    status: 200,
    body: { items: [{ id: sent, received: 'sent' }], page: 1, hasMore: false },
  });
  expect(found.text).not.toContain(anna);
  expect(await toolsOf(allowed)).toContain(TOOL);
  const asked = await callTool(testStack.outstep, allowed, TOOL, { email: anna.toUpperCase() });
  expect(asked.value).toEqual(found.body);
  expect((await searchesOf(allowed)).map(({ via }) => via).sort()).toEqual(['api', 'mcp']);
  expect(JSON.stringify(await entries())).not.toContain(anna);
  const ofAllTime = await search(allowed, { email: anna, from: '1900-01-01', to: '2900-01-01' });
  expect(ofAllTime.body).toEqual(found.body);
});

test('403 for a key without recipient search, before the body is read; the tool is like one that does not exist (contract: Keys and budgets 6; Order of checks 1; Tool server 2)', async () => {
  const refused = await search(other, 'no JSON');
  expect(refused).toMatchObject({ status: 403, body: { error: OFF } });
  expect(refused.headers.get('x-error-code')).toBe('recipient_search_off');
  expect(await toolsOf(other)).not.toContain(TOOL);
  const call = async (name: string) => {
    const post = modernPost('tools/call', { name, arguments: { email: anna } });
    return (await testStack.outstep.call(other, 'POST', '/api/mcp', post.message, headersOf(post))).text;
  };
  expect((await call(TOOL)).replace(TOOL, 'search_nothing')).toBe(await call('search_nothing'));
  expect(await searchesOf(other)).toEqual([]);
});

test('400 for an invalid address and for a period that ends before it starts, without echoing the input', async () => {
  for (const [body, error] of [
    [{ email: 'anna' }, 'email: must be a single email address such as anna@example.com'],
    [{ email: anna, from: '2026-02-02', to: '2026-02-01' }, 'from: must not be later than "to"'],
  ] as const)
    expect(await search(allowed, body)).toMatchObject({ status: 400, body: { error } });
  const asked = await callTool(testStack.outstep, allowed, TOOL, { email: 'anna' });
  expect(asked).toMatchObject({
    isError: true,
    text: 'email: must be a single email address such as anna@example.com',
  });
});

test('finds no recipients of another store', async () => {
  const foreign = await newKey(true, await testStack.outstep.newStore());
  expect(await search(foreign)).toMatchObject({ status: 200, body: { items: [], hasMore: false } });
});

test('429 after 120 searches an hour for each key, over REST and as a tool; a repeated call is not counted, and /me shows what is left (contract: Keys and budgets 6; Order of checks 5)', async () => {
  const [key, second] = await Promise.all([newKey(true), newKey(true)]);
  const limits = async (of: TestKey) => (await testStack.outstep.call(of, 'GET', '/api/v1/me')).body.limits;
  expect(await limits(other)).not.toHaveProperty('lookup');
  expect((await limits(key)).lookup).toMatchObject({ limit: 120, windowSeconds: 3600, remaining: 120 });
  const repeated = { 'idempotency-key': randomUUID() };
  for (const replayed of [null, 'true'])
    expect((await search(key, { email: anna }, repeated)).headers.get('idempotency-replayed')).toBe(replayed);
  expect((await limits(key)).lookup.remaining).toBe(119);
  expect((await callTool(testStack.outstep, key, TOOL, { email: anna })).isError).toBe(false);
  const statuses: number[] = [];
  for (let i = 0; i < 6; i++) {
    const answers = await Promise.all(Array.from({ length: i < 5 ? 20 : 18 }, () => search(key)));
    statuses.push(...answers.map(({ status }) => status));
  }
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  const said = /^lookup budget of 120 per 3600 s used up; retry in \d+ s$/;
  const refused = await search(key);
  expect([refused.status, refused.body.error]).toEqual([429, expect.stringMatching(said)]);
  const tool = await callTool(testStack.outstep, key, TOOL, { email: anna });
  expect([tool.isError, tool.text]).toEqual([true, expect.stringMatching(said)]);
  expect((await testStack.outstep.call(key, 'GET', '/api/v1/history')).status).toBe(200);
  expect((await search(second)).status).toBe(200);
});

test('owners turn recipient search on and off; it takes effect in every process, is listed, and a rotated key keeps it (contract: Keys and budgets 2; Keys and budgets 6)', async () => {
  const { outstep } = testStack;
  const owner = new Browser(outstep);
  await owner.signUp('Switcher');
  const storeId = await owner.createStore();
  const at = (path: string) => `/app/api/stores/${storeId}${path}`;
  const listed = async () =>
    (await owner.send('GET', at('/keys'))).body.items.map((key: { id: string; recipientSearch: boolean }) => [
      key.id,
      key.recipientSearch,
    ]);
  const { body } = await owner.send('POST', at('/keys'), { name: 'Support', level: 'read' });
  const key: TestKey = { ...body, storeId };
  expect(await listed()).toEqual([[key.id, false]]);
  const becomes = (status: number) =>
    eventually(
      () => search(key),
      (answer) => answer.status === status,
      5_000,
    );
  await becomes(403);

  const set = (recipientSearch: unknown, id = key.id) =>
    owner.send('PUT', at(`/keys/${id}/recipient-search`), { recipientSearch });
  expect((await set(true)).body).toEqual({ id: key.id, recipientSearch: true });
  await becomes(200);
  const rotated = await owner.send('POST', at(`/keys/${key.id}/rotate`), {});
  expect(await listed()).toEqual(
    expect.arrayContaining([
      [key.id, true],
      [rotated.body.id, true],
    ]),
  );
  expect((await search({ ...rotated.body, storeId })).status).toBe(200);
  expect((await set(false)).status).toBe(200);
  await becomes(403);
  expect((await set('maybe')).status).toBe(400);
  expect((await set(true, other.id)).status).toBe(404);
  const log = await owner.send('GET', at('/audit-log?limit=100'));
  expect(log.body.items.map(({ operation }: { operation: string }) => operation)).toContain(
    'set_key_recipient_search',
  );
});
