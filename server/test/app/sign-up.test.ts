import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOfSetupCode } from '../../src/adapters/people/setup-codes.ts';
import { type Outstep, startOutstep } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { runOutstep } from '../harness/process.ts';
import { type SmtpStandIn, startSmtpServer } from '../harness/smtp-server.ts';
import { eventually } from '../harness/test-stack.ts';
import { appEnv, Browser, PASSWORD } from './browser.ts';

describe('by invitation, with a mail server', () => {
  let outstep: Outstep;
  let mail: SmtpStandIn;

  beforeAll(async () => {
    mail = await startSmtpServer({ login: { username: 'us3r', password: 'p4ss' } });
    outstep = await startOutstep({
      env: {
        ...appEnv,
        OUTSTEP_SIGN_UP: 'invited',
        OUTSTEP_MAIL_URL: `smtp://us3r:p4ss@127.0.0.1:${mail.port}`,
        OUTSTEP_MAIL_FROM: 'Outstep <app@example.com>',
      },
    });
  });
  afterAll(async () => {
    await outstep?.close();
    await mail?.close();
  });

  /** Joins long lines, which are wrapped in the raw message. */
  const textOf = (number: number) =>
    mail.messages[number]?.raw
      .toString()
      .replace(/=\r?\n/g, '')
      .replace(/=3D/g, '=') ?? '';
  const linkIn = (number: number, path: string) =>
    new RegExp(`http://localhost:3000/${path}([\\w-]+)`).exec(textOf(number))?.[1] as string;

  const sql = async <Row>(text: string) =>
    withClient(
      outstep.env['DATABASE_URL'] as string,
      async (client) => (await client.query(text)).rows as Row[],
    );
  const runSetupCode = async (...args: string[]) =>
    (await runOutstep(outstep.env, ['setup-code', ...args])).stdout;
  const renew = async () => JSON.parse(await runSetupCode('--json'));
  const offer = async () => (await new Browser(outstep).send('GET', '/app/api/sign-in')).body;
  const refusal = {
    status: 403,
    body: {
      code: 'SETUP_CODE',
      error:
        'the setup code is wrong, has expired or was already used; run outstep setup-code on the server to get a new one',
    },
  };
  const shown: string[] = [];

  test('403 for a setup code that is wrong, replaced or older than an hour (contract: The app 22)', async () => {
    expect(await offer()).toEqual({ signUp: 'invited', sendsMail: true, needsSetupCode: true });
    const [before, second] = [await renew(), await renew()];
    expect(second).toEqual({
      setupCode: expect.stringMatching(/^([2-9A-HJ-NP-Z]{5}-){3}[2-9A-HJ-NP-Z]{5}$/),
      isNeeded: true,
      endsAt: expect.any(String),
    });
    expect(before.setupCode).not.toBe(second.setupCode);
    const minutes = (Date.parse(second.endsAt) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(50);
    expect(minutes).toBeLessThanOrEqual(60.1);
    shown.push(before.setupCode, second.setupCode);

    const first = new Browser(outstep);
    const { setupCode } = second;
    const wrong = [undefined, '', '-', 'x', `${setupCode.slice(0, -1)}?`, before.setupCode];
    for (const each of [...wrong, `${setupCode}${' '.repeat(200)}`])
      expect(
        await first.signUp('First', each === undefined ? {} : { setupCode: each }),
        String(each),
      ).toMatchObject(refusal);
    await sql("update people_setup_code set ends_at = now() - interval '1 ms'");
    expect(await first.signUp('First', { setupCode })).toMatchObject(refusal);
    expect(await sql('select from people')).toHaveLength(0);
  });

  test('429 for the eleventh code from one address within a minute', async () => {
    const stranger = new Browser(outstep);
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess++)
      statuses.push((await stranger.signUp('Guess', { setupCode: `GUESS-${guess}` })).status);
    expect(statuses).toEqual([...Array(10).fill(403), 429]);
  });

  test('a setup code creates one account, however many sign up with it at once (contract: The app 22)', async () => {
    const text = await runSetupCode();
    const setupCode = /^Setup code: (\S+)\nCreate the first account with it at http:\S+\/sign-up\. /.exec(
      text,
    )?.[1];
    shown.push(setupCode as string);
    const names = ['First', 'Rival1', 'Rival2', 'Rival3'];
    const answers = await Promise.all(
      names.map((name) =>
        new Browser(outstep).signUp(name, {
          email: name === 'First' ? 'first@example.com' : `${name}@example.com`,
          setupCode: setupCode?.toLowerCase().replaceAll('-', ' ') ?? '',
        }),
      ),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(3);
    for (const each of refused)
      expect(each).toMatchObject({
        status: 403,
        body: { code: expect.stringMatching(/^(SETUP_CODE|INVITED_ONLY)$/) },
      });
    const [winner] = await sql<{ email: string }>('select email from people');
    expect(answers.map(({ status }) => status === 200)).toEqual(
      names.map((name) => `${name.toLowerCase()}@example.com` === winner?.email),
    );
    expect(await sql('select from people_setup_code')).toEqual([]);
    await sql("update people set email = 'first@example.com'");

    expect(await offer()).toMatchObject({ needsSetupCode: false });
    const late = await new Browser(outstep).signUp('Second', { setupCode: setupCode ?? '' });
    expect(late).toMatchObject({ status: 403, body: { code: 'INVITED_ONLY' } });
    expect(await renew()).toEqual({ setupCode: null, isNeeded: false, endsAt: null });
    expect(await runSetupCode()).toMatch(/^No setup code is needed: there is an account already\. /);
  });

  test('only the hash of a setup code is stored, and nothing logs one (contract: The app 22)', async () => {
    const code = '22222-33333-44444-55555';
    const hash = hashOfSetupCode(code);
    expect(hash).toHaveLength(32);
    expect(hash).toEqual(hashOfSetupCode(' 2222233333 4444455555 '));
    const said = outstep.apis.flatMap(({ output }) => output).join('\n');
    expect(said).toContain('nobody has an account yet: run outstep setup-code');
    expect(shown).toHaveLength(3);
    for (const each of shown) {
      expect(said).not.toContain(each);
      expect(said).not.toContain(each.replaceAll('-', ''));
    }
  });

  test('later accounts need an invitation token for their address', async () => {
    const first = new Browser(outstep);
    await first.signIn('first@example.com');
    const storeId = await first.createStore();
    const second = new Browser(outstep);
    const refused = await second.signUp('Second');
    expect(refused).toMatchObject({
      status: 403,
      body: { error: 'you need an invitation to sign up; ask an owner of the store or the operator' },
    });

    const made = await first.send('POST', `/app/api/stores/${storeId}/invitations`, {
      ...{ email: 'second@example.com', role: 'viewer' },
    });
    expect(made).toMatchObject({ status: 201, body: { mailed: true, link: null } });
    expect(mail.messages[0]?.to).toEqual(['second@example.com']);
    const invitation = linkIn(0, 'invitations/');
    expect((await second.signUp('Third', { invitation })).status).toBe(403);
    expect((await second.signUp('Second', { invitation: 'x' })).status).toBe(403);
    expect((await second.signUp('Second', { invitation })).status).toBe(200);
    const taken = await second.send('POST', `/app/api/invitations/${invitation}/accept`, {});
    expect(taken).toMatchObject({ status: 200, body: { id: storeId, role: 'viewer' } });
  });

  test('the same response to a password reset request for known and unknown addresses; the link works once', async () => {
    const visitor = new Browser(outstep);
    const before = mail.messages.length;
    const ask = (email: string) => visitor.send('POST', '/app/auth/request-password-reset', { email });
    const known = await ask('first@example.com');
    const unknown = await ask('nobody@example.com');
    expect(known.status).toBe(200);
    expect(unknown).toMatchObject({ status: known.status, text: known.text });
    await eventually(
      async () => mail.messages.length,
      (count) => count > before,
    );
    expect(mail.messages.length).toBe(before + 1);
    const token = linkIn(before, 'reset-password\\?token=');
    const set = () =>
      visitor.send('POST', '/app/auth/reset-password', { token, newPassword: `${PASSWORD} again` });
    expect((await set()).status).toBe(200);
    expect((await set()).status).toBe(400);
    expect((await visitor.signIn('first@example.com')).status).toBe(401);
    expect((await visitor.signIn('first@example.com', `${PASSWORD} again`)).status).toBe(200);
  });

  test('returns the invitation link when the email server rejects it', async () => {
    const first = new Browser(outstep);
    await first.signIn('first@example.com', `${PASSWORD} again`);
    const { stores } = (await first.send('GET', '/app/api/session')).body;
    mail.behaves = { rcpt: '550 no' };
    const made = await first.send('POST', `/app/api/stores/${stores[0].id}/invitations`, {
      ...{ email: 'late@example.com', role: 'viewer' },
    });
    expect(made).toMatchObject({ status: 201, body: { mailed: false } });
    expect(made.body.link).toMatch(/^http:\/\/localhost:3000\/invitations\/[\w-]{43}$/);
  });

  test('sends no HSTS header without HTTPS', async () => {
    expect((await fetch(`${outstep.origin}/healthz`)).headers.has('strict-transport-security')).toBe(false);
  });

  test('no log line contains the login of the mail server, a password or a link', async () => {
    const said = outstep.apis.flatMap(({ output }) => output).join('\n');
    const tokens = [linkIn(0, 'invitations/'), linkIn(1, 'reset-password\\?token=')];
    for (const needle of ['us3r', 'p4ss', PASSWORD, ...tokens])
      expect(said.includes(needle), needle).toBe(false);
    expect(tokens.every((token) => token.length > 20)).toBe(true);
  });
});

describe('over https', () => {
  let outstep: Outstep;

  beforeAll(async () => {
    outstep = await startOutstep({ env: { ...appEnv, OUTSTEP_BASE_URL: 'https://app.example.com' } });
  });
  afterAll(() => outstep?.close());

  test('the session is a __Host- cookie that no script can read and no other site can send', async () => {
    const maria = new Browser(outstep);
    const answer = await maria.signUp('Maria');
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-outstep\.session_token=/);
    const attributes = cookie.toLowerCase().split('; ').slice(1);
    for (const wanted of ['secure', 'httponly', 'samesite=lax', 'path=/'])
      expect(attributes).toContain(wanted);
    expect(attributes.some((each) => each.startsWith('domain'))).toBe(false);
    expect((await maria.send('GET', '/app/api/session')).status).toBe(200);
  });

  test('sends HSTS with every response', async () => {
    for (const path of ['/healthz', '/docs', '/app/api/sign-in', '/api/v1/nowhere', '/%'])
      expect((await fetch(outstep.origin + path)).headers.get('strict-transport-security'), path).toBe(
        'max-age=31536000',
      );
  });

  test('400 for a password of eleven characters', async () => {
    const short = await new Browser(outstep).signUp('Short', { password: '12345678901' });
    expect(short).toMatchObject({ status: 400, body: { code: 'PASSWORD_TOO_SHORT' } });
    expect(short.body.error).toBe(short.body.message);
  });

  test('401 for a cookie of five thousand characters', async () => {
    const nobody = new Browser(outstep);
    nobody.cookies.set('__Host-outstep.session_token', 'a'.repeat(5000));
    expect((await nobody.send('GET', '/app/api/session')).status).toBe(401);
  });

  test('stores passwords hashed and returns none', async () => {
    const otto = new Browser(outstep);
    const answer = await otto.signUp('Otto', { password: 'unmistakable pass phrase' });
    expect(answer.text).not.toContain('unmistakable');
    const { rows } = await withClient(outstep.env['DATABASE_URL'] as string, (client) =>
      client.query<{ password: string }>('select password from people_accounts'),
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { password } of rows) expect(password).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
  });

  test('401 for a session that its person has ended from another device', async () => {
    const [phone, desk] = [new Browser(outstep), new Browser(outstep)];
    await phone.signUp('Paula');
    await desk.signIn('paula@example.com');
    expect((await desk.send('GET', '/app/auth/list-sessions')).body).toHaveLength(2);
    expect((await desk.send('POST', '/app/auth/revoke-other-sessions', {})).status).toBe(200);
    expect((await phone.send('GET', '/app/api/session')).status).toBe(401);
    expect((await desk.send('GET', '/app/api/session')).status).toBe(200);
  });
});
