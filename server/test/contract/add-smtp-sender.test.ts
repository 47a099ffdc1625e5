import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Outstep } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { runOutstep } from '../harness/process.ts';
import { sharedOutstep } from '../harness/shared.ts';

const USERNAME = 'canary-username-7h2k';
const PASSWORD = 'canary-password-9x4m';

let outstep: Outstep;

beforeAll(async () => {
  outstep = await sharedOutstep();
});
afterAll(() => outstep?.close());

const database = <Row>(text: string, values: unknown[]) =>
  withClient(
    outstep.env['DATABASE_URL'] as string,
    async (client) => (await client.query(text, values)).rows as Row[],
  );
const add = (storeId: string, flags: string[], input = '') =>
  runOutstep(outstep.env, ['sender', 'add-smtp', '--store', storeId, ...flags, '--json'], input);
const flags = ['--name', 'Shop mail', '--host', 'mail.example.com', '--port', '587'];
const from = ['--from', 'shop@example.com', '--from-name', 'Our shop'];
const login = ['--user', USERNAME, '--password-stdin'];

test('adds a sender with the password from standard input, sealed (spec: SMTP sender 1; SMTP sender 2)', async () => {
  const own = await outstep.newKey(await outstep.newStore(), 'read');
  const added = await add(own.storeId, [...flags, ...from, ...login], `${PASSWORD}\n`);
  expect(added).toMatchObject({ code: 0, stderr: '' });
  const { id, ...rest } = JSON.parse(added.stdout);
  expect(rest).toEqual({});

  const answer = await outstep.call(own, 'GET', '/api/v1/smtp-configs');
  expect(answer.body.items).toEqual([
    {
      id,
      name: 'Shop mail',
      host: 'mail.example.com',
      port: 587,
      security: 'starttls',
      fromName: 'Our shop',
      fromAddress: 'shop@example.com',
      hasUsername: true,
      hasPassword: true,
      isDefault: true,
      createdAt: expect.any(String),
    },
  ]);
  expect(answer.text).not.toContain('canary');

  const [row] = await database<{ username: Buffer; password: Buffer; row: string }>(
    'select username, password, to_jsonb(s)::text as row from smtp_senders s where id = $1',
    [id],
  );
  const vault = await outstep.core.vaultFor(own.storeId).unlock();
  const open = (column: 'username' | 'password', sealed = row?.[column]) =>
    vault.open({ table: 'smtp_senders', name: `${id} ${column}` }, sealed as Buffer);
  expect([open('username'), open('password')]).toEqual([USERNAME, PASSWORD]);
  expect(() => open('username', row?.password)).toThrow();
  expect(row?.row).not.toContain(Buffer.from('canary').toString('hex'));
});

test('without --password-stdin reads nothing and needs no login', async () => {
  const storeId = await outstep.newStore();
  const added = await add(storeId, [...flags, ...from, '--security', 'none'], PASSWORD);
  expect(added.code).toBe(0);
  const rows = await database('select username, password, security from smtp_senders where store_id = $1', [
    storeId,
  ]);
  expect(rows).toEqual([{ username: null, password: null, security: 'none' }]);
});

test.each([
  [['--port', 'smtp'], 'port: must be a number'],
  [['--port', '70000'], 'port: must be at most 65535'],
  [['--host', 'smtp://mail.example.com'], 'host: must be a host name or an IP address'],
  [['--from', 'a@b.example,c@d.example'], 'from: must be a single email address such as orders@example.com'],
  [['--security', 'ssl'], 'security: must be one of none, starttls, tls'],
  [['--user', USERNAME], 'password: required if a username is set'],
  [['--password-stdin'], 'user: required if a password is set'],
])('rejects %j with a reason, without the password', async (more, message) => {
  const refused = await add(await outstep.newStore(), [...flags, ...from, ...more], `${PASSWORD}\n`);
  expect(refused).toEqual({ code: 1, stdout: '', stderr: `outstep: ${message}\n` });
});

test('makes exactly one of several concurrently added first senders the default', async () => {
  const storeId = await outstep.newStore();
  const sender = { name: 'Main', host: 'mail.example.com', port: 465, from: 'shop@example.com' };
  await Promise.all(Array.from({ length: 8 }, () => outstep.operator(storeId, 'add_smtp_sender', sender)));
  const rows = await database(
    'select is_default, security from smtp_senders where store_id = $1 order by is_default desc',
    [storeId],
  );
  expect(rows).toHaveLength(8);
  expect(rows.slice(0, 2)).toEqual([
    { is_default: true, security: 'tls' },
    { is_default: false, security: 'tls' },
  ]);
});
