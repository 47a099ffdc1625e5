import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createVault, dataKeyOf, KeyWrapper, masterKey } from '../../src/adapters/crypto/vault.ts';
import type { OpenVault } from '../../src/kernel/ports.ts';
import { type Outstep, startOutstep, type TestKey } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';

const [HERE, THERE] = ['0198c0de-0000-7000-8000-000000000001', '0198c0de-0000-7000-8000-000000000002'];
const place = { table: 'secrets', name: 'TOKEN' };
const [VERSION_AND_IV, TAG] = [13, 16];

describe('a sealed value', () => {
  const dataKey = randomBytes(32);
  const unlocked = (storeId: string, key = dataKey) =>
    createVault(storeId, async () => dataKeyOf(key)).unlock();
  let vault: OpenVault;
  let sealed: Buffer;

  beforeAll(async () => {
    vault = await unlocked(HERE);
    sealed = vault.seal(place, 'the value');
  });

  test('opens where it was sealed', () => {
    expect(vault.open(place, sealed)).toBe('the value');
  });

  test('is different each time', () => {
    expect(vault.seal(place, 'the value').equals(sealed)).toBe(false);
  });

  test('opens in no other row, table or store, and with no other key', async () => {
    expect(() => vault.open({ ...place, name: 'OTHER' }, sealed)).toThrow();
    expect(() => vault.open({ ...place, table: 'http_requests' }, sealed)).toThrow();
    const elsewhere = await unlocked(THERE);
    expect(() => elsewhere.open(place, sealed)).toThrow();
    const otherKey = await unlocked(HERE, randomBytes(32));
    expect(() => otherKey.open(place, sealed)).toThrow();
  });

  test('a name cannot imitate another location', () => {
    const tricky = vault.seal({ table: 'a', name: 'b","c' }, 'x');
    expect(() => vault.open({ table: 'a","b', name: 'c' }, tricky)).toThrow();
  });

  test('does not open with any byte changed', () => {
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] as number) ^ 1;
      expect(() => vault.open(place, changed), `byte ${at}`).toThrow();
    }
  });

  test('does not open when truncated anywhere', () => {
    for (let length = 0; length < sealed.length; length++)
      expect(() => vault.open(place, sealed.subarray(0, length)), `${length} bytes`).toThrow();
  });

  test('does not open with a tag of 4 bytes', () => {
    const head = sealed.subarray(0, VERSION_AND_IV);
    const tag = sealed.subarray(VERSION_AND_IV, VERSION_AND_IV + TAG);
    const body = sealed.subarray(VERSION_AND_IV + TAG);
    expect(vault.open(place, Buffer.concat([head, tag, body])), 'the parts are those of the format').toBe(
      'the value',
    );
    expect(() => vault.open(place, Buffer.concat([head, tag.subarray(0, 4), body]))).toThrow();
    // With an empty text, no bytes follow the tag, so only the truncated tag is checked.
    const empty = vault.seal(place, '');
    expect(empty).toHaveLength(VERSION_AND_IV + TAG);
    expect(() => vault.open(place, empty.subarray(0, VERSION_AND_IV + 4))).toThrow();
  });
});

describe('a wrapped data key', () => {
  const master = masterKey(randomBytes(32));
  const wrapper = new KeyWrapper(master);

  test('opens for its store and no other', () => {
    const wrapped = wrapper.newDataKey(HERE);
    expect(wrapper.unwrap(HERE, wrapped)).toHaveLength(32);
    expect(() => wrapper.unwrap(THERE, wrapped)).toThrow();
  });

  test('does not open under the name of another master key', () => {
    const other = masterKey(randomBytes(32));
    const both = new KeyWrapper(other, [master]);
    const wrapped = wrapper.newDataKey(HERE);
    expect(both.unwrap(HERE, wrapped)).toHaveLength(32);
    expect(() => both.unwrap(HERE, { ...wrapped, masterKeyId: other.id })).toThrow();
    expect(() => new KeyWrapper(other).unwrap(HERE, wrapped)).toThrow(/not configured/);
  });
});

describe('sealed values moved within the database', () => {
  let outstep: Outstep;
  let keys: TestKey[];
  let ids: string[];

  const database = <T>(text: string, values: unknown[] = []) =>
    withClient(
      outstep.env['DATABASE_URL'] as string,
      async (client) => (await client.query(text, values)).rows as T[],
    );
  const writeBack = (index: number) =>
    outstep.call(keys[index] as TestKey, 'PATCH', `/api/v1/http-requests/${ids[index]}`, {
      headers: { 'X-Api-Key': '********' },
    });

  beforeAll(async () => {
    outstep = await startOutstep();
    const [here, there] = [await outstep.newStore(), await outstep.newStore()];
    await outstep.operator(here, 'set_secret', { name: 'TOKEN', value: '{"headers":{}}' });
    keys = [await outstep.newKey(here, 'write'), await outstep.newKey(there, 'write')];
    keys.splice(1, 0, keys[0] as TestKey);
    ids = [];
    for (const key of keys) {
      const headers = { 'X-Api-Key': randomBytes(12).toString('hex') };
      const made = await outstep.call(key, 'POST', '/api/v1/http-requests', {
        url: 'https://example.com',
        headers,
      });
      ids.push(made.body.id);
    }
  });
  afterAll(() => outstep?.close());

  test.each([
    ['from another row', 'select sealed from http_requests where id = $1', 1],
    ["from another store's row", 'select sealed from http_requests where id = $1', 2],
    [
      'from another table',
      "select value as sealed from secrets where $1::uuid is not null and name = 'TOKEN'",
      0,
    ],
  ])('%s do not open', async (_, source, index) => {
    const [own] = await database<{ sealed: Buffer }>('select sealed from http_requests where id = $1', [
      ids[0],
    ]);
    expect((await writeBack(0)).status, 'its own opens').toBe(200);
    const put = (sealed: unknown) =>
      database('update http_requests set sealed = $2 where id = $1', [ids[0], sealed]);
    const [foreign] = await database<{ sealed: Buffer }>(source, [ids[index]]);
    expect(foreign?.sealed).toBeInstanceOf(Buffer);
    await put(foreign?.sealed);
    const answer = await writeBack(0);
    expect(answer.status).toBe(500);
    expect(Object.keys(answer.body)).toEqual(['error']);
    expect(answer.text).not.toMatch(/authenticate|decrypt|sealed/);
    await put(own?.sealed);
    expect((await writeBack(0)).status, 'its own opens again').toBe(200);
  });
});
