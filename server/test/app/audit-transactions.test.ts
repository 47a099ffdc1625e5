import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAudited } from '../../src/kernel/operation.ts';
import { operations } from '../../src/surfaces/operations.ts';
import type { Outstep } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { newTeam, type Team } from './team.ts';

/**
 * These do not change the database: they read someone's data or act outside it. Their audit entry is written
 * afterward.
 */
const AUDITED_AFTERWARDS = [
  'check_smtp_sender',
  'delete_user',
  'export_audit_log',
  'export_customer',
  'export_sign_ins',
  'export_unsubscribes',
  'list_stores',
  'list_users',
  'print_keys',
  'remove_second_factor',
  'replay_execution',
  'reset_password',
  'resume_user',
  'reveal_recipients',
  'search_history_by_recipient',
  'send_test_mail',
  'set_account_limit',
  'set_default_limits',
  'show_limits',
  'show_repository',
  'suspend_user',
  'test_alert_webhook',
  'test_http_request',
  'test_mail',
];

let outstep: Outstep;
let team: Team;
beforeAll(async () => {
  outstep = await sharedOutstep();
  team = await newTeam(outstep);
});
afterAll(() => outstep?.close());

const sql = (text: string) =>
  withClient(outstep.env['DATABASE_URL'] as string, (client) => client.query(text));

test('writes an audit entry in the transaction of every change (contract: The app 3)', () => {
  const others = operations.filter((each) => isAudited(each) && !each.atomic && each.run.length < 4);
  expect(others.map(({ name }) => name).sort()).toEqual(AUDITED_AFTERWARDS);
});

test("rolls back a change that cannot be audited and doesn't audit rejected ones", async () => {
  const { owner } = team.people;
  const { storeId } = await team.another('Silent');
  const at = `/app/api/stores/${storeId}`;
  const ofStore = `from audit_log where store_id = '${storeId}'`;
  // Only for this store: other tests use the same table at the same time.
  await sql(`create function refuse_entry() returns trigger language plpgsql as
    $$ begin raise exception 'no room'; end $$`);
  await sql(`create trigger silent before insert on audit_log for each row
    when (new.store_id = '${storeId}') execute function refuse_entry()`);
  const changes = [
    ['POST', '/keys', { name: 'Warehouse', level: 'read' }],
    ['POST', '/secrets', { name: 'TOKEN', value: 'v4lue' }],
    ['POST', '/smtp-configs', { name: 'Mail', host: 'mx.example', port: 587, from: 'a@shop.example' }],
    ['POST', '/platform-secrets', {}],
    ['POST', '/unsubscribes', { email: 'who@shop.example' }],
    ['POST', '/invitations', { email: 'who@shop.example', role: 'viewer' }],
    ['PATCH', `/members/${team.idOf.viewer}`, { role: 'editor' }],
    ['DELETE', `/members/${team.idOf.editor}`, {}],
    ['POST', '/email-templates', { name: 'L', subject: 'S' }],
  ] as const;
  try {
    for (const [method, path, body] of changes) {
      const { status } = await owner.send(method, at + path, body);
      expect([path, status]).toEqual([path, 500]);
    }
  } finally {
    await sql('drop function refuse_entry cascade');
  }
  for (const table of ['api_keys', 'secrets', 'smtp_senders', 'platform_secrets', 'unsubscribes', 'layouts'])
    expect((await sql(`select from ${table} where store_id = '${storeId}'`)).rowCount, table).toBe(0);
  expect((await sql(`select from store_invitations where store_id = '${storeId}'`)).rowCount).toBe(0);
  const { body } = await owner.send('GET', `${at}/members`);
  expect(body.items.map(({ role }: { role: string }) => role).sort()).toEqual(['editor', 'owner', 'viewer']);

  const before = (await sql(`select ${ofStore}`)).rowCount;
  expect((await owner.send('POST', `${at}/secrets`, { name: 'TWICE', value: 'a' })).status).toBe(201);
  expect((await owner.send('POST', `${at}/secrets`, { name: 'TWICE', value: 'b' })).status).toBe(409);
  expect((await owner.send('DELETE', `${at}/members/nobody`)).status).toBe(404);
  expect((await sql(`select ${ofStore}`)).rowCount).toBe((before ?? 0) + 1);
});

test('audit entries hold address and user agent, for keys and people', async () => {
  const { storeId, people } = team;
  const key = await outstep.newKey(storeId, 'write');
  const from = { 'x-forwarded-for': '203.0.113.9', 'user-agent': 'warehouse/1.0' };
  await outstep.call(key, 'POST', '/api/v1/email-templates', { name: 'L', subject: 'S' }, from);
  await people.editor.send(
    'POST',
    `/app/api/stores/${storeId}/secrets`,
    { name: 'TOKEN', value: 'v' },
    {
      'x-forwarded-for': '2001:db8::1',
      'user-agent': `Browser ${'x'.repeat(1000)}`,
    },
  );
  const { body } = await people.owner.send('GET', `/app/api/stores/${storeId}/audit-log`);
  expect(body.items.slice(0, 2)).toEqual([
    expect.objectContaining({ address: '2001:db8::1', agent: `Browser ${'x'.repeat(292)}` }),
    expect.objectContaining({ address: '203.0.113.9', agent: 'warehouse/1.0' }),
  ]);
});
