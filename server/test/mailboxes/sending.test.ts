import { randomUUID } from 'node:crypto';
import { simpleParser } from 'mailparser';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { mailboxOwner } from '../harness/connect-mailbox.ts';
import { type MailProvider, type ProviderName, startMailProvider } from '../harness/mail-provider.ts';
import type { ProviderFault } from '../harness/mail-provider-api.ts';
import { withClient } from '../harness/postgres.ts';
import {
  addressesOf,
  BASE_URL,
  type Entry,
  type MailStack,
  QUICK_RETRIES,
  startMailStack,
} from '../sending/mail-stack.ts';

const kinds: ProviderName[] = ['google', 'microsoft'];
const at: Record<ProviderName, MailProvider> = {} as never;
const mailbox: Record<ProviderName, string> = { google: '', microsoft: '' };
let testStack: MailStack;
let owner: Awaited<ReturnType<typeof mailboxOwner>>;
let receipt: string;
let news: string;

beforeAll(async () => {
  for (const kind of kinds) at[kind] = await startMailProvider(kind, BASE_URL);
  testStack = await startMailStack({ ...QUICK_RETRIES, ...at.google.env, ...at.microsoft.env });
  owner = await mailboxOwner(testStack.outstep, testStack.storeId, 'Owner');
  for (const kind of kinds) mailbox[kind] = await owner.connect(kind, at[kind], `shop@${kind}.example`);
  receipt = await testStack.layout({ bodyType: 'text', subject: 'Order', body: '<p>Thanks</p>' });
  news = await testStack.layout({
    bodyType: 'text',
    category: 'marketing',
    subject: 'News',
    body: '<p>New</p>',
  });
});
afterAll(async () => {
  await testStack?.close();
  await Promise.all(kinds.map((kind) => at[kind]?.close()));
});
afterEach(() => {
  for (const kind of kinds) Object.assign(at[kind], { behaves: {} }).api.faults = [];
});

const someone = (name = 'anna') => `${name}-${randomUUID().slice(0, 8)}@customer.example`;
const send = (kind: ProviderName, layout: string, fields: Record<string, unknown>) =>
  testStack.send(layout, randomUUID(), { senderId: mailbox[kind], ...fields });
const events = ({ timeline }: Entry) => timeline.map(({ event }) => event);
const statusOf = async (kind: ProviderName) => {
  const { body } = await owner.send('GET', '/senders');
  return body.items.find(({ id }: { id: string }) => id === mailbox[kind])?.status;
};
const database = <T>(sql: string, ...values: unknown[]) =>
  withClient(
    String(testStack.outstep.env['DATABASE_URL']),
    async (client) => (await client.query(sql, values)).rows as T[],
  );

describe.each(kinds)('a mailbox at %s', (kind) => {
  test('sends transactional email once, as one message to everyone, with To and Cc as requested and Bcc for the provider only (contract: Sending 11)', async () => {
    const [anna, bo, cy, di] = [someone(), someone('bo'), someone('cy'), someone('di')];
    const [calls, used] = [at[kind].api.calls, await testStack.quotaUsed()];
    const entry = await send(kind, receipt, {
      to: [{ name: 'Anna', address: anna }, bo],
      cc: [cy, anna.toUpperCase()],
      bcc: [di, bo],
    });
    expect(entry).toMatchObject({ status: 'SUCCESS', attempts: 1 });
    expect(at[kind].api.calls).toBe(calls + 1);
    expect(await testStack.quotaUsed()).toBe(used + 1);
    // No recipient gets it twice, whichever fields name them and however often.
    for (const each of [anna, bo, cy, di]) expect(at[kind].api.to(each)).toHaveLength(1);
    const [sent] = at[kind].api.to(anna);
    expect(sent).toMatchObject({ account: `shop@${kind}.example`, recipients: [anna, bo, cy, di] });
    const mail = await simpleParser(sent?.raw as Buffer);
    expect(addressesOf(mail.to)).toEqual([anna, bo]);
    expect(addressesOf(mail.cc)).toEqual([cy]);
    expect(addressesOf(mail.from)).toEqual([`shop@${kind}.example`]);
    expect(mail).toMatchObject({ subject: 'Order', messageId: `<${entry.id}.0@${kind}.example>` });
    const { recipients } = entry['response'] as { recipients: Record<string, unknown>[] };
    expect(recipients[0]).toMatchObject({ state: 'sent', answer: expect.stringMatching(/^20[02]$/) });
    if (kind === 'google') expect(recipients[0]).toMatchObject({ providerMessageId: '18c0ffee' });
    const shown = entry.timeline.find(({ event }) => event === 'sent')?.detail;
    expect(shown).toBe(
      'an******@customer.example, bo******@customer.example, cy******@customer.example and 1 more',
    );
    expect(entry['recipients']).toHaveLength(6);
  });

  test('omits skipped recipients from the headers', async () => {
    const [anna, gone] = [someone(), someone('gone')];
    testStack.smtp.behaves.rcpt = '550 5.1.1 no such user';
    await testStack.send(receipt, randomUUID(), { to: [gone] });
    testStack.smtp.behaves = {};
    const entry = await send(kind, receipt, { to: [gone, anna], cc: [gone] });
    expect(entry.status).toBe('SUCCESS');
    expect(events(entry)).toContain('skipped');
    expect(at[kind].api.to(gone)).toEqual([]);
    expect(at[kind].api.to(anna)).toMatchObject([{ recipients: [anna] }]);
  });

  test('sends marketing email to each recipient separately, with both unsubscribe headers and a separate link', async () => {
    const to = [someone(), someone(), someone()];
    const entry = await send(kind, news, { to, cc: [someone('cc')] });
    expect(entry).toMatchObject({ status: 'SUCCESS', attempts: 1 });
    const links = to.map((each) => {
      const [sent, ...more] = at[kind].api.to(each);
      expect({ recipients: sent?.recipients, more }).toEqual({ recipients: [each], more: [] });
      const raw = sent?.raw.toString() as string;
      expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
      return /^List-Unsubscribe:\s*<(https:\/\/[^>]+)>\r$/m.exec(raw)?.[1];
    });
    expect(new Set(links).size).toBe(3);
    const opened = await testStack.open(String(links[0]), {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
    });
    expect(opened.status).toBe(200);
    const again = await send(kind, news, { to });
    expect(again.status).toBe('SUCCESS');
    expect(to.map((each) => at[kind].api.to(each).length)).toEqual([1, 2, 2]);
  });

  const after = (fault: ProviderFault, layout = receipt) => {
    const anna = someone();
    const calls = at[kind].api.calls;
    at[kind].api.faults = [fault];
    return send(kind, layout, { to: [anna] }).then((entry) => ({
      entry,
      calls: at[kind].api.calls - calls,
      arrived: at[kind].api.to(anna).length,
    }));
  };

  test.each([
    ['429 with Retry-After', { status: 429, headers: { 'retry-after': '1' } }],
    ['503 with Retry-After', { status: 503, headers: { 'retry-after': '1' } }],
  ] as const)('%s: retried no earlier than requested, and sent once', async (_, fault) => {
    const { entry, calls, arrived } = await after(fault);
    expect(entry).toMatchObject({ status: 'SUCCESS', attempts: 2 });
    expect({ calls, arrived }).toEqual({ calls: 2, arrived: 1 });
    // This test's own schedule would have retried after 0.2 s.
    expect(entry.timeline.find(({ event }) => event === 'retry')?.detail).toMatch(
      /is rate limiting us; next attempt in 1 s$/,
    );
  });

  test.each([400, 403, 404])('%i: failed, not retried, and no quota used', async (status) => {
    const used = await testStack.quotaUsed();
    const { entry, calls, arrived } = await after({ status });
    expect(entry).toMatchObject({ status: 'FAILED', attempts: 1 });
    expect({ calls, arrived }).toEqual({ calls: 1, arrived: 0 });
    expect(await testStack.quotaUsed()).toBe(used);
  });

  test.each([
    ['500', { status: 500, taken: true }],
    ['503 without Retry-After', { status: 503, taken: true }],
    ['504', { status: 504, taken: true }],
    ['an answer that was lost', 'drop after'],
  ] as [string, ProviderFault][])('%s: unknown, never repeated', async (_, fault) => {
    const { entry, calls, arrived } = await after(fault);
    expect(entry).toMatchObject({
      status: 'FAILED',
      attempts: 1,
      error: expect.stringMatching(
        /^1 of 1 emails failed or are unconfirmed \(1 unconfirmed\): .* did not confirm the email; it may have received it$/,
      ),
    });
    expect(events(entry)).toContain('unknown');
    expect({ calls, arrived }).toEqual({ calls: 1, arrived: 1 });
    await expect(testStack.operate('replay_execution', { id: entry.id })).rejects.toThrow(
      'no recipient is known to have failed',
    );
  });

  test('counts a lost response as sent in marketing emails', async () => {
    const { entry, calls, arrived } = await after('drop after', news);
    expect(entry).toMatchObject({ status: 'SUCCESS', attempts: 1 });
    expect({ calls, arrived }).toEqual({ calls: 1, arrived: 1 });
  });

  test('401: renews the login once and sends the message once more in the same attempt', async () => {
    const before = at[kind].refreshes;
    const { entry, calls, arrived } = await after({ status: 401 });
    expect(entry).toMatchObject({ status: 'SUCCESS', attempts: 1 });
    expect({ calls, arrived, refreshes: at[kind].refreshes - before }).toEqual({
      ...{ calls: 2, arrived: 1, refreshes: 1 },
    });
    expect(await statusOf(kind)).toBe('connected');
  });

  test('renews the newest token next, or this issuer would revoke all of them', async () => {
    for (let round = 0; round < 3; round++)
      expect((await after({ status: 401 })).entry.status).toBe('SUCCESS');
    expect(await statusOf(kind)).toBe('connected');
  });

  test('renews an expired token once for ten emails, and each arrives once', async () => {
    await at[kind].expire(`shop@${kind}.example`);
    const before = at[kind].refreshes;
    const to = Array.from({ length: 10 }, () => someone());
    const entries = await Promise.all(to.map((each) => send(kind, receipt, { to: [each] })));
    expect(entries.map(({ status, attempts }) => [status, attempts])).toEqual(Array(10).fill(['SUCCESS', 1]));
    expect(at[kind].refreshes).toBe(before + 1);
    expect(to.map((each) => at[kind].api.to(each).length)).toEqual(Array(10).fill(1));
  });

  test('waits while the issuer is unavailable', async () => {
    at[kind].behaves = { tokenStatus: 503 };
    const { entry, calls, arrived } = await after({ status: 401 });
    expect(entry).toMatchObject({ status: 'SUCCESS', attempts: 2 });
    expect({ calls, arrived }).toEqual({ calls: 2, arrived: 1 });
    expect(entry.timeline.find(({ event }) => event === 'retry')?.detail).toMatch(
      /returned 503; next attempt in/,
    );
    expect(await statusOf(kind)).toBe('connected');
  });

  test('a revoked permission fails the step and asks to reconnect; a replay works after reconnecting', async () => {
    await at[kind].revoke(`shop@${kind}.example`);
    const anna = someone();
    const lost = await send(kind, receipt, { to: [anna] });
    expect(lost).toMatchObject({
      status: 'FAILED',
      attempts: 1,
      error: expect.stringMatching(
        /no longer lets us send from this mailbox: connect it again on the Senders page$/,
      ),
    });
    expect(await statusOf(kind)).toBe('reconnect');
    const calls = at[kind].api.calls;
    expect((await send(kind, receipt, { to: [anna] })).error).toMatch(
      /no longer connected: connect it again/,
    );
    expect(at[kind].api.calls).toBe(calls);
    expect(await owner.connect(kind, at[kind], `shop@${kind}.example`)).toBe(mailbox[kind]);
    expect(await statusOf(kind)).toBe('connected');
    const { executionId } = await testStack.operate('replay_execution', { id: lost.id });
    expect(await testStack.ended(executionId as unknown as string)).toMatchObject({ status: 'SUCCESS' });
    expect(at[kind].api.to(anna)).toHaveLength(1);
  });

  test('asks to reconnect if a new login is rejected', async () => {
    const calls = at[kind].api.calls;
    at[kind].api.faults = [{ status: 401 }, { status: 401 }];
    const entry = await send(kind, receipt, { to: [someone()] });
    expect(entry).toMatchObject({ status: 'FAILED', attempts: 1 });
    expect(at[kind].api.calls).toBe(calls + 2);
    expect(await statusOf(kind)).toBe('reconnect');
    await owner.connect(kind, at[kind], `shop@${kind}.example`);
  });

  test('sends test emails once it is the default', async () => {
    expect((await owner.send('PUT', `/senders/${mailbox[kind]}/default`, {})).status).toBe(200);
    const [anna, bo] = [someone(), someone('bo')];
    expect((await testStack.send(receipt, randomUUID(), { to: [anna] })).status).toBe('SUCCESS');
    const tested = await owner.send('POST', '/mail-tests', { layout: receipt, to: bo });
    expect(await testStack.ended(tested.body.executionId)).toMatchObject({
      status: 'SUCCESS',
      trigger: 'test',
    });
    expect([anna, bo].map((each) => at[kind].api.to(each).length)).toEqual([1, 1]);
    await owner.send('PUT', `/smtp-configs/${testStack.senderId}/default`, {});
  });

  test('of another store is not found', async () => {
    const elsewhere = await testStack.outstep.newStore();
    const other = await mailboxOwner(testStack.outstep, elsewhere, `Other${kind}`);
    const id = await other.connect(kind, at[kind], `other@${kind}.example`);
    const entry = await testStack.send(receipt, randomUUID(), { to: [someone()], senderId: id });
    expect(entry).toMatchObject({
      status: 'FAILED',
      error: 'the sender of this step does not exist; choose another one in the workflow',
    });
  });
});

test('files that Microsoft does not accept become links, and an email to several people is still one message', async () => {
  const file = { name: 'plan.txt', bytes: Buffer.alloc(3_000_000, 'x') };
  const { key: fileKey } = (await testStack.operate('add_file', { file })) as unknown as { key: string };
  const layout = await testStack.layout({
    ...{ bodyType: 'text', subject: 'Plan', body: '<p>See</p>' },
    attachments: [{ filename: 'plan.txt', fileKey }],
  });
  const [anna, bo] = [someone(), someone('bo')];
  expect((await send('microsoft', layout, { to: [anna, bo] })).status).toBe('SUCCESS');
  expect((await send('google', layout, { to: [anna, bo] })).status).toBe('SUCCESS');
  const [linked, attached] = await Promise.all(
    [at.microsoft, at.google].map(async ({ api }) => simpleParser(api.to(bo)[0]?.raw as Buffer)),
  );
  expect(linked?.attachments).toEqual([]);
  expect(linked?.text).toContain(`${BASE_URL}/download/`);
  expect(attached?.attachments[0]?.content).toHaveLength(3_000_000);
});

test('no row, log, response or audit entry has a token after all of the above', async () => {
  const secrets = kinds.flatMap((kind) => [...at[kind].given, at[kind].clientSecret]);
  expect(secrets.length).toBeGreaterThan(20);
  const tables = await database<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );
  const texts: string[] = [
    ...testStack.worker.output,
    ...testStack.outstep.apis.flatMap(({ output }) => output),
  ];
  for (const { name } of tables)
    texts.push(
      ...(await database<{ row: string }>(`select t::text as row from ${name} t`)).map(({ row }) => row),
    );
  for (const path of ['/senders', '/audit-log', '/history?limit=100'])
    texts.push((await owner.send('GET', path)).text);
  const all = texts.join('\n');
  for (const secret of secrets)
    for (const form of [secret, Buffer.from(secret).toString('hex')])
      expect(all.includes(form), form.slice(0, 12)).toBe(false);
});
