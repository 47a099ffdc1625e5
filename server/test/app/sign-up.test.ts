import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setupCodeOf } from '../../src/processes/derived-secrets.ts';
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

  /** Long lines come in pieces. */
  const textOf = (number: number) =>
    mail.messages[number]?.raw
      .toString()
      .replace(/=\r?\n/g, '')
      .replace(/=3D/g, '=') ?? '';
  const linkIn = (number: number, path: string) =>
    new RegExp(`http://localhost:3000/${path}([\\w-]+)`).exec(textOf(number))?.[1] as string;

  test('the first account needs the setup code, which every process and a command show', async () => {
    const first = new Browser(outstep);
    const offer = async () => (await first.send('GET', '/app/api/sign-in')).body;
    const shown = async () => JSON.parse((await runOutstep(outstep.env, ['setup-code', '--json'])).stdout);
    expect(await offer()).toEqual({ signUp: 'invited', sendsMail: true, needsSetupCode: true });
    const { setupCode, isNeeded } = await shown();
    expect(isNeeded).toBe(true);
    expect(setupCode).toBe(setupCodeOf(outstep.core.config.masterKey));
    expect(setupCode).toMatch(/^([2-9A-Z]{5}-){3}[2-9A-Z]{5}$/);
    for (const api of outstep.apis)
      await eventually(
        async () => api.output.join('\n'),
        (output) => output.includes(`"setupCode":"${setupCode}"`),
      );

    for (const wrong of [undefined, 'x', `${setupCode.slice(0, -1)}?`]) {
      const refused = await first.signUp('First', wrong === undefined ? {} : { setupCode: wrong });
      expect(refused).toMatchObject({ status: 403, body: { code: 'SETUP_CODE' } });
    }
    expect((await first.signUp('First', { setupCode: setupCode.toLowerCase() })).status).toBe(200);
    expect(await offer()).toMatchObject({ needsSetupCode: false });
    expect(await shown()).toMatchObject({ isNeeded: false });
    const again = await new Browser(outstep).signUp('Second', { setupCode });
    expect(again).toMatchObject({ status: 403, body: { code: 'INVITED_ONLY' } });
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

  test('the same answer to a forgotten password for known and unknown addresses; the link works once', async () => {
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

  test('returns the invitation link when the email server refuses it', async () => {
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

  test('no log line holds the login of the mail server, a password or a link', async () => {
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

  test('the session is a __Host- cookie that no script reads and no other site sends', async () => {
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
