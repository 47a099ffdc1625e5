import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestResponse } from '../harness/client.ts';
import type { Outstep } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { codeOf, earlierCode } from '../harness/totp.ts';
import { Browser, PASSWORD } from './browser.ts';

let outstep: Outstep;
beforeAll(async () => {
  outstep = await sharedOutstep();
});
afterAll(() => outstep?.close());

const NEW_PASSWORD = 'another long password';
const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, revokeOtherSessions: true };

const sql = <Row>(text: string, values: unknown[]) =>
  withClient(outstep.env['DATABASE_URL'] as string, async (client) => {
    const { rows } = await client.query(text, values);
    return rows as Row[];
  });

/** Moves the last proof of identity of all the person's sessions to an hour ago. */
const age = (email: string) =>
  sql(
    `update people_sessions s set proven_at = now() - interval '1 hour' from people p
     where p.id = s.person_id and email = $1`,
    [email],
  );
const proofs = async (email: string) =>
  (
    await sql<{ at: Date }>(
      'select proven_at as at from people_sessions s join people p on p.id = s.person_id where email = $1',
      [email],
    )
  ).map(({ at }) => at.getTime());

async function newPerson(name: string) {
  const browser = new Browser(outstep);
  const email = `${name.toLowerCase()}@example.com`;
  await browser.signUp(name, { email });
  const post = (path: string, body: object = {}) => browser.send('POST', `/app/auth${path}`, body);
  return { browser, email, post };
}

async function turnOn(post: (path: string, body?: object) => Promise<TestResponse>): Promise<string> {
  const { totpURI: uri } = (await post('/two-factor/enable', { password: PASSWORD })).body;
  expect((await post('/two-factor/verify-totp', { code: await earlierCode(uri) })).status).toBe(200);
  return uri;
}

const refusesWithoutStepUp = (answer: TestResponse) => {
  expect(answer, answer.text).toMatchObject({ status: 401, body: { code: 'STEP_UP' } });
  expect(answer.headers.get('www-authenticate')).toBe('Session error="insufficient_user_authentication"');
};

test('401 for a stale session with the password alone when a second factor is on (contract: The app 12)', async () => {
  const { browser, email, post } = await newPerson('Irma');
  const storeId = await browser.createStore();
  await browser.send('POST', `/app/api/stores/${storeId}/secrets`, { name: 'X', value: 'u' });
  const uri = await turnOn(post);
  const writeSecret = () => browser.send('PUT', `/app/api/stores/${storeId}/secrets/X`, { value: 'v' });
  await age(email);
  for (const revokeOtherSessions of [true, false])
    refusesWithoutStepUp(await post('/change-password', { ...change, revokeOtherSessions }));
  refusesWithoutStepUp(await post('/two-factor/enable', { password: PASSWORD }));
  expect((await writeSecret()).status).toBe(401);
  refusesWithoutStepUp(await post('/two-factor/disable', { password: PASSWORD }));

  expect((await browser.send('POST', '/app/api/step-up', { code: codeOf(uri) })).status).toBe(200);
  expect((await post('/change-password', change)).status).toBe(200);
  expect((await writeSecret()).status).toBe(200);
  expect((await post('/two-factor/disable', { password: NEW_PASSWORD })).status).toBe(200);
});

test('a replaced session keeps its proof time and expiry (contract: The app 12)', async () => {
  const { browser, email, post } = await newPerson('Jutta');
  await age(email);
  await sql(
    `update people_sessions s set expires_at = date_trunc('second', now()) + interval '3 days' from people p
     where p.id = s.person_id and email = $1`,
    [email],
  );
  const ends = () =>
    sql<{ days: number }>(
      `select round(extract(epoch from expires_at - now()) / 86400)::int as days from people_sessions s
       join people p on p.id = s.person_id where email = $1`,
      [email],
    );
  const before = await proofs(email);
  const uri = await turnOn(post);
  expect(await proofs(email)).toEqual(before);

  expect((await browser.send('POST', '/app/api/step-up', { code: codeOf(uri) })).status).toBe(200);
  const proven = await proofs(email);
  expect((await post('/change-password', change)).status).toBe(200);
  expect(await proofs(email)).toEqual(proven);
  expect(await ends()).toEqual([{ days: 3 }]);
  expect((await post('/two-factor/disable', { password: NEW_PASSWORD })).status).toBe(200);
  expect(await proofs(email)).toEqual(proven);

  await age(email);
  const back = { ...change, currentPassword: NEW_PASSWORD, newPassword: PASSWORD };
  expect((await post('/change-password', back)).status).toBe(200);
  expect((await browser.send('GET', '/app/api/session')).status).toBe(200);
  expect((await browser.send('GET', '/app/api/step-up')).status).toBe(401);
});

test('signing in counts as proof, with the code where required', async () => {
  const { browser, email, post } = await newPerson('Karla');
  const isProven = async () => (await browser.send('GET', '/app/api/step-up')).status === 200;
  await age(email);
  await browser.signIn(email);
  expect(await isProven()).toBe(true);
  const uri = await turnOn(post);
  await age(email);
  await browser.signIn(email);
  expect((await post('/two-factor/verify-totp', { code: codeOf(uri) })).status).toBe(200);
  expect(await isProven()).toBe(true);
});
