import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertCapturedMail } from '../../src/features/sending/capture/capture.store.ts';
import { runOutstep } from '../harness/process.ts';
import { sharedTestStack } from '../harness/shared.ts';
import { type CaptureStack, captureStack } from './capture-stack.ts';

let testStack: CaptureStack;
let client: pg.Client;
let receipt: string;
beforeAll(async () => {
  testStack = await captureStack(await sharedTestStack());
  client = new pg.Client({ connectionString: testStack.outstep.env['DATABASE_URL'] });
  await client.connect();
  receipt = await testStack.layout({
    subject: 'Order {{ variables.no }}',
    body: '<p>Thanks {{ variables.no }}</p>',
  });
});
afterAll(async () => {
  await client?.end();
  await testStack?.close();
});

const someone = (name = 'anna') => `${name}-${randomUUID().slice(0, 8)}@customer.example`;

const held = async () =>
  (
    await client.query('select id from captured_mails where store_id = $1 order by id', [testStack.storeId])
  ).rows.map(({ id }) => id as string);

describe('a store that has never had a sender', () => {
  test('captures what its steps send, once, and shows it in history (contract: Test inbox 1; Test inbox 2)', async () => {
    const [to, cc, bcc] = [someone(), someone('cc'), someone('bcc')];
    const id = await testStack.send(receipt, { to: [to], cc: [cc], bcc: [bcc], variables: { no: 7 } });
    const entry = await testStack.ended(id);
    expect(entry).toMatchObject({ status: 'SUCCESS', trigger: 'workflow', captured: true });
    expect((entry['timeline'] as { event: string }[]).map(({ event }) => event)).toEqual([
      'language',
      'captured',
    ]);
    expect(entry['response']).toMatchObject({
      recipients: Array(3).fill({ state: 'captured', answer: expect.stringContaining('was not delivered') }),
    });
    const [mail, ...more] = await testStack.captured(id);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      ...{ executionId: id, actionConfigId: receipt, trigger: 'workflow', subject: 'Order 7', files: 0 },
      from: { address: 'test-mode@outstep.invalid' },
      ...{ to: [{ address: to }], cc: [{ address: cc }], bcc: [{ address: bcc }] },
      html: expect.stringContaining('<p>Thanks 7</p>'),
      text: expect.stringContaining('Thanks 7'),
    });
    // As a server would get it: no other recipient sees the Bcc.
    expect(mail?.['source']).toContain(`To: ${to}\r\nCc: ${cc}\r\n`);
    expect(mail?.['source']).not.toContain(bcc);
    const found = await testStack.app('POST', '/history/search', { email: to });
    expect(found.body.items).toMatchObject([{ received: 'captured', captured: true }]);
  });

  test('counts them as tests and uses no quota (contract: Test inbox 3)', async () => {
    await testStack.outstep.operator(testStack.storeId, 'set_settings', { settings: ['quota=1'] });
    const stats = async () => (await testStack.app('GET', '/stats?withoutTests=true')).body.totals;
    const before = await stats();
    for (const to of [someone(), someone()])
      expect(await testStack.ended(await testStack.send(receipt, { to: [to] }))).toMatchObject({
        status: 'SUCCESS',
      });
    expect(await stats()).toEqual(before);
    const { byTrigger } = (await testStack.app('GET', '/stats')).body;
    expect(byTrigger).toMatchObject([
      { trigger: 'workflow', total: 0 },
      { trigger: 'test', success: expect.any(Number), failed: 0 },
      { trigger: 'replay', total: 0 },
    ]);
    const used = 'select count(*)::int as count from quota_usage where store_id = $1';
    expect((await client.query(used, [testStack.storeId])).rows).toEqual([{ count: 0 }]);
    await testStack.outstep.operator(testStack.storeId, 'set_settings', { settings: ['quota='] });
  });

  test('captures a test email, and each message of marketing email with its own link', async () => {
    const sent = await testStack.app('POST', '/mail-tests', {
      ...{ to: someone(), subject: 'Try', bodyType: 'text', body: '<p>As it is</p>' },
    });
    expect(sent.body.status).toBe('SUCCESS');
    expect(await testStack.captured(sent.body.executionId)).toMatchObject([
      { subject: 'Try', trigger: 'test' },
    ]);

    const news = await testStack.layout({ category: 'marketing', subject: 'News', body: '<p>New</p>' });
    const whom = [someone(), someone(), someone()];
    const id = await testStack.send(news, { to: whom });
    expect(await testStack.ended(id)).toMatchObject({ status: 'SUCCESS', captured: true });
    const mails = await testStack.captured(id);
    expect(
      mails
        .flatMap(({ to }) => to as { address: string }[])
        .map(({ address }) => address)
        .sort(),
    ).toEqual([...whom].sort());
    const links = mails.map(({ source }) => /List-Unsubscribe:\s+<(\S+)/.exec(String(source))?.[1]);
    expect(new Set(links).size).toBe(3);
  });

  test('keeps names and sizes of attached files, but not their content', async () => {
    const bytes = Buffer.from('A long story. '.repeat(1000));
    const file = await testStack.outstep.operator(testStack.storeId, 'add_file', {
      file: { name: 'story.txt', bytes },
    });
    const { key } = file as { key: string };
    const layout = await testStack.layout({
      body: '<p>Read</p>',
      attachments: [{ filename: 'story.txt', fileKey: key }],
    });
    const id = await testStack.send(layout, { to: [someone()] });
    await testStack.ended(id);
    const [mail] = await testStack.captured(id);
    expect(mail).toMatchObject({
      files: 1,
      attachments: [{ filename: 'story.txt', contentType: 'text/plain', bytes: bytes.length }],
    });
    expect(String(mail?.['source']).length).toBeLessThan(5000);
    expect(mail?.['source']).toContain(
      Buffer.from(`(${bytes.length} bytes are left out)`).toString('base64'),
    );
  });

  test('fails like with any sender if an email cannot be rendered', async () => {
    const layout = await testStack.layout({ subject: '{{ variables.missing }}', body: '<p>B</p>' });
    const entry = await testStack.ended(await testStack.send(layout, { to: [someone()] }));
    expect(entry).toMatchObject({
      status: 'FAILED',
      captured: true,
      error: expect.stringContaining('subject'),
    });
    expect(await testStack.captured(entry.id)).toEqual([]);
  });
});

test('the test inbox is not listed or found as a sender (contract: Test inbox 4)', async () => {
  for (const path of ['/smtp-configs', '/senders'])
    expect((await testStack.outstep.call(testStack.key, 'GET', `/api/v1${path}`)).body.total).toBe(0);
  const server = { name: 'X', host: 'smtp.example.com', port: 587, from: 'a@example.com' };
  const calls: [string, string, object?][] = [
    ['PUT', '/smtp-configs/capture', server],
    ['DELETE', '/smtp-configs/capture'],
    ['DELETE', '/senders/capture'],
    ['PUT', '/smtp-configs/capture/default'],
    ['PUT', '/senders/capture/default'],
    ['POST', '/smtp-checks', { ...server, sender: 'capture', keepLogin: true }],
  ];
  for (const [method, path, body = {}] of calls)
    expect([path, (await testStack.app(method, path, body)).status]).toEqual([path, 404]);
  for (const path of ['/captured-mails', '/sending-mode'])
    expect((await testStack.outstep.call(testStack.key, 'GET', `/api/v1${path}`)).status).toBe(404);
});

test('hides captured emails from viewers and other stores', async () => {
  const viewer = await testStack.person('viewer');
  const at = (path: string) => `/app/api/stores/${testStack.storeId}${path}`;
  expect((await viewer.send('GET', at('/sending-mode'))).body).toEqual({ mode: 'test' });
  expect((await viewer.send('GET', at('/captured-mails'))).status).toBe(403);
  const [{ id } = { id: '' }] = await testStack.captured();
  const own = await viewer.createStore('Other');
  expect((await viewer.send('GET', `/app/api/stores/${own}/captured-mails/${id}`)).status).toBe(404);
  expect((await viewer.send('GET', `/app/api/stores/${own}/captured-mails`)).body.total).toBe(0);
  await viewer.send('DELETE', `/app/api/stores/${own}/captured-mails`);
  expect((await testStack.app('GET', `/captured-mails/${id}`)).status).toBe(200);
});

describe('retention (contract: Test inbox 5)', () => {
  test('is encrypted, and stored once for a delivery that ended as captured', async () => {
    const to = someone('sealed');
    const id = await testStack.send(receipt, { to: [to] });
    await testStack.ended(id);
    const { rows } = await client.query('select * from captured_mails where execution_id = $1', [id]);
    expect(rows).toHaveLength(1);
    expect(Buffer.concat([rows[0].summary, rows[0].content]).includes(to)).toBe(false);
    const db = testStack.outstep.core.database.forStore(testStack.storeId);
    const again = {
      storeId: testStack.storeId,
      id: testStack.outstep.core.runtime.newId(),
      summary: Buffer.alloc(1),
      content: Buffer.alloc(1),
    };
    const claims = { executionId: id, position: 1, claims: 1 };
    // With the claim that ended it, with another one, and for a message that never existed.
    for (const claim of [claims, { ...claims, claims: 2 }, { ...claims, position: 2 }])
      await db.batch(insertCapturedMail(again, claim));
    const after = await client.query('select id from captured_mails where execution_id = $1', [id]);
    expect(after.rows).toEqual([{ id: rows[0].id }]);
  });

  test('keeps at most 500 emails and 64 MB, deleting the oldest first', async () => {
    await client.query(
      `insert into captured_mails (store_id, id, execution_id, position, summary, content, bytes)
       select $1, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, gen_random_uuid(), 1, '', '', 10
       from generate_series(1, 600) n`,
      [testStack.storeId],
    );
    const before = await held();
    const id = await testStack.send(receipt, { to: [someone()] });
    await testStack.ended(id);
    const after = await held();
    expect(after).toHaveLength(500);
    expect(after.slice(0, -1)).toEqual(before.slice(-499));
    await client.query(`update captured_mails set bytes = 1024 * 1024 where store_id = $1`, [
      testStack.storeId,
    ]);
    await testStack.ended(await testStack.send(receipt, { to: [someone()] }));
    expect(await held()).toHaveLength(64);
    await client.query(`delete from captured_mails where store_id = $1 and bytes = 1024 * 1024`, [
      testStack.storeId,
    ]);
  });

  test('expires after seven days', async () => {
    const [fresh, old] = [
      await testStack.send(receipt, { to: [someone()] }),
      await testStack.send(receipt, { to: [someone()] }),
    ];
    await testStack.ended(fresh);
    await testStack.ended(old);
    const [mail] = await testStack.captured(old);
    await client.query(
      "update captured_mails set captured_at = now() - interval '7 days 1 minute' where execution_id = $1",
      [old],
    );
    expect(await testStack.captured(old)).toEqual([]);
    expect((await testStack.app('GET', `/captured-mails/${mail?.['id']}`)).status).toBe(404);
    await runOutstep(testStack.outstep.env, ['maintain']);
    const { rows } = await client.query('select execution_id as id from captured_mails where store_id = $1', [
      testStack.storeId,
    ]);
    const ids = rows.map(({ id }) => id);
    expect(ids).toContain(fresh);
    expect(ids).not.toContain(old);
  });

  test('can be emptied, which is audited', async () => {
    await testStack.ended(await testStack.send(receipt, { to: [someone()] }));
    const before = (await held()).length;
    expect((await testStack.app('DELETE', '/captured-mails')).body).toEqual({ deleted: true, mails: before });
    expect(await held()).toEqual([]);
    const { body } = await testStack.app('GET', '/audit-log?limit=5');
    expect(body.items[0]).toMatchObject({ operation: 'empty_capture_mailbox' });
  });

  test('is exported and erased with a customer whose address it contains (contract: Unsubscribing and erasing 3)', async () => {
    const [zoe, yan] = [someone('zoe'), someone('yan')];
    const named = await testStack.send(receipt, { to: [someone()], variables: { no: zoe } });
    const theirs = await testStack.send(receipt, { to: [zoe] });
    const others = await testStack.send(receipt, { to: [yan] });
    for (const id of [named, theirs, others]) await testStack.ended(id);
    const { storeId, outstep } = testStack;
    const exported = (await outstep.operator(storeId, 'export_customer', { email: zoe })) as {
      captured: { executionId: string; text: string }[];
    };
    expect(exported.captured.map(({ executionId }) => executionId).sort()).toEqual([named, theirs].sort());
    expect(exported.captured[0]?.text).toContain('Thanks');
    await outstep.operator(storeId, 'erase_customer', { email: zoe });
    expect((await testStack.captured()).map(({ executionId }) => executionId)).toEqual([others]);
  });
});

test('the first sender becomes the default; deleting it does not re-enable test mode (contract: Test inbox 1; Test inbox 6)', async () => {
  const waiting = await testStack.ended(await testStack.send(receipt, { to: [someone()] }));
  expect(waiting).toMatchObject({ captured: true });
  const { id } = (
    await testStack.app('POST', '/smtp-configs', {
      ...{ name: 'Shop', host: '127.0.0.1', port: 9, security: 'none', from: 'orders@shop.example' },
    })
  ).body;
  const { body } = await testStack.app('GET', '/smtp-configs');
  expect(body.items).toMatchObject([{ id, isDefault: true }]);
  expect((await testStack.app('GET', '/sending-mode')).body).toEqual({ mode: 'live' });
  // No server listens there, which shows that delivery is really attempted.
  const live = await testStack.ended(await testStack.send(receipt, { to: [someone()] }));
  expect(live).toMatchObject({ status: 'FAILED', captured: false });
  const named = await testStack.ended(
    await testStack.send(receipt, { to: [someone()], senderId: 'capture' }),
  );
  expect(named).toMatchObject({ status: 'SUCCESS', captured: true });

  expect((await testStack.app('DELETE', `/smtp-configs/${id}`)).status).toBe(200);
  expect((await testStack.app('GET', '/sending-mode')).body).toEqual({ mode: 'none' });
  const nobody = await testStack.ended(await testStack.send(receipt, { to: [someone()] }));
  expect(nobody).toMatchObject({
    status: 'FAILED',
    error: 'the store has no sender; add one on the Senders page',
    captured: false,
  });
});
