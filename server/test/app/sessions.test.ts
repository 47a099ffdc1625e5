import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Outstep } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { Browser, PASSWORD } from './browser.ts';

let outstep: Outstep;

beforeAll(async () => {
  outstep = await sharedOutstep();
});
afterAll(() => outstep?.close());

test('200 for the session of somebody who has signed up, with the stores they made', async () => {
  const maria = new Browser(outstep);
  expect(await maria.signUp('Maria')).toMatchObject({ status: 200 });
  const made = await maria.send('POST', '/app/api/stores', { name: 'Alder' });
  expect(made).toMatchObject({ status: 201, body: { name: 'Alder', role: 'owner' } });
  const session = await maria.send('GET', '/app/api/session');
  expect(session.body).toEqual({
    person: { id: expect.any(String), name: 'Maria', email: 'maria@example.com' },
    stores: [{ id: made.body.id, name: 'Alder', role: 'owner' }],
    signUp: 'open',
  });
  expect(session.headers.get('cache-control')).toBe('no-store');
  const keys = await maria.send('GET', `/app/api/stores/${made.body.id}/keys`);
  expect(keys).toMatchObject({ status: 200, body: { items: [], total: 0 } });
  const layouts = await maria.send('GET', `/app/api/stores/${made.body.id}/email-templates`);
  expect(layouts).toMatchObject({ status: 200, body: { items: [], total: 0 } });
});

test('401 for a session that was signed out, although its cookie was kept', async () => {
  const anna = new Browser(outstep);
  await anna.signUp('Anna');
  const cookies = new Map(anna.cookies);
  expect((await anna.send('POST', '/app/auth/sign-out')).status).toBe(200);
  expect(anna.cookies.size).toBe(0);
  for (const [name, value] of cookies) anna.cookies.set(name, value);
  expect(await anna.send('GET', '/app/api/session')).toMatchObject({
    status: 401,
    body: { error: 'not signed in' },
  });
});

test('401 for nobody, a made-up cookie and one whose signature was changed', async () => {
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

test('a new session at each sign-in, whatever cookie was there before', async () => {
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

test('400 for malformed JSON, on routes of a store and of signing in alike (contract: Fields 8)', async () => {
  const quirin = new Browser(outstep);
  await quirin.signUp('Quirin');
  const storeId = await quirin.createStore();
  for (const path of [
    '/app/auth/sign-in/email',
    '/app/api/stores',
    `/app/api/stores/${storeId}/email-templates`,
  ]) {
    const malformed = await quirin.send('POST', path, '{"name":');
    expect([path, malformed.status, malformed.body]).toEqual([
      path,
      400,
      { error: 'request body: not valid JSON' },
    ]);
    const list = await quirin.send('POST', path, '[]');
    expect([path, list.body]).toEqual([path, { error: 'request body: must be an object' }]);
  }
});
