import { expect, test } from 'vitest';
import { expectOk, keyedTeam } from './team.ts';

const { outstep, team, key } = await keyedTeam('execute', 'Deploy');
await outstep.operator(team.storeId, 'set_secret', { name: 'WAREHOUSE', value: 'q81-horse-zx7w' });

const app = (method: string, to: string, body?: unknown, role: 'editor' | 'viewer' = 'editor') =>
  team.people[role].send(method, `/app/api/stores/${team.storeId}/http-requests${to}`, body);
const first = {
  name: 'Tell',
  method: 'POST',
  url: 'https://user:canary-horse-1@example.com/orders/{{ variables.order.id }}',
  headers: { Authorization: 'Bearer canary-horse-2', 'X-Secret': '{{ secrets.WAREHOUSE }}', 'X-Shop': 'one' },
  body: '{"password":"canary-horse-3","order":"{{ variables.order.id }}"}',
  testVariables: { token: 'canary-horse-4', order: { id: 1001 } },
};
/** A new request and what reading it returns, which is where an edit starts. */
async function saved(fields = {}): Promise<{ id: string; read: typeof first }> {
  const { id } = await expectOk(app('POST', '', { ...first, ...fields }));
  return { id, read: await expectOk(app('GET', `/${id}`)) };
}
const compared = async (id: string, fields: object) => {
  const answer = await app('POST', `/${id}/compare`, fields);
  expect(answer.text).not.toContain('horse');
  return expectOk(Promise.resolve(answer));
};

test('renders both sides as sent and names differing parts, masked or not', async () => {
  const { id, read } = await saved();
  const { order } = read.testVariables;
  const after = await compared(id, {
    ...{ method: 'PUT', url: read.url.replace('/orders', '/v2'), body: read.body },
    headers: { Authorization: 'Bearer other-horse-9', 'X-Secret': '{{ secrets.WAREHOUSE }}', 'X-New': 'a' },
    testVariables: { ...read.testVariables, order: { ...order, id: 'A/7' } },
  });
  expect(after).toEqual({
    before: {
      request: {
        method: 'POST',
        url: expect.stringMatching(/^https:\/\/.*@example\.com\/orders\/A%2F7$/),
        headers: {
          ...{ Authorization: 'Bearer ********', 'X-Secret': '[secret:WAREHOUSE]', 'X-Shop': 'one' },
          'Content-Type': 'application/json',
        },
        body: '{"password":"********","order":"A/7"}',
      },
      truncated: false,
    },
    after: expect.objectContaining({ request: expect.objectContaining({ method: 'PUT' }) }),
    differs: [
      { part: 'method', name: null, how: 'changed', isShown: true },
      { part: 'url', name: null, how: 'changed', isShown: true },
      { part: 'headers', name: 'Authorization', how: 'changed', isShown: false },
      { part: 'headers', name: 'X-Shop', how: 'removed', isShown: true },
      { part: 'headers', name: 'X-New', how: 'added', isShown: true },
    ],
    isSameText: false,
  });
});

test('never reveals a credential through the comparison', async () => {
  const { id, read } = await saved();
  const moved = await compared(id, {
    url: 'https://example.com/?note={{ variables.token }}&s={{ secrets.WAREHOUSE }}',
    testVariables: read.testVariables,
  });
  expect(moved.after.request.url).toContain('[secret:WAREHOUSE]');
  const cut = await app('POST', `/${id}/compare`, {
    body: '{% capture x %}{"password":"********"}{% endcapture %}{{ x | slice: 13, 6 }}',
  });
  expect(cut.text).not.toMatch(/canary|horse/);
});

test('tells identical parts from parts that only render the same with these values', async () => {
  const { id, read } = await saved();
  const same = await compared(id, { ...read, name: 'Another name', timeoutMs: 2000 });
  expect(same).toMatchObject({ differs: [], isSameText: true });
  expect(same.before).toEqual(same.after);
  const alike = await compared(id, { url: read.url.replace('{{ variables.order.id }}', '1001') });
  expect(alike).toMatchObject({ differs: [], isSameText: false });
});

test('explains a side that cannot be sent, without saving, DNS lookups or history', async () => {
  const { id } = await saved({ body: 'plain' });
  const faultOf = async (fields: object) => {
    const { before, after } = await compared(id, fields);
    expect(before).toMatchObject({ request: { method: 'POST' } });
    return after.fault;
  };
  expect(await faultOf({ body: '{% if %}' })).toMatch(/^body: /);
  expect(await faultOf({ headers: { 'X-Api-Key': '********' } })).toMatch(
    /^headers\.X-Api-Key: still masked/,
  );
  expect(await faultOf({ headers: { 'X-Key': '{{ secrets.NONE }}' } })).toContain('NONE');
  expect(await faultOf({ url: 'https://' })).toMatch(/^url: /);
  const bomb = '{% for i in (1..100000) %}{% for j in (1..100000) %}x{% endfor %}{% endfor %}';
  expect(await faultOf({ body: bomb })).toMatch(/^body: /);
  // A target that must not be called is shown like any other.
  const { id: open } = await expectOk(app('POST', '', { url: 'https://example.com/' }));
  const inside = await compared(open, { url: 'http://169.254.169.254/latest' });
  expect(inside.after.request.url).toBe('http://169.254.169.254/latest');
  expect((await expectOk(app('GET', `/${id}`))).body).toBe('plain');
  const { items } = await expectOk(team.people.owner.send('GET', `/app/api/stores/${team.storeId}/history`));
  expect(items).toEqual([]);
  const audit = await expectOk(team.people.owner.send('GET', `/app/api/stores/${team.storeId}/audit-log`));
  expect(JSON.stringify(audit)).not.toContain('compare_unsaved');
});

test('400 for unknown members; 403 for viewers; 404 for keys and requests of other stores', async () => {
  const { id } = await saved();
  expect((await app('POST', `/${id}/compare`, { timeoutMs: 1 })).status).toBe(400);
  expect((await app('POST', `/${id}/compare`, {}, 'viewer')).status).toBe(403);
  expect((await outstep.call(key, 'POST', `/api/v1/http-requests/${id}/compare`, {})).status).toBe(404);
  const other = await team.another('Birch');
  const theirs = `/app/api/stores/${other.storeId}/http-requests/${id}/compare`;
  expect((await other.people.editor.send('POST', theirs, {})).status).toBe(404);
});
