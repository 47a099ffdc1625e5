import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eraseAddress } from '../../src/features/sending/unsubscribes/change-unsubscribes.ts';
import type { Outstep } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { newTeam, type Team } from './team.ts';

let outstep: Outstep;
let team: Team;

beforeAll(async () => {
  outstep = await sharedOutstep();
  team = await newTeam(outstep);
});
/** Each test starts with empty lists. */
beforeEach(async () => {
  team = await team.another();
});
afterAll(() => outstep?.close());

const editor = (method: string, path: string, body?: unknown) =>
  team.people.editor.send(method, `/app/api/stores/${team.storeId}/unsubscribes${path}`, body);
const found = async (query = '') =>
  (await editor('GET', query)).body.items.map(({ address }: { address: string }) => address);

test('200 with source and time of each, newest first, in pages', async () => {
  expect((await editor('GET', '')).body).toMatchObject({ items: [], total: 0 });
  await editor('POST', '', { email: 'Anna@Example.com' });
  await editor('POST', '/import?as=unsubscribed', 'email\nbert@example.com\n');
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

test('searches for part of the address, ignoring case, with % and _ literal', async () => {
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

test('a file is checked before it is imported, and the check changes nothing (contract: Unsubscribing and erasing 7)', async () => {
  const csv =
    'email,status\na@example.com,unsubscribed\nb@example.com,cleaned\nc@example.com,Gold\nnone,Gold\n';
  const checked = await editor('POST', '/import/check', csv);
  expect(checked, checked.text).toMatchObject({
    status: 200,
    body: {
      addresses: 3,
      columns: ['status'],
      statuses: [
        { status: 'unsubscribed', meaning: 'unsubscribed', rows: 1 },
        { status: 'cleaned', meaning: 'bounced', rows: 1 },
        { status: 'Gold', meaning: null, rows: 1 },
      ],
      refused: 1,
      refusedLines: [{ line: 5, reason: 'not a valid address' }],
    },
  });
  const refused = await editor('POST', '/import', csv);
  expect(refused).toMatchObject({
    status: 400,
    body: { messages: [{ field: 'statuses', code: 'statuses_unknown' }] },
  });
  expect(await found()).toEqual([]);
  const choices = `?${new URLSearchParams({ statuses: 'Gold=skipped' })}`;
  const imported = await editor('POST', `/import${choices}`, csv);
  expect(imported.body).toMatchObject({ imported: 1, suppressed: 1, skipped: 2, refused: 0 });
  expect(await found()).toEqual(['a@example.com']);
  const listed = await team.people.editor.send('GET', `/app/api/stores/${team.storeId}/suppressions`);
  expect(listed.body.items).toMatchObject([{ address: 'b@example.com', imported: true, reason: 'cleaned' }]);
});

test('an upload that is cut off imports nothing (contract: Unsubscribing and erasing 8)', async () => {
  const { hostname, port } = new URL(outstep.origin);
  const { origin } = new URL(outstep.core.config.baseUrl);
  const cookie = [...team.people.editor.cookies].map((pair) => pair.join('=')).join('; ');
  const lines = 'a@example.com\n'.repeat(100);
  const send = async (announced: number) => {
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const head = [
      `POST /app/api/stores/${team.storeId}/unsubscribes/import?as=unsubscribed HTTP/1.1`,
      ...[`Host: ${hostname}:${port}`, `Origin: ${origin}`, 'X-Outstep-App: 1', `Cookie: ${cookie}`],
      ...[`Content-Length: ${announced}`, 'Connection: close', '', ''],
    ];
    socket.write(head.join('\r\n') + lines);
    if (announced > lines.length) socket.end();
    await once(socket.resume(), 'close');
    return found();
  };
  expect(await send(lines.length * 2)).toEqual([]);
  expect(await send(lines.length)).toEqual(['a@example.com']);
});

test('an account reads one list at a time, and others do not wait for it (contract: Limits 5; Unsubscribing and erasing 8)', async () => {
  const sameAccount = await team.another('Second');
  const others = await newTeam(outstep);
  const post = ({ people, storeId }: Team, path: string) =>
    people.owner.send(
      'POST',
      `/app/api/stores/${storeId}/unsubscribes${path}`,
      'a@example.com\n'.repeat(5000),
    );
  await withClient(outstep.env['DATABASE_URL'] as string, async (client) => {
    const lock = ['unsubscribes ', team.storeId];
    await client.query('select pg_advisory_lock(hashtextextended($1::text || $2::text, 0))', lock);
    const order: string[] = [];
    const imported = post(team, '/import?as=unsubscribed').then(() => order.push('import'));
    await expect
      .poll(async () => {
        const waiting = "select from pg_locks where locktype = 'advisory' and not granted";
        return (await client.query(waiting)).rows.length;
      })
      .toBeGreaterThan(0);
    const checked = post(sameAccount, '/import/check').then(({ status }) => order.push(`check ${status}`));
    expect(await post(others, '/import/check')).toMatchObject({ status: 200, body: { addresses: 5000 } });
    await client.query('select pg_advisory_unlock(hashtextextended($1::text || $2::text, 0))', lock);
    await Promise.all([imported, checked]);
    expect(order).toEqual(['import', 'check 200']);
  });
});
