import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertMember } from '../../src/features/access/people/members.store.ts';
import { backgroundWork } from '../../src/processes/background.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { type Outstep, startOutstep } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { runOutstep } from '../harness/process.ts';
import { type SmtpStandIn, startSmtpServer } from '../harness/smtp-server.ts';
import { earlierCode } from '../harness/totp.ts';
import { appEnv, Browser, PASSWORD } from './browser.ts';

let outstep: Outstep;
let mail: SmtpStandIn;
beforeAll(async () => {
  mail = await startSmtpServer();
  outstep = await startOutstep({
    env: { ...appEnv, OUTSTEP_SIGN_UP: 'open', OUTSTEP_MAIL_URL: `smtp://127.0.0.1:${mail.port}` },
  });
});
afterAll(async () => {
  await outstep?.close();
  await mail?.close();
});

const sql = (text: string, values: unknown[] = []) =>
  withClient(outstep.env['DATABASE_URL'] as string, (client) => client.query(text, values));

/** Runs a job that the worker runs every few seconds. */
async function work(name: string) {
  const job = backgroundWork.find((each) => each.name === name);
  await job?.run({ core: outstep.core, contexts: {} as never, isStopping: () => false });
}
const send = () => work('mail people what concerns them');

/** Texts of the emails sent to this address since the last call, oldest first. */
async function takeMailTexts(email: string): Promise<string[]> {
  await send();
  const own = mail.messages.filter(({ to }) => to.includes(email));
  mail.messages.splice(0, mail.messages.length, ...mail.messages.filter((each) => !own.includes(each)));
  const plain = (raw: Buffer) =>
    raw
      .toString()
      .replace(/=\r?\n/g, '')
      .replaceAll('\r\n', '\n');
  return own
    .map(({ raw }) => plain(raw).slice(plain(raw).indexOf('\n\n') + 2))
    .filter((text) => !text.includes('Set your password within one day'));
}

/** Signs up through a reset link; here it is the operator's, which works like the emailed one. */
async function newPerson(name: string) {
  const email = `${name.toLowerCase()}@shop.example`;
  const browser = new Browser(outstep);
  await browser.send('POST', '/app/auth/sign-up/email', { name, email, password: PASSWORD });
  await expect.poll(async () => (await sql('select from people where email = $1', [email])).rowCount).toBe(1);
  const made = await runOutstep(outstep.env, ['user', 'reset-password', '--email', email, '--json']);
  const token = new URL(JSON.parse(made.stdout).link).searchParams.get('token');
  await browser.send('POST', '/app/auth/reset-password', { token, newPassword: PASSWORD });
  const signedIn = await browser.signIn(email);
  expect(signedIn.status, signedIn.text).toBe(200);
  return { browser, email, id: signedIn.body.user.id as string };
}

test('emails a person about a new browser and every sign-in change, with its origin', async () => {
  const { browser, email } = await newPerson('Anna');
  expect(await takeMailTexts(email)).toEqual([
    expect.stringContaining('A password reset link was created for your account.'),
    expect.stringContaining('Your password was set with a reset link.'),
  ]);
  // Neither the first browser nor a returning one triggers a notice.
  await browser.signIn(email);
  expect(await takeMailTexts(email)).toEqual([]);
  const other = new Browser(outstep);
  await other.send(
    'POST',
    '/app/auth/sign-in/email',
    { email, password: PASSWORD },
    {
      'x-forwarded-for': '203.0.113.7',
      'user-agent': 'Firefox/140',
    },
  );
  const [news, ...more] = await takeMailTexts(email);
  expect(more).toEqual([]);
  expect(news).toContain('Someone signed in to your account from a new browser.');
  expect(news).toContain('IP address: 203.0.113.7\nClient: Firefox/140');
  expect(news).toContain('/account');

  const post = (path: string, body: object) => browser.send('POST', `/app/auth${path}`, body);
  const { totpURI: uri, backupCodes } = (await post('/two-factor/enable', { password: PASSWORD })).body;
  await post('/two-factor/verify-totp', { code: await earlierCode(uri) });
  await other.send('POST', '/app/auth/sign-out');
  await other.signIn(email);
  for (const code of ['000', '001', '002'])
    await other.send('POST', '/app/auth/two-factor/verify-totp', { code });
  await other.send('POST', '/app/auth/two-factor/verify-backup-code', { code: backupCodes[0] });
  await post('/two-factor/generate-backup-codes', { password: PASSWORD });
  await post('/two-factor/disable', { password: PASSWORD });
  await post('/change-password', { currentPassword: PASSWORD, newPassword: 'another long password' });
  expect((await takeMailTexts(email)).map((text) => text.split('\n')[0])).toEqual([
    'Two-factor authentication was turned on for your account.',
    expect.stringContaining('an incorrect code'),
    'A recovery code was used to sign in to your account.',
    'New recovery codes were created for your account. Your old codes no longer work.',
    'Two-factor authentication was turned off for your account.',
    'Your password was changed.',
  ]);
});

test('emails people in the language in which they use the app', async () => {
  const email = 'ilse@shop.example';
  const browser = new Browser(outstep);
  const german = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' };
  const post = (path: string, body: object) => browser.send('POST', path, body, german);
  await post('/app/auth/sign-up/email', { name: 'Ilse', email, password: PASSWORD });
  await expect.poll(() => mail.messages.filter(({ to }) => to.includes(email)).length).toBe(1);
  const made = await runOutstep(outstep.env, ['user', 'reset-password', '--email', email, '--json']);
  const token = new URL(JSON.parse(made.stdout).link).searchParams.get('token');
  await post('/app/auth/reset-password', { token, newPassword: PASSWORD });
  await post('/app/auth/sign-in/email', { email, password: PASSWORD });
  expect(await takeMailTexts(email)).toEqual([
    expect.stringContaining('Passwort innerhalb eines Tages fest:'),
    expect.stringContaining('Passworts erstellt.'),
    expect.stringContaining('alle Passkeys entfernt.'),
  ]);

  const storeId = await browser.createStore();
  await post(`/app/api/stores/${storeId}/invitations`, { email: 'jana@shop.example', role: 'editor' });
  expect(await takeMailTexts('jana@shop.example')).toEqual([
    expect.stringContaining('Sie wurden eingeladen'),
  ]);

  const english = { 'accept-language': 'en-US' };
  const signIn = { email, password: PASSWORD };
  await new Browser(outstep).send('POST', '/app/auth/sign-in/email', signIn, english);
  expect(await takeMailTexts(email)).toEqual([expect.stringContaining('Someone signed in to your account')]);
});

nightlyOnly('notifies owners and the affected person about keys and roles, and nobody else', async () => {
  const [owner, member, viewer] = [await newPerson('Bea'), await newPerson('Cleo'), await newPerson('Dana')];
  const storeId = await owner.browser.createStore('<b>Store</b>');
  const db = outstep.core.database.forStore(storeId);
  await insertMember(db, storeId, member.id, 'editor');
  await insertMember(db, storeId, viewer.id, 'viewer');
  for (const { email } of [owner, member, viewer]) await takeMailTexts(email);
  const at = `/app/api/stores/${storeId}`;
  await owner.browser.send('POST', `${at}/keys`, { name: 'visit evil.example', level: 'read' });
  await runOutstep(outstep.env, ['key', 'create', '--store', storeId, '--name', 'k', '--level', 'read']);
  await owner.browser.send('PATCH', `${at}/members/${member.id}`, { role: 'viewer' });
  await owner.browser.send('DELETE', `${at}/members/${member.id}`);
  // Rejected changes are not reported.
  await owner.browser.send('DELETE', `${at}/members/${member.id}`);
  const news = await takeMailTexts(owner.email);
  expect(news.map((text) => text.split('\n')[0])).toEqual([
    'An API key was created for one of your stores.',
    'An API key was created for one of your stores.',
    'The role of a team member in one of your stores was changed.',
    'A team member was removed from one of your stores.',
  ]);
  expect(news[0]).toContain(`/stores/${storeId}/audit-log`);
  expect(news[1]).toContain('By: the operator');
  expect(news.join()).not.toMatch(/evil|<b>/);
  expect(await takeMailTexts(member.email)).toHaveLength(2);
  expect(await takeMailTexts(viewer.email)).toEqual([]);
});

test('retries failed notices and sends each one once, even from two processes', async () => {
  const { browser, email } = await newPerson('Emil');
  await takeMailTexts(email);
  const storeId = await browser.createStore();
  const createKey = () =>
    browser.send('POST', `/app/api/stores/${storeId}/keys`, { name: 'k', level: 'read' });
  mail.behaves.message = '451 not now';
  await createKey();
  expect(await takeMailTexts(email)).toEqual([]);
  mail.behaves = {};
  expect(await takeMailTexts(email)).toEqual([]);
  await sql("update people_notices set due_at = now() - interval '1 second'");
  await Promise.all([send(), send()]);
  expect(await takeMailTexts(email)).toHaveLength(1);
  expect((await sql('select from people_notices')).rowCount).toBe(0);
});

nightlyOnly(
  'emails at most five links to one account, however often and from wherever they are requested',
  async () => {
    const { email } = await newPerson('Fritz');
    // Signing up used one of them.
    const links = () => mail.messages.filter(({ to }) => to.includes(email)).length;
    await expect.poll(links).toBeGreaterThan(0);
    for (let i = 0; i < 8; i++) {
      const asked = await new Browser(outstep).send('POST', '/app/auth/request-password-reset', { email });
      expect(asked).toMatchObject({ status: 200, body: { status: 'mailed' } });
    }
    await expect.poll(links).toBe(5);
  },
);

nightlyOnly(
  'notifies owners once of a key that expires within two weeks, unless it was rotated or is new',
  async () => {
    const { browser, email } = await newPerson('Greta');
    const storeId = await browser.createStore();
    const at = `/app/api/stores/${storeId}/keys`;
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const make = async (name: string, days: number) =>
      (await browser.send('POST', at, { name, level: 'read', expiresAt: inDays(days) })).body as {
        id: string;
        key: string;
      };
    const { id, key } = await make('soon', 13);
    const rotated = await make('rotated', 300);
    await make('later', 20);
    await make('young', 10);
    await sql(
      "update api_keys set created_at = now() - interval '90 days' where name in ('soon', 'rotated')",
    );
    await browser.send('POST', `${at}/${rotated.id}/rotate`, {});
    await takeMailTexts(email);
    const noticeEndingKeys = () => work('tell owners of keys that end soon');
    await Promise.all([noticeEndingKeys(), noticeEndingKeys()]);
    const [news, ...more] = await takeMailTexts(email);
    expect(more).toEqual([]);
    expect(news).toContain('An API key of one of your stores expires soon.');
    expect(news).toContain(`Expires: ${inDays(13).slice(0, 10)}`);
    expect(news).not.toContain(key);
    expect(news).toContain(`/stores/${storeId}/developer`);
    await noticeEndingKeys();
    expect(await takeMailTexts(email)).toEqual([]);
    const doctor = await runOutstep(outstep.env, ['doctor', '--json']);
    expect(doctor.stdout).toContain('some expire within 14 days');
    await sql('update api_keys set expires_at = expires_at - interval $$1 day$$ where id = $1', [id]);
    await noticeEndingKeys();
    expect(await takeMailTexts(email)).toHaveLength(1);
  },
);
