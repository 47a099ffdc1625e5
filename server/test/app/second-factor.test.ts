import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countSealedWithOtherSecrets, resealSecondFactors } from '../../src/adapters/people/reseal.ts';
import { sessionSecrets } from '../../src/processes/derived-secrets.ts';
import type { TestResponse } from '../harness/client.ts';
import type { Outstep } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { runOutstep } from '../harness/process.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { codeOf, earlierCode, wrongCode } from '../harness/totp.ts';
import { Browser, PASSWORD } from './browser.ts';

let outstep: Outstep;
beforeAll(async () => {
  outstep = await sharedOutstep();
});
afterAll(() => outstep?.close());

const post = (browser: Browser, path: string, body: unknown = {}) =>
  browser.send('POST', `/app/auth/two-factor${path}`, body);
const sql = (text: string, values: unknown[] = []) =>
  withClient(outstep.env['DATABASE_URL'] as string, (client) => client.query(text, values));
const isSignedIn = async (browser: Browser) => (await browser.send('GET', '/app/api/session')).status === 200;
const eventsOf = async (browser: Browser) =>
  (await browser.send('GET', '/app/api/sign-in-events')).body.items.map(
    ({ operation }: { operation: string }) => operation,
  ) as string[];

interface Secured {
  browser: Browser;
  email: string;
  uri: string;
  recovery: string[];
  /** The code that turned it on. */
  used: string;
  /** Signs in with the password only; the code is still required. */
  half(): Promise<Browser>;
}

/** A person who has turned on the second factor, using the code of the previous time step. */
async function secured(name: string): Promise<Secured> {
  const browser = new Browser(outstep);
  const email = `${name.toLowerCase()}@example.com`;
  await browser.signUp(name, { email });
  const made = await post(browser, '/enable', { password: PASSWORD });
  expect(made, made.text).toMatchObject({ status: 200 });
  const { totpURI: uri, backupCodes: recovery } = made.body;
  const used = await earlierCode(uri);
  expect((await post(browser, '/verify-totp', { code: used })).status).toBe(200);
  const half = async () => {
    const other = new Browser(outstep);
    const answer = await other.signIn(email);
    expect(answer).toMatchObject({ status: 200, body: { twoFactorRedirect: true } });
    expect(await isSignedIn(other)).toBe(false);
    return other;
  };
  return { browser, email, uri, recovery, used, half };
}

const refused = (answer: TestResponse, code: string) =>
  expect(answer.body, answer.text).toMatchObject({ code });

test('the second factor is on after the first code; a password alone no longer signs in', async () => {
  const ada = new Browser(outstep);
  await ada.signUp('Ada');
  refused(await post(ada, '/enable', { password: 'not the password' }), 'INVALID_PASSWORD');
  const { totpURI: uri, backupCodes } = (await post(ada, '/enable', { password: PASSWORD })).body;
  expect(backupCodes).toHaveLength(10);
  expect(await isSignedIn(await signedIn('ada@example.com'))).toBe(true);
  refused(await post(ada, '/verify-totp', { code: wrongCode(uri) }), 'INVALID_CODE');
  expect((await ada.send('GET', '/app/api/session')).body.hasSecondFactor).toBe(false);
  expect((await post(ada, '/verify-totp', { code: codeOf(uri) })).status).toBe(200);
  expect((await ada.send('GET', '/app/api/session')).body.hasSecondFactor).toBe(true);
  expect(await isSignedIn(await signedIn('ada@example.com'))).toBe(false);
  const rows = await sql(
    "select secret, backup_codes from people_second_factors f join people p on p.id = person_id where email = 'ada@example.com'",
  );
  const stored = JSON.stringify(rows.rows);
  for (const told of [new URL(uri).searchParams.get('secret') as string, ...backupCodes])
    expect(stored).not.toContain(told);
});

const signedIn = async (email: string) => {
  const browser = new Browser(outstep);
  await browser.signIn(email);
  return browser;
};

test('accepts a code only once', async () => {
  const { uri, used, half, browser, email } = await secured('Berta');
  const other = await half();
  refused(await post(other, '/verify-totp', { code: used }), 'INVALID_CODE');
  const code = codeOf(uri);
  expect((await post(other, '/verify-totp', { code })).status).toBe(200);
  expect(await isSignedIn(other)).toBe(true);
  const replaying = await half();
  refused(await post(replaying, '/verify-totp', { code }), 'INVALID_CODE');
  expect(await isSignedIn(replaying)).toBe(false);
  expect(await browser.send('POST', '/app/api/step-up', { code })).toMatchObject({
    status: 400,
    body: { error: 'code: is wrong, has expired or was already used' },
  });
  // Of two concurrent sign-ins with the same code, one succeeds.
  const both = await Promise.all([half(), half()]);
  const next = codeOf(uri, 1);
  const answers = await Promise.all(both.map((each) => post(each, '/verify-totp', { code: next })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  expect((await eventsOf(browser)).filter((each) => each === 'second_factor_failed')).toHaveLength(3);
  expect((await new Browser(outstep).signIn(email)).body).toMatchObject({ twoFactorRedirect: true });
});

test("a wrong code doesn't sign in; five end the attempt", async () => {
  const { uri, half } = await secured('Clara');
  const other = await half();
  const guesses = Array.from({ length: 5 }, (_, i) => `${i}${wrongCode(uri).slice(1)}x`.slice(0, 6));
  for (const code of new Set(guesses)) expect((await post(other, '/verify-totp', { code })).status).toBe(401);
  expect((await post(other, '/verify-totp', { code: codeOf(uri) })).status).not.toBe(200);
  expect(await isSignedIn(other)).toBe(false);
});

test('a recovery code works once, in place of a code; new ones invalidate the old ones (contract: The app 12)', async () => {
  const { browser, recovery, half } = await secured('Dora');
  const [first, second] = recovery as [string, string];
  const one = await half();
  expect((await post(one, '/verify-backup-code', { code: first, trustDevice: true })).status).toBe(200);
  expect(await isSignedIn(one)).toBe(true);
  expect([...one.cookies.keys()].filter((name) => name.includes('trust'))).toEqual([]);
  expect((await eventsOf(one)).slice(0, 2)).toEqual(['sign_in', 'use_recovery_code']);
  const two = await half();
  expect((await post(two, '/verify-backup-code', { code: first })).status).toBe(401);
  expect(await isSignedIn(two)).toBe(false);
  const made = await post(browser, '/generate-backup-codes', { password: PASSWORD });
  expect(made.body.backupCodes).toHaveLength(10);
  refused(await post(await half(), '/verify-backup-code', { code: second }), 'INVALID_BACKUP_CODE');
});

test('401 for replacing or disabling it with a session and a password alone', async () => {
  const { browser, uri, email } = await secured('Edda');
  refused(await post(browser, '/enable', { password: PASSWORD }), 'SECOND_FACTOR_ON');
  refused(await post(browser, '/verify-totp', { code: codeOf(uri) }), 'SIGNED_IN');
  await sql(
    "update people_sessions s set proven_at = now() - interval '11 minutes' from people p where p.id = s.person_id and email = $1",
    [email],
  );
  const asked = await post(browser, '/disable', { password: PASSWORD });
  expect(asked.status).toBe(401);
  expect(asked.headers.get('www-authenticate')).toContain('insufficient_user_authentication');
  expect((await browser.send('POST', '/app/api/step-up', { code: codeOf(uri) })).status).toBe(200);
  refused(await post(browser, '/disable', { password: 'not the password' }), 'INVALID_PASSWORD');
  expect((await post(browser, '/disable', { password: PASSWORD })).status).toBe(200);
  expect(await isSignedIn(await signedIn(email))).toBe(true);
});

test('a password reset keeps the second factor, unless the account is unproven or the operator resets it', async () => {
  const { email, half } = await secured('Frieda');
  const setByLink = async () => {
    const made = await runOutstep(outstep.env, ['user', 'reset-password', '--email', email, '--json']);
    const token = new URL(JSON.parse(made.stdout).link).searchParams.get('token');
    const set = await new Browser(outstep).send('POST', '/app/auth/reset-password', {
      token,
      newPassword: PASSWORD,
    });
    expect(set.status).toBe(200);
  };
  await sql('update people set email_verified = true where email = $1', [email]);
  await setByLink();
  await half();
  const removed = await runOutstep(outstep.env, ['user', 'remove-second-factor', '--email', email, '--json']);
  expect(JSON.parse(removed.stdout)).toEqual({ removed: true });
  expect(await isSignedIn(await signedIn(email))).toBe(true);
  expect(
    (await eventsOf(await signedIn(email))).filter((each) => each === 'remove_second_factor'),
  ).toHaveLength(1);
  const again = await runOutstep(outstep.env, ['user', 'remove-second-factor', '--email', email]);
  expect(again).toMatchObject({ code: 1 });

  const squatter = await secured('Gerda');
  await sql('update people set email_verified = false where email = $1', [squatter.email]);
  const made = await runOutstep(outstep.env, ['user', 'reset-password', '--email', squatter.email, '--json']);
  const token = new URL(JSON.parse(made.stdout).link).searchParams.get('token');
  await new Browser(outstep).send('POST', '/app/auth/reset-password', { token, newPassword: PASSWORD });
  expect(await isSignedIn(await signedIn(squatter.email))).toBe(true);
});

test('rotating the master key reseals second factors', async () => {
  const { uri, half } = await secured('Hilde');
  const [old] = sessionSecrets(outstep.core.config);
  const [next] = sessionSecrets({ masterKey: randomBytes(32), previousMasterKey: null });
  await withClient(outstep.env['DATABASE_URL'] as string, async (client) => {
    expect(await countSealedWithOtherSecrets(client, [old])).toBe(0);
    expect(await resealSecondFactors(client, [next, old])).toBeGreaterThan(0);
    expect(await countSealedWithOtherSecrets(client, [next])).toBe(0);
    await expect(resealSecondFactors(client, [old])).rejects.toThrow();
    await resealSecondFactors(client, [old, next]);
  });
  expect((await post(await half(), '/verify-totp', { code: codeOf(uri) })).status).toBe(200);
});
