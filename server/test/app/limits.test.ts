import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryOn } from '../../src/adapters/people/accounts.ts';
import { createAttemptLimits, networkOf } from '../../src/adapters/people/limits.ts';
import { createRolePool } from '../../src/adapters/postgres/role-pool.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
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

const sql = (text: string, values: unknown[] = []) =>
  withClient(outstep.env['DATABASE_URL'] as string, (client) => client.query(text, values));

const WRONG = 'not the password at all';

/** As many at once as passwords are hashed at once. */
async function runInThrees<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  while (done.length < count) done.push(...(await Promise.all([work(), work(), work()])));
  return done;
}

test('limits password guesses per account to ten across addresses; a known browser still signs in', async () => {
  const email = 'limited@example.com';
  const owner = new Browser(outstep);
  await owner.signUp('Limited', { email });
  const guesses = await runInThrees(12, () => new Browser(outstep).signIn(email.toUpperCase(), WRONG));
  expect(guesses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), 429, 429]);
  const late = await new Browser(outstep).signIn(email);
  expect(late).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } });
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
  await owner.send('POST', '/app/auth/sign-out');
  expect((await owner.signIn(email, WRONG)).status).toBe(401);
  expect((await owner.signIn(email)).status).toBe(200);
  // Someone else's browser isn't a known one here, even if it is known for its own account.
  const other = new Browser(outstep);
  await other.signUp('Otherwise');
  expect((await other.signIn(email)).status).toBe(429);
  // An unknown account is limited in the same way, so the response doesn't reveal that it doesn't exist.
  const unknown = await runInThrees(12, () =>
    new Browser(outstep).signIn('nobody.limited@example.com', WRONG),
  );
  expect(unknown.filter(({ status }) => status === 429)).toHaveLength(2);
  await sql("update people_limits set at = at - interval '6 minutes'");
  expect((await new Browser(outstep).signIn(email)).status).toBe(200);
  const kept = JSON.stringify((await sql('select * from people_limits')).rows);
  expect(kept).not.toContain('limited@');
});

nightlyOnly('limits accounts tried per address', async () => {
  const eve = new Browser(outstep);
  const answers = [];
  for (let i = 0; i < 11; i++) answers.push(await eve.signIn(`victim${i}@example.com`, WRONG));
  expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429]);
});

test("fifty failed sign-ins from one address limit it to one a minute; successes don't count", async () => {
  const pool = createRolePool({
    ...{ url: outstep.env['DATABASE_URL'] as string, role: 'outstep_people', maxConnections: 4 },
    onError: () => undefined,
  });
  try {
    const query = queryOn(pool);
    const limits = createAttemptLimits(query, 'secret of this test');
    const from = [['attempt from address', '198.51.100.7']] as const;
    const many = await Promise.all(Array.from({ length: 60 }, () => limits.take(from)));
    expect(many.filter((wait) => wait === null)).toHaveLength(50);
    expect(await limits.take([['attempt from address', '198.51.100.8']])).toBeNull();
    // An attempt that one limit rejects is not charged to another.
    const account = ['proof of account', 'x'] as const;
    for (let i = 0; i < 15; i++) expect(await limits.take([account, ...from])).toBe(60);
    for (let i = 0; i < 10; i++) expect(await limits.take([account])).toBeNull();
    expect(await limits.take([account])).toBe(300);
    await limits.giveBack([account]);
    expect(await limits.take([account])).toBeNull();
    await query("update people_limits set at = at - interval '121 seconds'");
    expect([await limits.take(from), await limits.take(from), await limits.take(from)]).toEqual([
      null,
      null,
      60,
    ]);
  } finally {
    await pool.end();
  }
});

test('counts an IPv6 network as one address', () => {
  expect(networkOf('2001:db8:1:2::1')).toBe(networkOf('2001:db8:1:2:ffff::9'));
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
  expect(networkOf('::ffff:203.0.113.7')).toBe(networkOf('203.0.113.7'));
  expect([networkOf(null), networkOf('no address')]).toEqual(['', '']);
});

nightlyOnly('limits second-factor guesses to ten across attempts and addresses', async () => {
  const email = 'coded@example.com';
  const owner = new Browser(outstep);
  await owner.signUp('Coded', { email });
  const enable = await owner.send('POST', '/app/auth/two-factor/enable', { password: PASSWORD });
  const { totpURI: uri } = enable.body;
  await owner.send('POST', '/app/auth/two-factor/verify-totp', { code: await earlierCode(uri) });
  const tries = (browser: Browser, code: string) =>
    browser.send('POST', '/app/auth/two-factor/verify-totp', { code });
  for (let round = 0; round < 2; round++) {
    const thief = new Browser(outstep);
    await thief.signIn(email);
    for (let i = 0; i < 5; i++) expect((await tries(thief, `x${round}${i}`)).status).toBe(401);
  }
  const thief = new Browser(outstep);
  await thief.signIn(email);
  expect(await tries(thief, codeOf(uri))).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } });
  await owner.send('POST', '/app/auth/sign-out');
  await owner.signIn(email);
  expect((await tries(owner, codeOf(uri))).status).toBe(200);
});

nightlyOnly('limits password guesses within a session to ten', async () => {
  const owner = new Browser(outstep);
  await owner.signUp('Guessed');
  const statuses: number[] = [];
  for (let i = 0; i < 4; i++) {
    const stepUp = await owner.send('POST', '/app/api/step-up', { code: `${i}` });
    const change = await owner.send('POST', '/app/auth/change-password', {
      currentPassword: WRONG,
      newPassword: 'another long password',
    });
    const enable = await owner.send('POST', '/app/auth/two-factor/enable', { password: WRONG });
    statuses.push(stepUp.status, change.status, enable.status);
  }
  expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
  const refused = await owner.send('POST', '/app/api/step-up', { password: PASSWORD });
  expect(refused).toMatchObject({ status: 429, body: { error: 'too many attempts; try again later' } });
  expect(refused.headers.get('retry-after')).toBe('300');
});
