import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createIdempotentAnswers } from '../../src/features/access/idempotency/idempotency.store.ts';
import { servedTools } from '../../src/surfaces/mcp/tool-list.ts';
import { operations } from '../../src/surfaces/operations.ts';
import { layoutsPath } from '../harness/layouts.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { eventually } from '../harness/test-stack.ts';
import { callTool } from '../mcp/posts.ts';

let outstep: Outstep;
let key: TestKey;
const requestsPath = '/api/v1/http-requests';

beforeAll(async () => {
  outstep = await sharedOutstep();
  key = await outstep.newKey(await outstep.newStore(), 'write');
});
afterAll(() => outstep?.close());

const tool = (name: string, args: object) => callTool(outstep, key, name, args);
const rest = (method: string, path: string, body?: unknown, headers = {}) =>
  outstep.call(key, method, path, body, headers);
const newLayout = async () => (await tool('create_email_template', { name: 'Order', subject: 'A' })).value;
const STALE = '; read it again and repeat the change';

test('tools accept and return revisions and idempotency keys like REST (contract: Tool server 11; Tool server 12)', () => {
  const listed = servedTools(operations).map(({ listed }) => listed);
  const having = (member: string, side: 'inputSchema' | 'outputSchema') =>
    listed.filter(({ [side]: { properties } }) => Object.hasOwn(properties as object, member));
  expect(having('revision', 'inputSchema').map(({ name }) => name)).toEqual([
    ...['update_email_template', 'delete_email_template', 'put_translation', 'delete_translation'],
    ...['promote_translation', 'restore_version', 'update_http_request', 'delete_http_request'],
  ]);
  expect(having('idempotency_key', 'inputSchema').map(({ name }) => name)).toEqual([
    ...['create_email_template', 'duplicate_email_template', 'promote_translation', 'restore_version'],
    ...['create_http_request', 'test_http_request'],
  ]);
  expect(having('revision', 'outputSchema').map(({ name }) => name)).toEqual([
    ...['create_email_template', 'duplicate_email_template', 'get_email_template', 'update_email_template'],
    ...['get_translation', 'put_translation', 'promote_translation', 'restore_version'],
    ...['create_http_request', 'get_http_request', 'update_http_request'],
  ]);
});

describe('a layout', () => {
  test('412 for a stale layout revision, naming the other change (contract: Repeating and overlapping writes 3)', async () => {
    const { id, revision } = await newLayout();
    expect(revision).toBe(1);
    expect((await tool('get_email_template', { id })).value.revision).toBe(1);
    const design = { blocks: [{ type: 'text', html: '<p>Hi</p>' }] };
    await rest('PATCH', `${layoutsPath}/${id}`, { subject: 'B', bodyDesign: design });
    const put = await tool('put_translation', { id, locale: 'de', subject: 'Deutsch', revision: 2 });
    expect(put.value.revision).toBe(3);

    const unknown = await rest('PATCH', `${layoutsPath}/${id}`, {}, { 'if-match': '"r9999999999"' });
    expect([unknown.status, unknown.body.error]).toEqual([
      412,
      `the record has changed since you read it${STALE}`,
    ]);
    const text = `the record has changed since you read it (subject, bodyDesign, translations.de)${STALE}`;
    const stale = { isError: true, text };
    expect(await tool('update_email_template', { id, subject: 'C', revision })).toMatchObject(stale);
    expect(await tool('put_translation', { id, locale: 'fr', subject: 'F', revision })).toMatchObject(stale);
    expect(await tool('delete_translation', { id, locale: 'de', revision })).toMatchObject(stale);
    expect(await tool('promote_translation', { id, locale: 'de', revision })).toMatchObject(stale);
    expect(await tool('restore_version', { id, version: 1, revision })).toMatchObject(stale);
    expect(await tool('delete_email_template', { id, revision })).toMatchObject(stale);
    const overRest = await rest('PATCH', `${layoutsPath}/${id}`, { subject: 'C' }, { 'if-match': '"r1"' });
    expect([overRest.status, overRest.body.error]).toEqual([412, text]);

    const changed = await tool('update_email_template', { id, subject: 'C', revision: 3 });
    expect(changed.value).toMatchObject({ subject: 'C', revision: 4 });
    expect((await tool('promote_translation', { id, locale: 'de', revision: 4 })).value.revision).toBe(5);
    expect((await tool('restore_version', { id, version: 1, revision: 5 })).value.revision).toBe(6);
    expect((await tool('delete_email_template', { id, revision: 6 })).value).toMatchObject({ deleted: true });
  });

  test('a stale revision error reports if the layout was saved again unchanged, or the revision is unknown', async () => {
    const { id } = await newLayout();
    await tool('update_email_template', { id, subject: 'A', revision: null });
    expect((await tool('update_email_template', { id, subject: 'B', revision: 1 })).text).toBe(
      `the record was saved again since you read it, with no changes${STALE}`,
    );
    expect((await tool('update_email_template', { id, subject: 'B', revision: 99 })).text).toBe(
      `the record has changed since you read it${STALE}`,
    );
  });

  test('checks the record, then If-Match, then fields; 400 for a malformed revision (contract: Order of checks 1)', async () => {
    const { id } = await newLayout();
    const gone = '01990000-0000-7000-8000-000000000000';
    const text = async (args: object) => (await tool('update_email_template', args)).text;
    expect(await text({ id: gone, subject: '', revision: 9 })).toBe('not found');
    expect(await text({ id, subject: '', revision: 9 })).toBe(
      `the record has changed since you read it${STALE}`,
    );
    expect(await text({ id, subject: '', revision: 1 })).toBe('subject: required');
    expect(await text({ id, revision: '1' })).toBe('revision: must be a number');
    expect(await text({ id, revision: 1.5 })).toBe('revision: must be an integer');
    expect(await text({ id, revision: 0 })).toBe('revision: must be at least 1');
  });
});

test('412 for changing or deleting a stale request revision (contract: Repeating and overlapping writes 3)', async () => {
  const { value: made } = await tool('create_http_request', { url: 'https://example.com/a' });
  expect(made.revision).toBe(1);
  const { id } = made;
  await rest('PATCH', `${requestsPath}/${id}`, { url: 'https://example.com/b' });
  const stale = { isError: true, text: `the record has changed since you read it (url)${STALE}` };
  expect(await tool('update_http_request', { id, name: 'Mine', revision: 1 })).toMatchObject(stale);
  expect(await tool('delete_http_request', { id, revision: 1 })).toMatchObject(stale);
  const now = (await tool('get_http_request', { id })).value;
  expect(now).toMatchObject({ url: 'https://example.com/b', revision: 2 });
  const changed = await tool('update_http_request', { id, name: 'Mine', revision: 2 });
  expect(changed.value).toMatchObject({ name: 'Mine', revision: 3 });
  expect((await rest('GET', `${requestsPath}/${id}`)).body).not.toHaveProperty('revision');
  expect((await tool('delete_http_request', { id, revision: 3 })).value.deleted).toBe(true);
});

test('304 for what the caller already has (contract: Repeating and overlapping writes 6)', async () => {
  const { id } = await newLayout();
  const path = `${layoutsPath}/${id}`;
  const ask = (tag: string, at = path) => rest('GET', at, undefined, { 'if-none-match': tag });
  const same = await ask('"r1"');
  expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', '"r1"']);
  expect(same.headers.get('content-type')).toBeNull();
  for (const tag of ['W/"r1"', '"r7", "r1"', '*']) expect((await ask(tag)).status).toBe(304);
  for (const tag of ['"r2"', 'r1', '', '"R1"', '"r1', ','.repeat(5000)])
    expect((await ask(tag)).status).toBe(200);
  await rest('PATCH', path, { subject: 'B' }, { 'if-none-match': '"r1"' });
  const changed = await ask('"r1"');
  expect([changed.status, changed.body.subject]).toEqual([200, 'B']);

  // A language has its layout's revision, and every read of a single tagged record honors `If-None-Match`.
  await tool('put_translation', { id, locale: 'de', subject: 'D' });
  expect((await ask('"r3"', `${path}/translations/de`)).status).toBe(304);
  const { value: request } = await tool('create_http_request', { url: 'https://example.com/a' });
  expect((await ask('"r1"', `${requestsPath}/${request.id}`)).status).toBe(304);
  // Lists have no tag, and another store's record is not found, whichever tag the caller sends.
  expect((await ask('*', layoutsPath)).status).toBe(200);
  const other = await outstep.newKey(await outstep.newStore(), 'read');
  expect((await outstep.call(other, 'GET', path, undefined, { 'if-none-match': '*' })).status).toBe(404);
});

describe('a concurrent write between check and save', () => {
  const WAITING = `select from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;

  /**
   * Both writes have read the record at its first revision before one after the other may continue; the
   * second requires it.
   */
  const expectConflict = (table: string, path: string, theirs: object) =>
    withClient(outstep.env['DATABASE_URL'] as string, async (client) => {
      await client.query('begin');
      await client.query(`select from ${table} where id = $1 for update`, [path.split('/').at(-1)]);
      const waiting = (count: number) =>
        eventually(
          async () => {
            // Within a transaction, the list of backends would not change after the first read.
            await client.query('select pg_stat_clear_snapshot()');
            return (await client.query(WAITING)).rowCount;
          },
          (seen) => seen === count,
        );
      const first = rest('PATCH', path, theirs);
      await waiting(1);
      const second = rest('PATCH', path, { name: 'Mine' }, { 'if-match': '"r1"' });
      await waiting(2);
      await client.query('commit');
      expect((await first).status).toBe(200);
      return second;
    });

  test.each([
    [
      'request',
      'http_requests',
      requestsPath,
      { name: 'Tell', url: 'https://example.com/a' },
      { description: 'Theirs' },
    ],
    ['layout', 'layouts', layoutsPath, { name: 'Order', subject: 'A' }, { subject: 'Theirs' }],
  ])(
    '412 names what changed of a %s and saves nothing (contract: Repeating and overlapping writes 3; Repeating and overlapping writes 4)',
    async (_, table, base, fields, theirs) => {
      const path = `${base}/${(await rest('POST', base, fields)).body.id}`;
      const late = await expectConflict(table, path, theirs);
      const text = `the record has changed since you read it (${Object.keys(theirs)[0]})${STALE}`;
      expect([late.status, late.body.error]).toEqual([412, text]);
      expect((await rest('GET', path)).body).toMatchObject({ ...fields, ...theirs });
    },
  );
});

describe('a repeated call', () => {
  const create = (body: string, name: string) =>
    rest('POST', requestsPath, body, { 'idempotency-key': name });

  test('compares repeated calls as JSON values, not bytes (contract: Repeating and overlapping writes 1)', async () => {
    const first = await create(
      '{"url":"https://x.example/é","body":{"a":1,"b":[100]},"timeoutMs":2000}',
      'v',
    );
    expect(first.status).toBe(201);
    const again = await create(
      ' {"timeoutMs": 2e3, "body": {"b": [1.0E2], "a": 1.0},\n "url": "https:\\/\\/x.example\\/\\u00e9"}',
      'v',
    );
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
    const other = await create(
      '{"url":"https://x.example/é","body":{"a":1,"b":[101]},"timeoutMs":2000}',
      'v',
    );
    expect(other.status).toBe(409);
    const list = await create(
      '{"url":"https://x.example/é","body":{"a":1,"b":{"0":100}},"timeoutMs":2000}',
      'v',
    );
    expect(list.status).toBe(409);
  });

  test('is recognized across REST and tools and reports that nothing was done (contract: Tool server 12; Tool server 5)', async () => {
    const args = { name: 'Once', url: 'https://x.example/once' };
    const made = await tool('create_http_request', { ...args, idempotency_key: 'both' });
    const again = await tool('create_http_request', { idempotency_key: 'both', ...args });
    expect(again.value).toEqual(made.value);
    expect(again.notes).toEqual([expect.stringContaining('nothing was done')]);
    const overRest = await create(JSON.stringify(args), 'both');
    expect([overRest.status, overRest.body.id]).toEqual([201, made.value.id]);
    expect(await tool('create_http_request', { ...args, name: 'B', idempotency_key: 'both' })).toMatchObject({
      ...{ isError: true, text: 'this idempotency_key was already used for another call; use a new one' },
    });
    const layout = await rest(
      'POST',
      layoutsPath,
      { name: 'L', subject: 'S' },
      { 'idempotency-key': 'layout' },
    );
    const same = await tool('create_email_template', { subject: 'S', name: 'L', idempotency_key: 'layout' });
    expect(same.value).toMatchObject({ id: layout.body.id, revision: 1 });
  });

  test('releases the key of a rejected call and rejects invalid keys (contract: Repeating and overlapping writes 1; Repeating and overlapping writes 2)', async () => {
    const call = (url: string, idempotency_key: unknown) =>
      tool('create_http_request', { url, idempotency_key });
    expect((await call('nonsense', 'mended')).isError).toBe(true);
    expect((await call('https://x.example/mended', 'mended')).isError).toBe(false);
    for (const wrong of ['', 'x'.repeat(257), 'ü'])
      expect((await call('https://x.example/', wrong)).text).toBe(
        'idempotency_key: 1 to 256 printable characters',
      );
    expect((await call('https://x.example/', 7)).text).toBe('idempotency_key: must be text');
    expect((await call('https://x.example/null', null)).isError).toBe(false);
  });

  test('finds what release 0.2.0 stored, which compared bytes (contract: Repeating and overlapping writes 1)', async () => {
    const { database, runtime } = outstep.core;
    const answers = createIdempotentAnswers(database.forStore(key.storeId), key.storeId, key.id);
    const body = '{"url":"https://x.example/before"}';
    const bytes = `POST ${requestsPath}\n${Buffer.from(body).toString('base64')}`;
    const named = runtime.sha256('before').toString('base64');
    await answers.begin(named, [runtime.sha256(bytes)]);
    const first = await create('{"url":"https://x.example/as-it-was"}', 'as it was');
    const headers = { etag: first.headers.get('etag') ?? '' };
    await answers.finish(named, { status: 201, headers, body: first.text });
    expect((await create(body, 'before')).body).toEqual(first.body);
    expect((await create(`${body} `, 'before')).status).toBe(409);
  });
});
