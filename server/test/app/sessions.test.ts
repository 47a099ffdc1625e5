import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Outstep } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { Browser, PASSWORD } from './browser.ts';

let outstep: Outstep;

beforeAll(async () => {
  outstep = await sharedOutstep();
});
afterAll(() => outstep?.close());

test('200 for a new account’s session, with its stores', async () => {
  const maria = new Browser(outstep);
  expect(await maria.signUp('Maria')).toMatchObject({ status: 200 });
  const made = await maria.send('POST', '/app/api/stores', { name: 'Alder' });
  expect(made).toMatchObject({ status: 201, body: { name: 'Alder', role: 'owner' } });
  const session = await maria.send('GET', '/app/api/session');
  expect(session.body).toEqual({
    person: { id: expect.any(String), name: 'Maria', email: 'maria@example.com' },
    hasSecondFactor: false,
    stores: [{ id: made.body.id, name: 'Alder', role: 'owner', suspendedWhy: null }],
    signUp: 'open',
    sendsMail: false,
  });
  expect(session.headers.get('cache-control')).toBe('no-store');
  const keys = await maria.send('GET', `/app/api/stores/${made.body.id}/keys`);
  expect(keys).toMatchObject({ status: 200, body: { items: [], total: 0 } });
  const layouts = await maria.send('GET', `/app/api/stores/${made.body.id}/email-templates`);
  expect(layouts).toMatchObject({ status: 200, body: { items: [], total: 0 } });
});

test('401 for a signed-out session, even with its cookie', async () => {
  const anna = new Browser(outstep);
  await anna.signUp('Anna');
  const cookies = new Map(anna.cookies);
  expect((await anna.send('POST', '/app/auth/sign-out')).status).toBe(200);
  expect([...anna.cookies.keys()]).toEqual([expect.stringContaining('.device')]);
  for (const [name, value] of cookies) anna.cookies.set(name, value);
  expect(await anna.send('GET', '/app/api/session')).toMatchObject({
    status: 401,
    body: { error: 'you are not signed in; sign in and try again' },
  });
});

test('401 without a cookie, with an invented one and with a tampered signature', async () => {
  const nobody = new Browser(outstep);
  expect((await nobody.send('GET', '/app/api/session')).status).toBe(401);
  const eve = new Browser(outstep);
  await eve.signUp('Eve');
  const [[name, value] = ['', '']] = eve.cookies;
  for (const forged of ['x', `${value.slice(0, -3)}AAA`, value.split('.')[0] as string]) {
    eve.cookies.set(name, forged);
    expect((await eve.send('GET', '/app/api/session')).status, forged).toBe(401);
  }
});

test('creates a new session at each sign-in', async () => {
  const first = new Browser(outstep);
  await first.signUp('Nora');
  const [[name, old] = ['', '']] = first.cookies;
  const second = new Browser(outstep);
  second.cookies.set(name, old);
  await second.signIn('nora@example.com');
  expect(second.cookies.get(name)).not.toBe(old);
});

test('the same answer for an unknown address and a wrong password', async () => {
  const one = new Browser(outstep);
  await one.signUp('Ida');
  const two = new Browser(outstep);
  const wrong = await two.signIn('ida@example.com', 'wrong password here');
  const unknown = await two.signIn('nobody@example.com', PASSWORD);
  expect(wrong.status).toBe(401);
  expect(unknown).toMatchObject({ status: wrong.status, text: wrong.text });
});

test('400 for malformed JSON, on routes of a store and of signing in (contract: Fields 8)', async () => {
  const quintus = new Browser(outstep);
  expect(await quintus.signUp('Quintus')).toMatchObject({ status: 200 });
  const storeId = await quintus.createStore();
  for (const path of [
    '/app/auth/sign-in/email',
    '/app/api/stores',
    `/app/api/stores/${storeId}/email-templates`,
  ]) {
    const malformed = await quintus.send('POST', path, '{"name":');
    expect([path, malformed.status, malformed.body.error]).toEqual([
      path,
      400,
      'request body: not valid JSON',
    ]);
    const list = await quintus.send('POST', path, '[]');
    expect([path, list.body.error]).toEqual([path, 'request body: must be an object']);
  }
});

describe('a session', () => {
  let ulla: Browser;
  beforeAll(async () => {
    ulla = new Browser(outstep);
    await ulla.signUp('Ulla');
  });
  /** Changes the session's row as if time had passed. */
  const age = (change: string) =>
    withClient(outstep.env['DATABASE_URL'] as string, (client) =>
      client.query(
        `update people_sessions s set ${change} from people p where p.id = s.person_id and email = 'ulla@example.com'
         returning expires_at as "expiresAt", seen_at as "seenAt"`,
      ),
    );
  const asked = async () => [
    (await ulla.send('GET', '/app/api/session')).status,
    (await ulla.send('GET', '/app/auth/list-sessions')).status,
  ];

  test('ends thirty days after the sign-in, however much it is used (contract: The app 12)', async () => {
    const { rows } = await age(
      "expires_at = expires_at - interval '29 days', created_at = now() - interval '29 days'",
    );
    const hours = (rows[0].expiresAt - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23);
    expect(hours).toBeLessThan(25);
    expect(await asked()).toEqual([200, 200]);
    const after = await age('seen_at = seen_at');
    expect(after.rows[0].expiresAt).toEqual(rows[0].expiresAt);
    await age("expires_at = now() - interval '1 second'");
    // The library deletes an expired session when it finds one, so there is no row to query.
    expect((await ulla.send('GET', '/app/api/session')).status).toBe(401);
    expect((await ulla.send('POST', '/app/auth/change-password', {})).status).not.toBe(200);
    expect((await ulla.send('GET', '/app/auth/list-sessions')).status).toBe(401);
  });

  test('ends after a week without use, for API and auth routes; its use is recorded once an hour', async () => {
    await ulla.signIn('ulla@example.com');
    await age("seen_at = now() - interval '6 days'");
    expect(await asked()).toEqual([200, 200]);
    const { rows } = await age('seen_at = seen_at');
    expect(Date.now() - rows[0].seenAt).toBeLessThan(60_000);
    await age("seen_at = now() - interval '8 days'");
    expect(await asked()).toEqual([401, 401]);
  });

  test('is listed with last use and expiry, and can revoke the others', async () => {
    await ulla.signIn('ulla@example.com');
    const other = new Browser(outstep);
    await other.signIn('ulla@example.com');
    const listed = await ulla.send('GET', '/app/auth/list-sessions');
    expect(listed.body).toHaveLength(2);
    expect(listed.body[0]).toMatchObject({ seenAt: expect.any(String), expiresAt: expect.any(String) });
    expect((await ulla.send('POST', '/app/auth/revoke-other-sessions', {})).status).toBe(200);
    expect((await other.send('GET', '/app/api/session')).status).toBe(401);
    expect((await ulla.send('GET', '/app/api/session')).status).toBe(200);
  });
});
