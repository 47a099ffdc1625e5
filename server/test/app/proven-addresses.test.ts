import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestResponse } from '../harness/client.ts';
import { nightlyOnly } from '../harness/nightly-only.ts';
import { type Outstep, startOutstep } from '../harness/outstep.ts';
import { runOutstep } from '../harness/process.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { sized } from '../harness/size.ts';
import { type SmtpStandIn, startSmtpServer } from '../harness/smtp-server.ts';
import { eventually } from '../harness/test-stack.ts';
import { appEnv, Browser, PASSWORD } from './browser.ts';

const OWN = 'a password of the owner';
const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] as number;

/**
 * How much longer one takes than the other, by their medians. The order is random, so that background work of
 * one response does not always slow the other.
 */
async function slower(tries: number, one: () => Promise<TestResponse>, other: () => Promise<TestResponse>) {
  const times: [number[], number[]] = [[], []];
  for (let i = 0; i < tries; i++)
    for (const at of Math.random() < 0.5 ? [0, 1] : [1, 0]) {
      const ask = at === 0 ? one : other;
      const start = performance.now();
      const { status } = await ask();
      expect(status).toBe(200);
      times[at]?.push(performance.now() - start);
    }
  return median(times[0]) / median(times[1]);
}

/**
 * Outside the nightly check, other processes compete for the CPU; a skipped hash makes a response ten times
 * as fast.
 */
const MOST = sized(3, 1.5);

async function userCreate({ env }: Outstep, storeId: string, email: string) {
  const made = await runOutstep(env, ['user', 'create', '--store', storeId, '--email', email, '--json']);
  expect(made.code, made.stderr).toBe(0);
  return JSON.parse(made.stdout) as { id: string; link: string | null };
}

const tokenOf = (link: string | null) => link?.split('/').at(-1) as string;

describe('without an email server', () => {
  let outstep: Outstep;
  beforeAll(async () => {
    outstep = await sharedOutstep();
  });

  const join = (browser: Browser, token: string) =>
    browser.send('POST', `/app/api/invitations/${token}/accept`, {});

  test('user create ignores an unproven account of the address, and its link replaces that account (contract: The app 11)', async () => {
    const email = 'ceo@shop.example';
    const squatter = new Browser(outstep);
    expect((await squatter.signUp('Squatter', { email })).status).toBe(200);
    // An account that owns a store is no better protected.
    const theirs = await squatter.createStore('Squat');
    const storeId = await outstep.newStore('Shop');
    const { link } = await userCreate(outstep, storeId, email);
    const storesOf = async (browser: Browser) =>
      ((await browser.send('GET', '/app/api/session')).body.stores as { id: string }[]).map(({ id }) => id);
    expect(await storesOf(squatter)).toEqual([theirs]);

    const ceo = new Browser(outstep);
    const invitation = tokenOf(link);
    expect((await ceo.signUp('Chief', { email, password: OWN, invitation })).status).toBe(200);
    expect((await join(ceo, invitation)).status).toBe(200);
    expect(await storesOf(ceo)).toContain(storeId);
    expect((await squatter.send('GET', '/app/api/session')).status).toBe(401);
    expect((await squatter.signIn(email)).status).toBe(401);

    // From now on the address counts as proven.
    const other = await outstep.newStore('Second shop');
    expect(await userCreate(outstep, other, email)).toMatchObject({ link: null });
    expect(await storesOf(ceo)).toContain(other);
  });

  test('a link shown to its inviter grants membership without proving the address', async () => {
    const inviter = new Browser(outstep);
    await inviter.signUp('Inviter');
    const storeId = await inviter.createStore();
    const invite = async (email: string) => {
      const { body } = await inviter.send('POST', `/app/api/stores/${storeId}/invitations`, {
        email,
        role: 'viewer',
      });
      return tokenOf(body.link);
    };
    // The inviter uses the link themselves: an account they made up, in their own store.
    const email = 'board@shop.example';
    const invitation = await invite(email);
    const forged = new Browser(outstep);
    expect((await forged.signUp('Forged', { email, invitation })).status).toBe(200);
    expect((await join(forged, invitation)).status).toBe(200);
    const shop = await outstep.newStore('Shop');
    const { link } = await userCreate(outstep, shop, email);
    expect(link).not.toBeNull();

    // Nor does the link take over an account that has stores.
    const busy = 'busy@shop.example';
    const owner = new Browser(outstep);
    await owner.signUp('Busy', { email: busy });
    await owner.createStore('Own');
    const stolen = await new Browser(outstep).signUp('Thief', {
      ...{ email: busy, password: OWN, invitation: await invite(busy) },
    });
    expect(stolen).toMatchObject({ status: 409, body: { code: 'ACCOUNT_EXISTS' } });
    expect((await owner.send('GET', '/app/api/session')).status).toBe(200);

    // Someone who only registered an address loses it to the person who received the link.
    const empty = 'new@shop.example';
    const squatter = new Browser(outstep);
    await squatter.signUp('Squatter', { email: empty });
    const token = await invite(empty);
    const real = new Browser(outstep);
    expect((await real.signUp('New', { email: empty, password: OWN, invitation: token })).status).toBe(200);
    expect((await squatter.send('GET', '/app/api/session')).status).toBe(401);
    expect((await squatter.signIn(empty)).status).toBe(401);
  });

  test("the operator's password reset link proves the address too", async () => {
    const email = 'gitta@shop.example';
    await new Browser(outstep).signUp('Gitta', { email });
    const { stdout } = await runOutstep(outstep.env, ['user', 'reset-password', '--email', email, '--json']);
    const token = new URL(JSON.parse(stdout).link).searchParams.get('token');
    const set = { token, newPassword: OWN };
    expect((await new Browser(outstep).send('POST', '/app/auth/reset-password', set)).status).toBe(200);
    expect(await userCreate(outstep, await outstep.newStore(), email)).toMatchObject({ link: null });
  });

  test('signing up with a known address gets the same answer in the same time and changes nothing (contract: The app 11)', async () => {
    const known = 'known@shop.example';
    await new Browser(outstep).signUp('Known', { email: known });
    const ask = (email: string, password = OWN) =>
      new Browser(outstep).send('POST', '/app/auth/sign-up/email', { name: 'Who', email, password });
    expect(await ask(known)).toMatchObject({ text: (await ask('unknown@shop.example')).text });
    expect((await new Browser(outstep).signIn(known)).status).toBe(200);
    let number = 0;
    const ratio = await slower(
      sized(9, 60),
      () => ask(known),
      () => ask(`unknown-${++number}@shop.example`),
    );
    expect(ratio).toBeLessThan(MOST);
    expect(1 / ratio).toBeLessThan(MOST);
  });
});

describe('with an email server and open sign-up', () => {
  let outstep: Outstep;
  let mail: SmtpStandIn;
  beforeAll(async () => {
    mail = await startSmtpServer();
    outstep = await startOutstep({
      env: { ...appEnv, OUTSTEP_MAIL_URL: `smtp://127.0.0.1:${mail.port}` },
    });
  });
  afterAll(async () => {
    await outstep?.close();
    await mail?.close();
  });

  const mailsTo = (email: string) => mail.messages.filter(({ to }) => to.includes(email));
  const signUp = (email: string) =>
    new Browser(outstep).send('POST', '/app/auth/sign-up/email', {
      name: 'Maria',
      email,
      password: PASSWORD,
    });
  const reset = (email: string) =>
    new Browser(outstep).send('POST', '/app/auth/request-password-reset', { email });

  test('an account has no password until the emailed link sets one', async () => {
    const email = 'maria@shop.example';
    expect(await signUp(email)).toMatchObject({ status: 200, body: { status: 'mailed' } });
    const maria = new Browser(outstep);
    expect((await maria.signIn(email)).status).toBe(401);
    const [message] = await eventually(
      async () => mailsTo(email),
      (found) => found.length > 0,
    );
    const text =
      message?.raw
        .toString()
        .replace(/=\r?\n/g, '')
        .replace(/=3D/g, '=') ?? '';
    const token = /reset-password\?token=([\w-]+)/.exec(text)?.[1];
    const set = { token, newPassword: OWN };
    expect((await maria.send('POST', '/app/auth/reset-password', set)).status).toBe(200);
    expect((await maria.signIn(email, OWN)).status).toBe(200);
    expect(await userCreate(outstep, await outstep.newStore(), email)).toMatchObject({ link: null });
  });

  const known = 'maria@shop.example';

  test.each([
    ['signing up', signUp],
    ['a forgotten password', reset],
  ] as const)('%s gives the same answer for every address', async (_, ask) => {
    expect((await ask(known)).text).toBe((await ask('nobody@shop.example')).text);
  });

  nightlyOnly('signing up and resetting a password take the same time for every address', async () => {
    for (const ask of [signUp, reset]) {
      let number = 0;
      const ratio = await slower(
        200,
        () => ask(known),
        () => ask(`unknown-${++number}@shop.example`),
      );
      expect(ratio, ask.name).toBeLessThan(MOST);
      expect(1 / ratio, ask.name).toBeLessThan(MOST);
    }
  });
});
