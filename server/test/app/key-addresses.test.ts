import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Outstep } from '../harness/outstep.ts';
import { runOutstep } from '../harness/process.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { eventually } from '../harness/test-stack.ts';
import { Browser } from './browser.ts';

let outstep: Outstep;
let owner: Browser;
let storeId: string;
beforeAll(async () => {
  outstep = await sharedOutstep();
  owner = new Browser(outstep);
  await owner.signUp('Keyholder');
  storeId = await owner.createStore();
});
afterAll(() => outstep?.close());

const at = (path: string) => `/app/api/stores/${storeId}${path}`;
const create = async (fields: object = {}) =>
  (await owner.send('POST', at('/keys'), { name: 'Warehouse', level: 'read', ...fields })).body as {
    id: string;
    key: string;
  };
const listed = async (id: string) =>
  (await owner.send('GET', at('/keys?limit=100'))).body.items.find((key: { id: string }) => key.id === id);
const useFrom = async (key: string, address: string) => {
  const answer = await outstep.call({ id: '', key, storeId }, 'GET', '/api/v1/me', undefined, {
    'x-forwarded-for': address,
  });
  return answer.status;
};
const becomes = (ask: () => Promise<number>, status: number) =>
  eventually(ask, (now) => now === status, 5_000);

test('401 from an address that the key does not allow, over REST and as a tool; a change applies in every process (contract: Keys and budgets 2)', async () => {
  const { id, key } = await create({ allowedAddresses: '203.0.113.0/24, 2001:db8::/32' });
  expect(await useFrom(key, '203.0.113.9')).toBe(200);
  expect(await useFrom(key, '2001:db8::5')).toBe(200);
  const refused = await outstep.call({ id, key, storeId }, 'GET', '/api/v1/me', undefined, {
    'x-forwarded-for': '198.51.100.1',
  });
  expect(refused).toMatchObject({
    status: 401,
    body: { error: 'this API key cannot be used from this IP address; ask an owner to allow the address' },
  });
  const tool = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const asked = await outstep.call({ id, key, storeId }, 'POST', '/api/mcp', tool, {
    'x-forwarded-for': '198.51.100.1',
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  });
  expect(asked.status).toBe(401);

  const changed = await owner.send('PUT', at(`/keys/${id}/addresses`), { allowedAddresses: '198.51.100.1' });
  expect(changed.body).toEqual({ id, allowedAddresses: ['198.51.100.1'] });
  await becomes(() => useFrom(key, '198.51.100.1'), 200);
  expect(await useFrom(key, '203.0.113.9')).toBe(401);
  const line = ['key', 'set-addresses', '--id', id, '--allowed-addresses', ''];
  expect((await runOutstep(outstep.env, line)).code).toBe(0);
  await becomes(() => useFrom(key, '192.0.2.1'), 200);
});

test('400 for a malformed address and 404 for a key of another store', async () => {
  const bad = await owner.send('POST', at('/keys'), {
    ...{ name: 'Warehouse', level: 'read', allowedAddresses: '203.0.113.0/24, shop.example' },
  });
  expect(bad).toMatchObject({
    status: 400,
    body: {
      error: 'allowedAddresses: must be IP addresses or ranges such as 203.0.113.0/24, separated by commas',
    },
  });
  const foreign = await outstep.newKey(await outstep.newStore(), 'read');
  for (const [method, path] of [
    ['PUT', `/keys/${foreign.id}/addresses`],
    ['POST', `/keys/${foreign.id}/rotate`],
  ] as const)
    expect((await owner.send(method, at(path), { allowedAddresses: '' })).status).toBe(404);
});

test('a rotated key and its successor both work for a while; level, addresses and lifetime are the same', async () => {
  const day = 86_400_000;
  const expiresAt = new Date(Date.now() + 90 * day).toISOString();
  const old = await create({ level: 'write', expiresAt, allowedAddresses: '203.0.113.0/24' });
  const rotated = await owner.send('POST', at(`/keys/${old.id}/rotate`), { overlapHours: 2 });
  expect(rotated.status).toBe(200);
  const { id, key, previousEndsAt } = rotated.body;
  expect(Math.abs(Date.parse(previousEndsAt) - Date.now() - 2 * 3_600_000)).toBeLessThan(60_000);
  expect(await listed(id)).toMatchObject({
    ...{ name: 'Warehouse', level: 'write', allowedAddresses: ['203.0.113.0/24'] },
  });
  const lifetime = Date.parse((await listed(id)).expiresAt) - Date.now();
  expect(Math.abs(lifetime - 90 * day)).toBeLessThan(60_000);
  expect((await listed(old.id)).expiresAt).toBe(previousEndsAt);
  for (const each of [old.key, key]) expect(await useFrom(each, '203.0.113.9')).toBe(200);

  // Without an overlap, the old key ends everywhere within a second and can't be rotated again.
  const line = ['key', 'rotate', '--id', old.id, '--overlap-hours', '0', '--json'];
  const again = await runOutstep(outstep.env, line);
  expect(again.code, again.stderr).toBe(0);
  await becomes(() => useFrom(old.key, '203.0.113.9'), 401);
  expect((await owner.send('POST', at(`/keys/${old.id}/rotate`), {})).status).toBe(409);
  expect(await useFrom(JSON.parse(again.stdout).key, '203.0.113.9')).toBe(200);
});

test('returns the address of the last accepted use in the app; GET /me is unchanged', async () => {
  const { id, key } = await create({ allowedAddresses: '203.0.113.0/24' });
  expect(await listed(id)).toMatchObject({ lastUsedAt: null, lastUsedAddress: null });
  expect(await useFrom(key, '203.0.113.77')).toBe(200);
  expect(await useFrom(key, '198.51.100.1')).toBe(401);
  const used = await eventually(
    () => listed(id),
    ({ lastUsedAt }) => lastUsedAt !== null,
  );
  expect(used.lastUsedAddress).toBe('203.0.113.77');
  const me = await outstep.call({ id, key, storeId }, 'GET', '/api/v1/me', undefined, {
    'x-forwarded-for': '203.0.113.77',
  });
  expect(Object.keys(me.body.key).sort()).toEqual(
    ['createdAt', 'expiresAt', 'id', 'lastUsedAt', 'name', 'prefix'].sort(),
  );
});
