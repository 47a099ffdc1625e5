import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Outstep } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { runOutstep } from '../harness/process.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { Browser, PASSWORD } from './browser.ts';

let outstep: Outstep;
beforeAll(async () => {
  outstep = await sharedOutstep();
});
afterAll(() => outstep?.close());

interface Entry {
  operation: string;
  address: string | null;
  agent: string | null;
  byOperator?: boolean;
  actor?: { type: string; id: string; name: string };
}

const FROM = { 'x-forwarded-for': '203.0.113.7', 'user-agent': 'Firefox/140' };
const post = (browser: Browser, path: string, body: unknown) =>
  browser.send('POST', `/app/auth${path}`, body, FROM);
const lines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Entry);

test('audits sign-ins, failures and password changes in all stores of the person, and emails them', async () => {
  const email = 'vera@example.com';
  const vera = new Browser(outstep);
  await vera.signUp('Vera');
  const storeId = await vera.createStore();
  const log = async () =>
    (await vera.send('GET', `/app/api/stores/${storeId}/audit-log`)).body.items as Entry[];
  const newest = async () => (await log())[0];

  const other = new Browser(outstep);
  expect((await post(other, '/sign-in/email', { email, password: 'not the password' })).status).toBe(401);
  expect(await newest()).toMatchObject({
    operation: 'sign_in_failed',
    actor: { type: 'user', name: 'Vera' },
    address: '203.0.113.7',
    agent: 'Firefox/140',
  });
  expect(
    (await post(other, '/sign-in/email', { email: 'VERA@example.com', password: PASSWORD })).status,
  ).toBe(200);
  expect(await newest()).toMatchObject({ operation: 'sign_in', address: '203.0.113.7' });
  const change = { currentPassword: PASSWORD, newPassword: 'another long password' };
  expect(
    (await post(other, '/change-password', { ...change, currentPassword: 'wrong one here' })).status,
  ).toBe(400);
  expect((await post(other, '/change-password', { ...change, revokeOtherSessions: false })).status).toBe(200);
  expect(await newest()).toMatchObject({ operation: 'change_password' });
  expect((await post(vera, '/revoke-other-sessions', {})).status).toBe(200);

  const made = await runOutstep(outstep.env, ['user', 'reset-password', '--email', email, '--json']);
  expect(await newest()).toMatchObject({
    operation: 'reset_password',
    actor: { type: 'operator' },
    agent: expect.stringMatching(/^.+@.+$/),
  });
  const token = new URL(JSON.parse(made.stdout).link).searchParams.get('token');
  await post(other, '/reset-password', { token, newPassword: 'a third long password' });
  await vera.signIn(email, 'a third long password');

  const told = (await log()).map(({ operation }) => operation);
  const expected = [
    ...['sign_in', 'set_password_by_link', 'reset_password', 'end_other_sessions', 'change_password'],
    ...['sign_in', 'sign_in_failed'],
  ];
  expect(told).toEqual([...expected, 'create_store']);
  const own = (await vera.send('GET', '/app/api/sign-in-events')).body.items as Entry[];
  // The first sign-in happened before there was a store.
  expect(own.map(({ operation }) => operation)).toEqual([...expected, 'sign_in']);
  expect(own.filter(({ byOperator }) => byOperator).map(({ operation }) => operation)).toEqual([
    'reset_password',
  ]);
});

test('rejects a sign-in that cannot be audited', async () => {
  const wanda = new Browser(outstep);
  await wanda.signUp('Wanda');
  const sql = (text: string) =>
    withClient(outstep.env['DATABASE_URL'] as string, (client) => client.query(text));
  await sql(`create function refuse_event() returns trigger language plpgsql as
    $$ begin raise exception 'no room'; end $$`);
  await sql(
    'create trigger silent before insert on people_events for each row execute function refuse_event()',
  );
  const again = new Browser(outstep);
  try {
    expect((await again.signIn('wanda@example.com')).status).toBe(500);
  } finally {
    await sql('drop function refuse_event cascade');
  }
  expect((await again.send('GET', '/app/api/session')).status).toBe(401);
});

test('audits passkey changes and sign-in attempts of unknown accounts', async () => {
  const xenia = new Browser(outstep);
  await xenia.signUp('Xenia');
  expect((await new Browser(outstep).signIn('nobody-at-all@example.com')).status).toBe(401);
  const { rows } = await withClient(outstep.env['DATABASE_URL'] as string, (client) =>
    client.query(`insert into people_passkeys (id, person_id, public_key, credential_id, counter, device_type, backed_up)
      select 'key of ' || id, id, 'x', 'credential of ' || id, 0, 'singleDevice', false from people
      where email = 'xenia@example.com' returning id`),
  );
  expect((await post(xenia, '/passkey/delete-passkey', { id: rows[0].id })).status).toBe(200);
  const own = (await xenia.send('GET', '/app/api/sign-in-events')).body.items as Entry[];
  expect(own.map(({ operation }) => operation)).toEqual(['delete_passkey', 'sign_in']);

  const { stdout, code } = await runOutstep(outstep.env, ['audit', 'sign-ins']);
  expect(code).toBe(0);
  const failed = lines(stdout).filter(({ operation }) => operation === 'sign_in_failed');
  expect(failed).toContainEqual(expect.objectContaining({ personId: null, byOperator: false }));
  expect(stdout).not.toContain('nobody-at-all');
});

test('exports the audit log as JSON lines, oldest first, in app and command line; the export is audited', async () => {
  const yara = new Browser(outstep);
  await yara.signUp('Yara');
  const storeId = await yara.createStore();
  for (const name of ['ONE', 'TWO'])
    await yara.send('POST', `/app/api/stores/${storeId}/secrets`, { name, value: 'v4lue' });
  const exported = await yara.send('GET', `/app/api/stores/${storeId}/audit-log/export`);
  expect(exported.headers.get('content-type')).toBe('application/jsonl; charset=utf-8');
  expect(exported.headers.get('content-disposition')).toBe('attachment; filename="audit-log.jsonl"');
  const names = ['create_store', 'create_secret', 'create_secret', 'export_audit_log'];
  expect(lines(exported.text).map(({ operation }) => operation)).toEqual(names);
  const command = await runOutstep(outstep.env, ['audit', 'export', '--store', storeId]);
  expect(lines(command.stdout)).toHaveLength(names.length + 1);
  expect(lines(command.stdout)[1]).toMatchObject({
    actor: { type: 'user', name: 'Yara' },
    target: 'ONE',
    address: expect.stringMatching(/^10\./),
    agent: 'node',
  });
});
