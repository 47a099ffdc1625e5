import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { maintain } from '../../src/processes/maintain.ts';
import { type MailProvider, startMailProvider } from '../harness/mail-provider.ts';
import { type Outstep, startOutstep } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { appEnv, Browser } from './browser.ts';
import { newTeam, type Team } from './team.ts';

const BASE = appEnv.OUTSTEP_BASE_URL;
const BEGUN = 'this connection expired, was already used or was started in another browser: connect again';

let google: MailProvider;
let microsoft: MailProvider;
let outstep: Outstep;
let team: Team;

beforeAll(async () => {
  google = await startMailProvider('google', BASE);
  microsoft = await startMailProvider('microsoft', BASE);
  outstep = await startOutstep({
    env: { ...appEnv, ...google.env, ...microsoft.env, OUTSTEP_OUTBOUND_ALLOW: '127.0.0.1/32' },
  });
  team = await newTeam(outstep);
});
afterAll(async () => {
  await outstep?.close();
  await google?.close();
  await microsoft?.close();
});
afterEach(() => {
  google.behaves = {};
});

const at = ({ storeId }: Team, path: string) => `/app/api/stores/${storeId}${path}`;
const begin = async (by: Browser, of = team, provider = 'google'): Promise<string> => {
  const { status, body, text } = await by.send('POST', at(of, '/mailbox-connections'), { provider });
  expect(status, text).toBe(200);
  return body.url;
};
const finish = (by: Browser, back: URL, of = team) =>
  by.send('POST', at(of, '/mailbox-connections/answer'), Object.fromEntries(back.searchParams));
const listed = async (of = team): Promise<Record<string, unknown>[]> =>
  (await of.people.viewer.send('GET', at(of, '/senders'))).body.items;

async function connected(email: string, of = team, provider = google) {
  const by = of.people.editor;
  const kind = provider === google ? 'google' : 'microsoft';
  const answer = await finish(by, await provider.agree(await begin(by, of, kind), email), of);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

describe('connecting a mailbox', () => {
  test('requests only the sending scope from Google, with PKCE, state and nonce', async () => {
    const url = new URL(await begin(team.people.editor));
    expect(url.origin).toBe(google.origin);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'outstep-at-google',
      response_type: 'code',
      redirect_uri: `${BASE}/connect-mailbox`,
      scope: 'openid email https://www.googleapis.com/auth/gmail.send',
      access_type: 'offline',
      prompt: 'consent',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(new RegExp(`^${team.storeId}\\.[\\w-]{43}$`)),
    });
  });

  test('requests only the sending scope from Microsoft, with PKCE, state and nonce', async () => {
    const { searchParams } = new URL(await begin(team.people.owner, team, 'microsoft'));
    expect(searchParams.get('scope')).toBe(
      'openid email offline_access https://graph.microsoft.com/Mail.Send',
    );
    expect(searchParams.get('code_challenge_method')).toBe('S256');
  });

  test('200 with the provider’s address, masked; the first sender is the default (spec: Connected mailbox 1)', async () => {
    const own = await team.another();
    const first = await connected('mary.smith@tea.example', own);
    expect(first).toEqual({
      ...{ id: expect.any(String), provider: 'google', address: 'ma******@tea.example', status: 'connected' },
      ...{ isDefault: true, connectedAt: expect.any(String), renewed: false },
    });
    const second = await connected('bo@tea.example', own, microsoft);
    expect(second).toMatchObject({
      provider: 'microsoft',
      address: 'bo******@tea.example',
      isDefault: false,
    });
    expect((await listed(own)).map(({ id }) => id)).toEqual([second.id, first.id]);
  });

  test('reconnecting the same address in any spelling renews the mailbox', async () => {
    const own = await team.another();
    const first = await connected('mary@tea.example', own);
    const again = await connected('Mary@Tea.example', own);
    expect(again).toMatchObject({ id: first.id, renewed: true, status: 'connected', isDefault: true });
    expect(await listed(own)).toHaveLength(1);
    // The same address at another provider is a separate mailbox.
    expect((await connected('mary@tea.example', own, microsoft)).id).not.toBe(first.id);
  });

  test('two concurrent connections of one address create one mailbox', async () => {
    const own = await team.another();
    const answers = await Promise.all(
      [own.people.editor, own.people.owner, own.people.editor].map(async (by) =>
        finish(by, await google.agree(await begin(by, own), 'anna@tea.example'), own),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await listed(own)).toHaveLength(1);
  });
});

describe('409 without a connection', () => {
  const refused = async (back: URL, by = team.people.editor, of = team) => {
    const before = await listed(of);
    const answer = await finish(by, back, of);
    expect(answer.status, answer.text).toBe(409);
    expect(await listed(of)).toEqual(before);
    return answer.body.error as string;
  };
  const agreed = async (change: (url: URL) => void = () => {}, by = team.people.editor, of = team) => {
    const url = new URL(await begin(by, of));
    change(url);
    return google.agree(url.href, 'refused@tea.example');
  };

  test('when the authorization response is used twice, also concurrently', async () => {
    const own = await team.another();
    const back = await google.agree(await begin(own.people.editor, own), 'twice@tea.example');
    const answers = await Promise.all([1, 2, 3].map(() => finish(own.people.editor, back, own)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await refused(back, own.people.editor, own)).toBe(BEGUN);
  });

  test('in the session of another member, or in another session of the same person', async () => {
    const back = await agreed();
    expect(await refused(back, team.people.owner)).toBe(BEGUN);
    const elsewhere = new Browser(outstep);
    const who = (await team.people.editor.send('GET', '/app/api/session')).body.person;
    expect((await elsewhere.signIn(who.email)).status).toBe(200);
    expect(await refused(back, elsewhere)).toBe(BEGUN);
    // It still belongs to the editor's session.
    expect((await finish(team.people.editor, back)).status).toBe(200);
  });

  test('in another store of the same person in the same session', async () => {
    const storeId = await team.people.editor.createStore('Birch');
    const back = await agreed();
    const other = { ...team, storeId, people: { ...team.people, viewer: team.people.editor } };
    expect(await refused(back, team.people.editor, other)).toBe(BEGUN);
  });

  test('with an unknown state', async () => {
    const back = await agreed((url) => url.searchParams.set('state', `${team.storeId}.${'a'.repeat(43)}`));
    expect(await refused(back)).toBe(BEGUN);
  });

  test("with someone else's code, which doesn't match PKCE", async () => {
    const [mine, theirs] = [await agreed(), await agreed((_) => {}, team.people.owner)];
    mine.searchParams.set('code', theirs.searchParams.get('code') as string);
    expect(await refused(mine)).toBe('Google rejected the request: invalid_grant');
  });

  test('with a foreign challenge', async () => {
    const back = await agreed((url) => url.searchParams.set('code_challenge', 'a'.repeat(43)));
    expect(await refused(back)).toBe('Google rejected the request: invalid_grant');
  });

  test('with a foreign nonce', async () => {
    const back = await agreed((url) => url.searchParams.set('nonce', 'a'.repeat(43)));
    expect(await refused(back)).toBe(
      'the response from Google does not match this connection: connect again',
    );
  });

  test('from an unexpected issuer', async () => {
    const back = await agreed();
    back.searchParams.set('iss', 'https://accounts.evil.example');
    expect(await refused(back)).toMatch(/connect again$/);
  });

  test('after ten minutes', async () => {
    const back = await agreed();
    await withClient(String(outstep.env['DATABASE_URL']), (client) =>
      client.query("update mailbox_attempts set expires_at = now() - interval '1 second'"),
    );
    expect(await refused(back)).toBe(BEGUN);
    const left = () =>
      withClient(
        String(outstep.env['DATABASE_URL']),
        async (client) => (await client.query('select from mailbox_attempts')).rowCount,
      );
    expect(await left()).toBeGreaterThan(0);
    await maintain({ databaseAdminUrl: String(outstep.env['DATABASE_URL']), historyDays: 400 });
    expect(await left()).toBe(0);
  });

  test('when the owner declines, removes the sending scope, or cannot be identified', async () => {
    const declined = await google.decline(await begin(team.people.editor));
    expect(await refused(declined)).toBe('permission was denied at Google');
    google.behaves = { withoutScope: 'https://www.googleapis.com/auth/gmail.send' };
    expect(await refused(await agreed())).toBe('the permission to send was not granted at Google');
    google.behaves = { withoutRefreshToken: true };
    expect(await refused(await agreed())).toBe(
      "Google did not grant offline access: remove Outstep from the account's connected apps and connect again",
    );
    const unknown = 'Google did not return an email address for this mailbox';
    for (const claims of [
      { email: undefined },
      { email: 'a@b.example, c@d.example' },
      { email: 'a@b.example\r\nBcc: x@y.example' },
      { email_verified: false },
    ]) {
      google.behaves = { claims };
      expect(await refused(await agreed())).toBe(unknown);
    }
  });
});

test('503 while the provider does not answer; the attempt is used up', async () => {
  const back = await google.agree(await begin(team.people.editor), 'later@tea.example');
  google.behaves = { tokenStatus: 502 };
  expect(await finish(team.people.editor, back)).toMatchObject({
    status: 503,
    body: { error: 'Google returned 502' },
  });
  google.behaves = {};
  expect((await finish(team.people.editor, back)).body.error).toBe(BEGUN);
});

describe('senders of both kinds', () => {
  test('share one default; 409 for removing it while there are others', async () => {
    const own = await team.another();
    const send = (method: string, path: string, body?: unknown) =>
      own.people.editor.send(method, at(own, path), body);
    const smtp = { name: 'Orders', host: 'smtp.tea.example', port: 587, from: 'orders@tea.example' };
    const server = (await send('POST', '/smtp-configs', smtp)).body.id;
    const { id } = await connected('mary@tea.example', own);
    const defaults = async () =>
      [...(await send('GET', '/smtp-configs')).body.items, ...(await send('GET', '/senders')).body.items]
        .filter(({ isDefault }) => isDefault)
        .map((each) => each.id);
    expect(await defaults()).toEqual([server]);
    expect((await send('PUT', `/senders/${id}/default`, {})).body).toEqual({ id, isDefault: true });
    expect(await defaults()).toEqual([id]);
    expect(await send('DELETE', `/senders/${id}`)).toMatchObject({
      status: 409,
      body: { error: 'this is the default sender: make another one the default first' },
    });
    // Each sender can be deleted only through the endpoint for its kind.
    expect((await send('DELETE', `/smtp-configs/${id}`)).status).toBe(404);
    expect((await send('DELETE', `/senders/${server}`)).status).toBe(404);
    expect((await send('PUT', `/smtp-configs/${server}/default`, {})).status).toBe(200);
    expect((await send('DELETE', `/senders/${id}`)).body).toEqual({ id, deleted: true });
    expect(await defaults()).toEqual([server]);
  });

  test('404 for a mailbox of another store, which is not changed', async () => {
    const { id } = await connected('stays@tea.example');
    const other = await team.another();
    const send = (method: string, path: string, body?: unknown) =>
      other.people.owner.send(method, at(other, path), body);
    for (const answer of [
      await send('PUT', `/senders/${id}/default`, {}),
      await send('DELETE', `/senders/${id}`),
    ])
      expect(answer).toMatchObject({ status: 404, body: { error: 'not found' } });
    expect((await listed()).find((each) => each['id'] === id)).toMatchObject({ status: 'connected' });
  });
});

test('409 for connecting a provider without settings, which the provider list shows', async () => {
  const own = await newTeam(await sharedOutstep());
  const providers = await own.people.viewer.send('GET', at(own, '/mailbox-providers'));
  expect(providers.body.items).toEqual([
    { provider: 'google', isSetUp: false },
    { provider: 'microsoft', isSetUp: false },
  ]);
  for (const [provider, name] of [
    ['google', 'Google'],
    ['microsoft', 'Microsoft'],
  ])
    expect(await own.people.owner.send('POST', at(own, '/mailbox-connections'), { provider })).toMatchObject({
      status: 409,
      body: { error: `${name} mailboxes are not set up on this installation; ask the operator` },
    });
});

test('no token, code or secret is in a response, the log, the audit log or a row (spec: Connected mailbox 1; What the service does 4)', async () => {
  const own = await team.another();
  const back = await google.agree(await begin(own.people.editor, own), 'quiet.canary@tea.example');
  const answers = [
    await finish(own.people.editor, back, own),
    await finish(own.people.editor, back, own),
    await own.people.owner.send('GET', at(own, '/senders')),
    await own.people.owner.send('GET', at(own, '/audit-log')),
  ];
  const audit = answers[3]?.body.items.map(({ operation }: { operation: string }) => operation);
  expect(audit).toEqual(expect.arrayContaining(['begin_mailbox_connection', 'finish_mailbox_connection']));
  const secrets = [...google.given, google.clientSecret, back.searchParams.get('code') as string];
  expect(secrets.length).toBeGreaterThan(4);
  const rows = await withClient(String(outstep.env['DATABASE_URL']), async (client) => {
    const tables = await client.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
    );
    const rows: string[] = [];
    for (const { name } of tables.rows) {
      const found = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
      rows.push(...found.rows.map(({ row }) => row));
    }
    return rows;
  });
  const everything = [
    ...answers.map(({ text }) => text),
    ...rows,
    ...outstep.apis.flatMap(({ output }) => output),
  ];
  const all = everything.join('\n');
  const hex = (text: string) => Buffer.from(text).toString('hex');
  for (const secret of secrets)
    for (const form of [secret, hex(secret)]) expect(all.includes(form), form.slice(0, 12)).toBe(false);
  // Only its own row contains the whole address.
  expect(everything.filter((text) => text.includes('quiet.canary'))).toHaveLength(1);
});
