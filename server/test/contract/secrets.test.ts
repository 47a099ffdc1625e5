import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { sharedOutstep } from '../harness/shared.ts';

let outstep: Outstep;
let key: TestKey;

beforeAll(async () => {
  outstep = await sharedOutstep();
  key = await outstep.newKey(await outstep.newStore(), 'execute');
  await outstep.operator(key.storeId, 'set_secret', {
    name: 'WAREHOUSE',
    value: 'canary-value-1',
    description: 'For the warehouse',
  });
  await outstep.operator(key.storeId, 'set_secret', { name: 'EMPTY', value: '' });
});
afterAll(() => outstep.close());

test('200: names, descriptions and whether there is a value, never the value (spec: What the service does 4; Secret 1; Endpoint GET /api/v1/secrets) (contract: Senders, secrets, files 3)', async () => {
  const answer = await outstep.call(key, 'GET', '/api/v1/secrets');
  const open = { hosts: null, allowInEmail: true, updatedAt: expect.any(String) };
  expect(answer.body).toEqual({
    items: [
      { name: 'EMPTY', description: '', hasValue: false, ...open },
      { name: 'WAREHOUSE', description: 'For the warehouse', hasValue: true, ...open },
    ],
    page: 1,
    limit: 25,
    total: 2,
    pages: 1,
  });
  expect(answer.text).not.toContain('canary-value-1');
});

test('q searches name and description, not the value (spec: Conventions 2) (contract: Lists 3)', async () => {
  const total = async (q: string) => (await outstep.call(key, 'GET', `/api/v1/secrets?q=${q}`)).body.total;
  expect(await total('ware')).toBe(1);
  expect(await total('FOR%20THE')).toBe(1);
  expect(await total('canary')).toBe(0);
});

test('405 for every write: secrets are created in the app (spec: What the service does 3; Senders and secrets 1)', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    expect((await outstep.call(key, method, '/api/v1/secrets', {})).status).toBe(405);
  }
});

test('keeps the description of a secret that is set again without one', async () => {
  await outstep.operator(key.storeId, 'set_secret', { name: 'WAREHOUSE', value: 'canary-value-2' });
  const { body } = await outstep.call(key, 'GET', '/api/v1/secrets?q=WAREHOUSE');
  expect(body.items[0].description).toBe('For the warehouse');
});

test('400 for more than 1,000 secrets; existing ones can still be set (contract: Senders, secrets, files 3)', async () => {
  const storeId = await outstep.newStore();
  const set = (name: string) => outstep.operator(storeId, 'set_secret', { name, value: 'canary-value-3' });
  await withClient(String(outstep.env['DATABASE_URL']), (client) =>
    client.query(
      "insert into secrets (store_id, name) select $1, 'S_' || n from generate_series(1, 1000) as n",
      [storeId],
    ),
  );
  await expect(set('ONE_MORE')).rejects.toThrow('limit: the limit of 1000 secrets has been reached');
  await set('S_1000');
});
