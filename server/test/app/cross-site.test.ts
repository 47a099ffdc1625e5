import { afterAll, beforeAll, expect, test } from 'vitest';
import { appRoutesOf } from '../../src/kernel/operation.ts';
import { operations } from '../../src/surfaces/operations.ts';
import type { Outstep } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { Browser, PASSWORD } from './browser.ts';

const writes = operations.flatMap(appRoutesOf).filter(({ method }) => method !== 'GET');

const ORIGIN = 'http://localhost:3000';
const foreign: [string, Record<string, string>][] = [
  ['another origin', { origin: 'https://evil.example' }],
  ['an origin that begins like ours', { origin: `${ORIGIN}.evil.example` }],
  ['our host on another port', { origin: 'http://localhost:3001' }],
  ['a null origin', { origin: 'null' }],
  ['no origin', { origin: '' }],
  ['another site', { 'sec-fetch-site': 'cross-site' }],
];

let outstep: Outstep;
let owner: Browser;
let storeId: string;

beforeAll(async () => {
  outstep = await sharedOutstep();
  owner = new Browser(outstep);
  await owner.signUp('Olga');
  storeId = await owner.createStore();
});
afterAll(() => outstep?.close());

const rowsOf = (table: string) =>
  withClient(outstep.env['DATABASE_URL'] as string, async (client) => {
    const { rows } = await client.query(`select count(*)::int as count from ${table}`);
    return rows[0].count;
  });

test.each(foreign)('403 for every app write from %s with a valid session', async (_what, headers) => {
  expect(writes.length).toBeGreaterThan(30);
  for (const { method, path } of writes) {
    const answer = await owner.send(method, `/app/api/stores/${storeId}${path}`, {}, headers);
    expect(answer.status, `${method} ${path}`).toBe(403);
    expect(answer.body.error).toMatch(/^Origin: only pages on/);
  }
  const before = await rowsOf('stores');
  expect((await owner.send('POST', '/app/api/stores', { name: 'x' }, headers)).status).toBe(403);
  expect(await rowsOf('stores')).toBe(before);
});

test('403 for every write without the app header', async () => {
  for (const { method, path } of writes) {
    const answer = await owner.send(method, `/app/api/stores/${storeId}${path}`, {}, { 'x-outstep-app': '' });
    expect(answer, `${method} ${path}`).toMatchObject({
      status: 403,
      body: { error: 'missing header: send X-Outstep-App: 1' },
    });
  }
});

test.each(foreign)('403 for signing in, up and out from %s', async (_what, headers) => {
  const before = await rowsOf('people_sessions');
  const visitor = new Browser(outstep);
  const credentials = { email: 'olga@example.com', password: PASSWORD };
  for (const path of ['sign-in/email', 'sign-up/email', 'reset-password'])
    expect((await visitor.send('POST', `/app/auth/${path}`, credentials, headers)).status).toBe(403);
  expect((await owner.send('POST', '/app/auth/sign-out', {}, headers)).status).toBe(403);
  expect(await rowsOf('people_sessions')).toBe(before);
  expect((await owner.send('GET', '/app/api/session')).status).toBe(200);
});

test("404 for library endpoints that the app doesn't use", async () => {
  for (const path of ['delete-user', 'change-email', 'sign-in/social', 'link-social', 'refresh-token'])
    expect((await owner.send('POST', `/app/auth/${path}`, {})).status, path).toBe(404);
  expect((await owner.send('GET', '/app/auth/ok')).status).toBe(404);
});

test('201 for a same-origin write (contract: The app 1)', async () => {
  const answer = await owner.send('POST', `/app/api/stores/${storeId}/secrets`, {
    name: 'TOKEN',
    value: 'x',
  });
  expect(answer).toMatchObject({ status: 201, body: { name: 'TOKEN' } });
});

test('429 for the eleventh sign-in per minute from one address, without affecting others', async () => {
  const guesser = new Browser(outstep);
  const statuses: number[] = [];
  for (let i = 0; i < 12; i++)
    // Nine guesses for one account, then other accounts: guesses for one account count across all addresses.
    statuses.push(
      (await guesser.signIn(i < 9 ? 'olga@example.com' : `o${i}@example.com`, `wrong ${i}`)).status,
    );
  expect(statuses.slice(0, 10).every((status) => status === 401)).toBe(true);
  expect(statuses.slice(10)).toEqual([429, 429]);
  expect((await new Browser(outstep).signIn('olga@example.com')).status).toBe(200);
});
