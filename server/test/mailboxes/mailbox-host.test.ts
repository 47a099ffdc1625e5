import { simpleParser } from 'mailparser';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createMailboxHost } from '../../src/adapters/mailboxes/mailbox-host.ts';
import { parseAllowList } from '../../src/adapters/outbound/allow-list.ts';
import { createOutbound } from '../../src/adapters/outbound/outbound-client.ts';
import { composeForMailbox } from '../../src/adapters/smtp/compose.ts';
import type { MailboxHost, MailboxMail } from '../../src/kernel/mailbox.ts';
import { type Message, textOf } from '../../src/kernel/messages/message.ts';
import { freePort } from '../harness/free-port.ts';
import { type MailProvider, type ProviderName, startMailProvider } from '../harness/mail-provider.ts';
import type { ProviderFault } from '../harness/mail-provider-api.ts';
import { messageMatching } from '../harness/plain-message.ts';

const BASE = 'http://localhost:3000';
const OWNER = 'mary@tea.example';

const at: Record<ProviderName, MailProvider> = {} as never;
const tokens: Record<ProviderName, string> = { google: '', microsoft: '' };
let host: MailboxHost;

const settingsOf = (provider: MailProvider, kind: ProviderName, apiUrl = provider.origin) => ({
  clientId: `outstep-at-${kind}`,
  clientSecret: provider.clientSecret,
  issuerUrl: provider.origin,
  apiUrl,
});
const hostWith = (apiUrl?: string, allow = '127.0.0.1/32') =>
  createMailboxHost({
    settings: {
      google: settingsOf(at.google, 'google', apiUrl),
      microsoft: settingsOf(at.microsoft, 'microsoft', apiUrl),
    },
    redirectUrl: `${BASE}/connect-mailbox`,
    outbound: createOutbound({ allow: parseAllowList(allow) }),
    compose: composeForMailbox,
  });

const kinds: ProviderName[] = ['google', 'microsoft'];

beforeAll(async () => {
  for (const kind of kinds) at[kind] = await startMailProvider(kind, BASE);
  host = hostWith();
  for (const kind of kinds) {
    const { url, proof } = await host.begin(kind, 'state');
    const back = await at[kind].agree(url, OWNER);
    const answer = { state: 'state', ...Object.fromEntries(back.searchParams) };
    tokens[kind] = (await host.finish(kind, answer, proof)).tokens.accessToken;
  }
});
afterAll(() => Promise.all(kinds.map((kind) => at[kind]?.close())));
afterEach(() => {
  for (const kind of kinds) at[kind].api.faults = [];
});

const person = (address: string, name = '') => ({ name, address });
const mail = (fields: Partial<MailboxMail> = {}): MailboxMail => ({
  messageId: '<1.0@tea.example>',
  date: new Date(),
  from: person(OWNER),
  to: [person('anna@customer.example', 'Änna, Größe')],
  cc: [],
  bcc: [],
  replyTo: null,
  subject: 'Grüße ☕',
  html: '<p>Hallo</p>',
  text: 'Hallo',
  attachments: [],
  headers: {},
  dkim: null,
  ...fields,
});
const allowSend = async () => true;
const send = (kind: ProviderName, fields?: Partial<MailboxMail>, timeoutMs = 20_000, to = host) =>
  to.send(kind, tokens[kind], mail(fields), { storeId: 'store', beforeData: allowSend, timeoutMs });
const countMessages = (kind: ProviderName) => at[kind].api.messages.length;

describe.each(kinds)('%s', (kind) => {
  test('delivers a message with all headers unchanged', async () => {
    const headers = {
      'List-Unsubscribe': '<https://mail.shop.example/unsubscribe/x>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    };
    const [cc, bcc] = [[person('bo@customer.example')], [person('cy@customer.example')]];
    expect(await send(kind, { headers, cc, bcc })).toMatchObject({ state: 'sent' });
    const sent = at[kind].api.messages.at(-1);
    expect(sent?.recipients).toEqual(['anna@customer.example', 'bo@customer.example', 'cy@customer.example']);
    const parsed = await simpleParser(sent?.raw as Buffer);
    expect(parsed.subject).toBe('Grüße ☕');
    expect(parsed.messageId).toBe('<1.0@tea.example>');
    expect(sent?.raw.toString()).toMatch(
      /^List-Unsubscribe: <https:\/\/mail\.shop\.example\/unsubscribe\/x>\r$/m,
    );
    expect(sent?.raw.toString()).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  });

  test('checks with the caller after connecting, and sends nothing without permission', async () => {
    const before = at[kind].api.calls;
    const limits = { storeId: 'store', beforeData: async () => false, timeoutMs: 20_000 };
    expect(await host.send(kind, tokens[kind], mail(), limits)).toMatchObject({
      state: 'failed',
      again: false,
    });
    const away = hostWith(`http://127.0.0.1:${await freePort()}`);
    let asked = 0;
    const counted = async () => {
      asked += 1;
      return true;
    };
    await away.send(kind, tokens[kind], mail(), { ...limits, beforeData: counted });
    expect({ asked, calls: at[kind].api.calls }).toEqual({ asked: 0, calls: before });
  });

  test('rethrows an error of the caller and sends nothing', async () => {
    const before = at[kind].api.calls;
    const beforeData = async (): Promise<boolean> => {
      throw new Error('the database is away');
    };
    const call = { storeId: 'store', beforeData, timeoutMs: 20_000 };
    await expect(host.send(kind, tokens[kind], mail(), call)).rejects.toThrow('the database is away');
    expect(at[kind].api.calls).toBe(before);
  });

  const error = (reason: string) => ({ error: { message: 'No', errors: [{ reason }] } });
  const retryAfterOutcome = (waitMs?: number) => ({
    ...{ state: 'failed', again: true, recipientRefused: false, sentence: messageMatching(/\w/) },
    ...(waitMs !== undefined && { waitMs }),
  });
  const never = { state: 'failed', again: false, recipientRefused: false, sentence: messageMatching(/\w/) };
  const unknown = {
    state: 'unknown',
    sentence: messageMatching(/^(Google|Microsoft) did not confirm the email; it may have received it$/),
  };
  const answered = (outcome: object) => ({ ...outcome, answer: expect.stringMatching(/^\d{3}\b/) });
  const cases: [string, ProviderFault, object][] = [
    [
      '202 that names Retry-After is sent',
      { status: 202, headers: { 'retry-after': '5' }, taken: true },
      { state: 'sent', answer: '202' },
    ],
    ['401', { status: 401 }, { state: 'login_refused' }],
    ['400', { status: 400, body: error('invalidArgument') }, answered(never)],
    ['403', { status: 403, body: error('insufficientPermissions') }, answered(never)],
    ['404', { status: 404 }, answered(never)],
    ['413', { status: 413 }, answered(never)],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1/' } }, answered(never)],
    [
      '403 for asking too often',
      { status: 403, body: error('userRateLimitExceeded') },
      answered(retryAfterOutcome()),
    ],
    ['429', { status: 429 }, answered(retryAfterOutcome())],
    ['429 with a time', { status: 429, headers: { 'retry-after': '7' } }, answered(retryAfterOutcome(7000))],
    [
      '429 with a time that is none',
      { status: 429, headers: { 'retry-after': 'soon' } },
      answered(retryAfterOutcome()),
    ],
    [
      '429 with a time beyond reason',
      { status: 429, headers: { 'retry-after': '1e9' } },
      answered(retryAfterOutcome(43_200_000)),
    ],
    ['503 with a time', { status: 503, headers: { 'retry-after': '7' } }, answered(retryAfterOutcome(7000))],
    ['503 without one', { status: 503, taken: true }, unknown],
    ['500', { status: 500, taken: true }, unknown],
    ['502', { status: 502, taken: true }, unknown],
    ['504', { status: 504, taken: true }, unknown],
    ['a connection that ends before the message was read', 'drop before', unknown],
    ['a connection that ends after the message was taken', 'drop after', unknown],
  ];
  test.each(cases)('%s', async (_, fault, outcome) => {
    at[kind].api.faults = [fault];
    expect(await send(kind)).toEqual(outcome);
  });

  test('reports a missing response as unknown', async () => {
    at[kind].api.faults = ['hang'];
    expect(await send(kind, {}, 1500)).toEqual(unknown);
  });

  test('retries an unreachable provider, but not a forbidden one', async () => {
    expect(await send(kind, {}, 5000, hostWith(`http://127.0.0.1:${await freePort()}`))).toEqual(
      retryAfterOutcome(),
    );
    expect(await send(kind, {}, 5000, hostWith(undefined, ''))).toEqual(never);
  });

  test('reports a rejection in the provider’s words, without the token', async () => {
    const said = `no\r\nentry with ${tokens[kind]} ${'x'.repeat(500)}`;
    at[kind].api.faults = [{ status: 400, body: { error: { message: said } } }];
    const sentence = textOf(((await send(kind)) as { sentence: Message }).sentence);
    expect(sentence).toMatch(/^(Google|Microsoft) rejected the email: no entry with \*\*\* x+$/);
    expect(sentence.length).toBeLessThan(300);
  });

  test('sends nothing to an address that names two people', async () => {
    const before = at[kind].api.calls;
    expect(await send(kind, { bcc: [person('a@b.example, c@d.example')] })).toEqual(never);
    expect(at[kind].api.calls).toBe(before);
  });

  test('rejects a token that was never issued', async () => {
    const limits = { storeId: 'store', beforeData: allowSend, timeoutMs: 20_000 };
    expect(await host.send(kind, 'made-up', mail(), limits)).toEqual({ state: 'login_refused' });
  });
});

const file = (bytes: number) => [
  { filename: 'a.bin', contentType: 'application/octet-stream', content: Buffer.alloc(bytes, 7) },
];

test('Microsoft: sends a message whose request is just below 4 MB, and rejects a larger one', async () => {
  const before = at.microsoft.api.calls;
  expect(await send('microsoft', { attachments: file(2_300_000) })).toEqual({
    state: 'too_large',
    maxBytes: 3_000_000,
  });
  expect(at.microsoft.api.calls).toBe(before);
  expect(await send('microsoft', { attachments: file(2_180_000) })).toMatchObject({ state: 'sent' });
});

test('Google: uploads a large message whole, and rejects a larger one', async () => {
  const before = countMessages('google');
  expect(await send('google', { attachments: file(8_000_000) })).toMatchObject({ state: 'sent' });
  const sent = at.google.api.messages.at(-1);
  expect(sent?.path).toBe('/upload/gmail/v1/users/me/messages/send?uploadType=media');
  const parsed = await simpleParser(sent?.raw as Buffer);
  expect(parsed.attachments[0]?.content.equals(Buffer.alloc(8_000_000, 7))).toBe(true);
  expect(await send('google', { attachments: file(20_000_000) })).toEqual({
    state: 'too_large',
    maxBytes: 25_000_000,
  });
  expect(countMessages('google')).toBe(before + 1);
});

test('contacts issuers through the same outbound policy', async () => {
  await expect(hostWith(undefined, '').begin('google', 'state')).rejects.toMatchObject({
    kind: 'away',
    message: expect.stringContaining('OUTSTEP_OUTBOUND_ALLOW'),
  });
});

test('an unknown client secret is reported to the operator, not to the owner of a mailbox', async () => {
  const wrong = createMailboxHost({
    settings: { google: { ...settingsOf(at.google, 'google'), clientSecret: 'wrong' }, microsoft: null },
    redirectUrl: `${BASE}/connect-mailbox`,
    outbound: createOutbound({ allow: parseAllowList('127.0.0.1/32') }),
    compose: composeForMailbox,
  });
  await expect(wrong.refresh('google', 'x')).rejects.toMatchObject({
    kind: 'away',
    message: "Google rejected this service's credentials; contact the operator",
  });
  await expect(wrong.refresh('microsoft', 'x')).rejects.toMatchObject({ kind: 'away' });
  await expect(host.refresh('google', 'x')).rejects.toMatchObject({ kind: 'revoked' });
});
