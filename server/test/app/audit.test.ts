import { expect, test } from 'vitest';
import { operations as de } from '../../../web/src/texts/de/operations.ts';
import { operations as en } from '../../../web/src/texts/en/operations.ts';
import { isAudited } from '../../src/kernel/operation.ts';
import { maintain } from '../../src/processes/maintain.ts';
import { operations } from '../../src/surfaces/operations.ts';
import { withClient } from '../harness/postgres.ts';
import { runOutstep } from '../harness/process.ts';
import { keyedTeam } from './team.ts';

const request = { name: 'Tell the warehouse', method: 'POST', url: 'https://example.com/orders' };

const { outstep, team, key } = await keyedTeam('execute', 'Warehouse');

const at = (path: string) => `/app/api/stores/${team.storeId}${path}`;
const log = async (query = '') => (await team.people.owner.send('GET', at(`/audit-log${query}`))).body;
const newest = async () => (await log()).items[0];
const sql = (text: string, values: unknown[] = []) =>
  withClient(outstep.env['DATABASE_URL'] as string, (client) => client.query(text, values));

test('audits a write with a key, naming key and record', async () => {
  const made = await outstep.call(key, 'POST', '/api/v1/http-requests', request);
  expect(await newest()).toEqual({
    id: expect.any(String),
    at: expect.any(String),
    actor: { type: 'key', id: key.id, name: 'Warehouse' },
    via: 'api',
    operation: 'create_http_request',
    target: made.body.id,
    summary: expect.stringMatching(/^Create /),
    address: '127.0.0.1',
    agent: 'node',
    record: { kind: 'http-request', id: made.body.id, name: request.name, inTrash: false },
  });
});

test('names the record by its current name, also in the trash, and not once deleted (contract: The app 3)', async () => {
  const { owner, editor } = team.people;
  const made = await outstep.call(key, 'POST', '/api/v1/email-templates', { name: 'Old', subject: 'S' });
  const { id } = made.body;
  await outstep.call(key, 'PUT', `/api/v1/email-templates/${id.toUpperCase()}/translations/de`, {
    subject: 'S',
  });
  await outstep.call(key, 'PATCH', `/api/v1/email-templates/${id}`, { name: 'New' });
  const records = async () =>
    (await log()).items
      .filter(({ target }: { target: string }) => target?.toLowerCase().startsWith(id))
      .map((entry: { record: unknown }) => entry.record);
  const record = { kind: 'layout', id, name: 'New', inTrash: false };
  expect(await records()).toEqual([record, record, record]);
  await editor.send('DELETE', at(`/email-templates/${id}`));
  expect(await records()).toEqual(Array(4).fill({ ...record, inTrash: true }));
  await editor.send('DELETE', at(`/trash/${id}`));
  expect(await records()).toEqual(Array(5).fill(null));

  await owner.send('PATCH', at(`/members/${team.idOf.viewer}`), { role: 'viewer' });
  expect(await newest()).toMatchObject({ record: { kind: 'person', id: team.idOf.viewer } });
  await editor.send('POST', at('/secrets'), { name: 'NAMED', value: 'v4lue' });
  expect(await newest()).toMatchObject({ record: { kind: 'secret', name: 'NAMED' } });
  const added = await editor.send('POST', at('/files'), Buffer.from('Notes.'), { 'x-filename': 'n.txt' });
  expect(await newest()).toMatchObject({ record: { kind: 'file', name: 'n.txt' } });
  await editor.send('DELETE', at('/files'), { key: added.body.key });
  expect(await newest()).toMatchObject({ target: added.body.key, record: null });
});

test.each([
  ['English', en],
  ['German', de],
])('every audited operation has a translation in %s', (_, words) => {
  const audited = operations.filter(isAudited).map(({ name }) => name);
  expect(Object.keys(words).sort()).toEqual(audited.sort());
});

test('audits a write through a tool', async () => {
  const answer = await outstep.call(
    key,
    'POST',
    '/api/mcp',
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'create_http_request', arguments: request },
    },
    { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
  );
  expect(answer.status).toBe(200);
  expect(await newest()).toMatchObject({
    via: 'mcp',
    actor: { id: key.id },
    operation: 'create_http_request',
  });
});

test('audits a write in the app, naming the person', async () => {
  await team.people.editor.send('POST', at('/secrets'), { name: 'TOKEN', value: 'v4lue-of-token' });
  expect(await newest()).toMatchObject({
    actor: { type: 'user', id: team.idOf.editor, name: expect.stringMatching(/^editor/) },
    via: 'app',
    operation: 'create_secret',
    target: 'TOKEN',
  });
});

test('audits a write on the command line', async () => {
  const { storeId } = team;
  const { code, stderr } = await runOutstep(
    outstep.env,
    ['secret', 'set', '--store', storeId, '--name', 'OTHER'],
    'v4lue-of-other',
  );
  expect(code, stderr).toBe(0);
  expect(await newest()).toMatchObject({
    actor: { type: 'operator' },
    via: 'command',
    operation: 'set_secret',
    target: 'OTHER',
  });
});

test('audits every membership change and changes of the store itself', async () => {
  const { owner } = team.people;
  const invited = await owner.send('POST', at('/invitations'), { email: 'h@example.com', role: 'viewer' });
  await owner.send('DELETE', at(`/invitations/${invited.body.id}`));
  await owner.send('PATCH', at(`/members/${team.idOf.viewer}`), { role: 'editor' });
  await owner.send('PATCH', at(`/members/${team.idOf.viewer}`), { role: 'viewer' });
  const { items } = await log();
  expect(items.slice(0, 4).map((entry: { operation: string }) => entry.operation)).toEqual([
    'change_member_role',
    'change_member_role',
    'revoke_invitation',
    'create_invitation',
  ]);
  expect(items.at(-1)).toMatchObject({ operation: 'create_store', via: 'app' });
});

test("doesn't audit reads, rejected writes and replays", async () => {
  const { total } = await log();
  await outstep.call(key, 'GET', '/api/v1/http-requests');
  await team.people.viewer.send('GET', at('/secrets'));
  expect((await outstep.call(key, 'POST', '/api/v1/http-requests', {})).status).toBe(400);
  expect((await team.people.viewer.send('PUT', at('/secrets/X'), { value: 'x' })).status).toBe(403);
  expect((await team.people.owner.send('DELETE', at('/members/me'))).status).toBe(409);
  expect((await log()).total).toBe(total);
  const headers = { 'idempotency-key': 'once' };
  await outstep.call(key, 'POST', '/api/v1/http-requests', request, headers);
  const again = await outstep.call(key, 'POST', '/api/v1/http-requests', request, headers);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect((await log()).total).toBe(total + 1);
});

test('audits a call to a failing target', async () => {
  const made = await outstep.call(key, 'POST', '/api/v1/http-requests', {
    ...request,
    url: 'http://warehouse.invalid/',
  });
  await outstep.call(key, 'POST', `/api/v1/http-requests/${made.body.id}/test`, {});
  expect(await newest()).toMatchObject({ operation: 'test_http_request', target: made.body.id });
});

test('the audit log holds no sent values and no one-time secrets', async () => {
  const { owner } = team.people;
  const shown = await owner.send('POST', at('/keys'), { name: 'n4me-of-key', level: 'read' });
  const signing = await owner.send('POST', at('/platform-secrets'), {});
  await owner.send('POST', at('/unsubscribes'), { email: 'addr3ss@example.com' });
  await owner.send('POST', at('/smtp-configs'), {
    ...{ name: 'Shop', host: 'mail.example.com', port: 587, from: 'shop@example.com' },
    ...{ fromName: '', user: 'us3r', password: 'p4ssword' },
  });
  const { rows } = await sql('select string_agg(row_to_json(a)::text, $1) as text from audit_log a', ['\n']);
  const needles = ['v4lue', 'addr3ss', 'us3r', 'p4ssword', shown.body.key, signing.body.secret];
  for (const needle of needles) expect(rows[0].text).not.toContain(needle);
  expect(rows[0].text).toContain('add_smtp_sender');
  expect(rows[0].text).toContain(shown.body.id);
});

test('filters by actor and by operation, newest first, for editors and owners only', async () => {
  const all = await log('?limit=100');
  const times = all.items.map((entry: { at: string }) => entry.at);
  expect(times).toEqual(times.toSorted().reverse());
  const byKey = await log(`?actor=${key.id}&limit=1`);
  expect(byKey).toMatchObject({ limit: 1, items: [{ actor: { id: key.id } }] });
  expect(byKey.total).toBeLessThan(all.total);
  expect(byKey.total).toBeGreaterThan(1);
  const secrets = await log('?operation=set_secret');
  expect(secrets.items.map((entry: { target: string }) => entry.target)).toEqual(['OTHER']);
  expect((await team.people.viewer.send('GET', at('/audit-log'))).status).toBe(403);
});

test('hides audit entries from other stores', async () => {
  const other = await team.another('Birch');
  const seen = await other.people.owner.send('GET', `/app/api/stores/${other.storeId}/audit-log`);
  expect(seen.body.items.map((entry: { operation: string }) => entry.operation)).toEqual(['create_store']);
});

test('uploads and imports in the request body are audited by key only', async () => {
  const { editor } = team.people;
  const pdf = Buffer.from('%PDF-1.4\n%âãÏÓ\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n', 'latin1');
  const added = await editor.send('POST', at('/files'), pdf, { 'x-filename': 'Pr%C3%BCfung.pdf' });
  expect(added, added.text).toMatchObject({ status: 200, body: { key: expect.any(String) } });
  expect(await newest()).toMatchObject({ operation: 'add_file', target: added.body.key });
  const files = await editor.send('GET', at('/files'));
  expect(files.body.items[0]).toMatchObject({ filename: 'Prüfung.pdf', key: added.body.key });
  const path = at('/unsubscribes/import?as=unsubscribed');
  const list = await editor.send('POST', path, 'a@example.com\nb@example.com\n');
  expect(list.body).toMatchObject({ imported: 2, known: 0, refused: 0 });
  const exported = await editor.send('GET', at('/unsubscribes/export'));
  expect(exported.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(exported.text).toContain('b@example.com,import,');
  const tooLarge = await editor.send('POST', at('/files'), Buffer.alloc(26 * 1024 * 1024));
  expect(tooLarge).toMatchObject({ status: 413, body: { error: 'request body: larger than 25 MB' } });
});

test('deletes audit entries with history', async () => {
  const { total } = await log();
  await sql("update audit_log set at = now() - interval '40 days' where operation = 'set_secret'");
  const settings = { databaseAdminUrl: outstep.env['DATABASE_URL'] as string, historyDays: 30 };
  expect(await maintain(settings)).toMatchObject({ auditForgotten: 1 });
  expect((await log()).total).toBe(total - 1);
});

test('presets and settings sent in the app are validated as on the command line', async () => {
  const { editor } = team.people;
  const path = at(`/presets?${new URLSearchParams({ kind: 'footer', name: 'Foot' })}`);
  const added = await editor.send('POST', path, '[{"type":"text","html":"<p>Bye</p>"}]');
  expect(added).toMatchObject({ status: 200, body: { id: expect.any(String) } });
  const refused = await editor.send('POST', path, '"text"');
  const error = 'file: must be a list of blocks, or { "blocks": [...] }';
  expect(refused).toMatchObject({ status: 400, body: { error } });
  const set = await editor.send('PATCH', at('/settings'), { settings: ['companyDetails=Tea'] });
  expect(set.body).toEqual({ settings: { companyDetails: 'Tea' } });
});
