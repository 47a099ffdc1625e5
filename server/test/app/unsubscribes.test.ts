import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eraseAddress } from '../../src/features/sending/unsubscribes/change-unsubscribes.ts';
import type { Outstep } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { newTeam, type Team } from './team.ts';

let outstep: Outstep;
let team: Team;

beforeAll(async () => {
  outstep = await sharedOutstep();
  team = await newTeam(outstep);
});
/** Lists begin empty in each. */
beforeEach(async () => {
  team = await team.another();
});
afterAll(() => outstep?.close());

const editor = (method: string, path: string, body?: unknown) =>
  team.people.editor.send(method, `/app/api/stores/${team.storeId}/unsubscribes${path}`, body);
const found = async (query = '') =>
  (await editor('GET', query)).body.items.map(({ address }: { address: string }) => address);

test('200 with the newest first, in pages, where each came from and when', async () => {
  expect((await editor('GET', '')).body).toMatchObject({ items: [], total: 0 });
  await editor('POST', '', { email: 'Anna@Example.com' });
  await editor('POST', '/import', 'email\nbert@example.com\n');
  const { body } = await editor('GET', '');
  expect(body).toMatchObject({
    total: 2,
    items: [
      { address: 'bert@example.com', source: 'import' },
      { address: 'anna@example.com', source: 'app' },
    ],
  });
  expect(Date.parse(body.items[0].createdAt)).toBeGreaterThan(0);
  expect((await editor('GET', '?limit=1&page=2')).body).toMatchObject({
    pages: 2,
    items: [{ address: 'anna@example.com' }],
  });
});

test('a search looks for a part of the address, takes % and _ for what they are, in any case', async () => {
  for (const email of ['anna@example.com', 'a_b@example.com', 'zoe@shop.example'])
    await editor('POST', '', { email });
  expect(await found('?q=SHOP')).toEqual(['zoe@shop.example']);
  expect(await found('?q=_b')).toEqual(['a_b@example.com']);
  expect(await found('?q=%25')).toEqual([]);
});

test('lists no erased address, but finds and removes it by its full text', async () => {
  await editor('POST', '', { email: 'gone@example.com' });
  const db = outstep.core.database.forStore(team.storeId);
  await eraseAddress(
    { storeId: team.storeId, db, vault: outstep.core.vaultFor(team.storeId) },
    'gone@example.com',
  );
  expect(await found()).toEqual([]);
  expect(await found('?q=gone')).toEqual([]);
  expect(await found('?q=Gone@example.com')).toEqual(['gone@example.com']);
  expect((await editor('POST', '/remove', { email: 'gone@example.com' })).body).toEqual({ removed: true });
  expect(await found('?q=gone@example.com')).toEqual([]);
});

test('hides addresses of other stores from a full-address search', async () => {
  await editor('POST', '', { email: 'anna@example.com' });
  const other = await team.another('Birch');
  for (const query of ['', '?q=anna@example.com'])
    expect(
      (await other.people.owner.send('GET', `/app/api/stores/${other.storeId}/unsubscribes${query}`)).body
        .total,
    ).toBe(0);
});
