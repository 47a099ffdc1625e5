import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MailTransport, OutgoingMail } from '../../src/kernel/mail.ts';
import { type SmtpStandIn, startSmtpServer } from '../harness/smtp-server.ts';
import { allowSend, mailTo, serverAt, transportFor } from './mails.ts';
import { startRawServer } from './raw-server.ts';

const RECIPIENT = 'jo@customer.example';

/** Attempts to start a new line, header or recipient. */
const breaks = ['\r\n', '\n', '\r', '\u2028', '\u2029', '\0', '\u0085', '\v', '\f', '\r\n\r\n', '\r\n '];
const injections = [
  ...breaks.map((line) => `Hello${line}Bcc: evil@evil.example`),
  ...breaks.map((line) => `${line}X-Evil: 1${line}${line}<b>evil</b>`),
  'a>, <evil@evil.example',
  'evil@evil.example, b',
  'group: evil@evil.example, other@evil.example;',
  '" <evil@evil.example>, "',
  '=?utf-8?Q?=0D=0ABcc:_evil@evil.example?=',
  '=?utf-8?B?DQpCY2M6IGV2aWxAZXZpbC5leGFtcGxl?=',
  'a\u202Egpj.exe',
  '\ud800 lone',
  '\\',
  '"',
  '";\r\nfilename="x',
  'x'.repeat(5_000),
];

const notAddresses = [
  ...breaks.map((line) => `jo@customer.example${line}RCPT TO:<evil@evil.example>`),
  ...breaks.map((line) => `jo${line}@customer.example`),
  'jo@customer.example, evil@evil.example',
  'jo@customer.example,evil@evil.example',
  'group: evil@evil.example;',
  '"jo, evil@evil.example"@customer.example',
  '"a b"@customer.example',
  'Jo <jo@customer.example>',
  '<jo@customer.example>',
  'jo@customer.example> SIZE=1',
  'jo@customer.example SIZE=1',
  'jo@[127.0.0.1]',
  'jo@127.0.0.1',
  'jo@a@b.example',
  'jo＠customer.example',
  'jö@customer.example',
  'jo@customer．example\r\n',
  'jo@bücher.example, evil@evil.example',
  'jo@',
  '@customer.example',
  '',
  `${'a'.repeat(65)}@customer.example`,
  `jo@${'a.'.repeat(130)}example`,
];

describe('hostile content', () => {
  let server: SmtpStandIn;
  let transport: MailTransport;
  beforeAll(async () => {
    server = await startSmtpServer();
    transport = transportFor();
  });
  afterAll(async () => {
    await transport.close();
    await server.close();
  });

  const carry = (changes: Partial<OutgoingMail>) =>
    transport.carry('sender', serverAt(server.port), mailTo(RECIPIENT, changes), allowSend);

  const places: Record<string, (text: string) => Partial<OutgoingMail>> = {
    subject: (subject) => ({ subject }),
    'the name of the sender': (name) => ({ from: { name, address: 'orders@shop.example' } }),
    'the name of a recipient': (name) => ({ to: [{ name, address: RECIPIENT }] }),
    'the name in Cc': (name) => ({ cc: [{ name, address: 'copy@customer.example' }] }),
    'the name for replies': (name) => ({ replyTo: { name, address: 'help@shop.example' } }),
    'a filename': (filename) => ({
      attachments: [{ filename, contentType: 'text/plain', content: Buffer.from('file') }],
    }),
    'the type of a file': (contentType) => ({
      attachments: [{ filename: 'a.txt', contentType, content: Buffer.from('file') }],
    }),
    'an unsubscribe header': (text) => ({ headers: { 'List-Unsubscribe': `<https://a.example/${text}>` } }),
  };
  const HEADERS = new Set([
    ...['from', 'to', 'cc', 'reply-to', 'subject', 'message-id', 'date', 'mime-version', 'content-type'],
    ...['content-transfer-encoding', 'list-unsubscribe'],
  ]);

  test.each(Object.entries(places))('%s creates no header and no recipient', async (_, changesFor) => {
    for (const text of injections) {
      server.messages.length = 0;
      server.recipients.length = 0;
      expect(await carry(changesFor(text))).toMatchObject({ state: 'sent' });
      const [message] = server.messages;
      expect(server.recipients).toEqual([RECIPIENT]);
      expect(message?.to).toEqual([RECIPIENT]);
      const mail = await simpleParser(message?.raw ?? '');
      const names = mail.headerLines.map(({ key }) => key);
      expect(names.filter((name) => !HEADERS.has(name))).toEqual([]);
      expect(new Set(names).size).toBe(names.length);
      expect(
        [mail.to, mail.cc, mail.from, mail.replyTo].flat().flatMap((each) => each?.value ?? []),
      ).not.toContainEqual(expect.objectContaining({ address: expect.stringContaining('evil') }));
      expect(mail.html).toBe('<p>Thank you</p>');
      expect(mail.attachments.map(({ content }) => content.toString())).toEqual(
        changesFor(text).attachments ? ['file'] : [],
      );
      // However an email program reads line ends.
      const head = message?.raw.toString('latin1').split('\r\n\r\n')[0] ?? '';
      expect(head.replaceAll('\r\n', '')).toMatch(/^[\t -~]+$/);
    }
  });

  test('removes folders and bidirectional characters from filenames', async () => {
    const filenames = ['../../etc/passwd', '..\\a', 'a\u202Egpj.exe', '\r\n', ''];
    server.messages.length = 0;
    const content = Buffer.from('file');
    await carry({ attachments: filenames.map((filename) => ({ filename, contentType: 'a/b', content })) });
    const mail = await simpleParser(server.messages[0]?.raw ?? '');
    expect(mail.attachments.map(({ filename }) => filename)).toEqual([
      '.._.._etc_passwd',
      '.._a',
      'agpj.exe',
      'attachment',
      'attachment',
    ]);
  });

  test('declares UTF-8 for UTF-8 texts, and only the type for other files', async () => {
    const files = [
      { filename: 'a.txt', contentType: 'text/plain', content: Buffer.from('Grüße') },
      {
        filename: 'b.txt',
        contentType: 'text/plain; charset=x',
        content: Buffer.from('Gr\xfc\xdfe', 'latin1'),
      },
      { filename: 'c.pdf', contentType: 'application/pdf', content: Buffer.from('x') },
    ];
    server.messages.length = 0;
    await carry({ attachments: files });
    const raw = String(server.messages[0]?.raw);
    const types = [...raw.matchAll(/^Content-Type: (?!multipart)([^\r\n]*(?:\r\n\s[^\r\n]*)*)/gm)];
    expect(types.slice(-3).map(([, type]) => type?.replace(/\s+/g, ' '))).toEqual([
      'text/plain; charset=utf-8; name=a.txt',
      'text/plain; name=b.txt',
      'application/pdf; name=c.pdf',
    ]);
  });

  const addressPlaces: Record<string, (address: string) => Partial<OutgoingMail>> = {
    'the recipient': (to) => ({ envelope: { from: 'orders@shop.example', to } }),
    'the sender': (from) => ({ envelope: { from, to: RECIPIENT } }),
    From: (address) => ({ from: { name: 'A', address } }),
    To: (address) => ({ to: [{ name: 'A', address }] }),
    Cc: (address) => ({ cc: [{ name: 'A', address }] }),
    'Reply-To': (address) => ({ replyTo: { name: 'A', address } }),
  };

  test.each(Object.entries(addressPlaces))(
    '%s: sends to one plain address or not at all',
    async (_, changesFor) => {
      const before = { ...server.connections };
      server.recipients.length = 0;
      for (const address of notAddresses)
        expect(await carry(changesFor(address))).toMatchObject({
          state: 'failed',
          again: false,
          recipientRefused: false,
        });
      expect(server.recipients).toEqual([]);
      expect(server.connections.total).toBe(before.total);
    },
  );

  test('sends an international domain in ASCII', async () => {
    const heard: string[] = [];
    const raw = await startRawServer('220 raw\r\n', (line) => {
      heard.push(line);
      return line === 'DATA' ? '554 no\r\n' : '250 ok\r\n';
    });
    const envelope = { from: 'orders@bücher.example', to: 'jo@東京.example' };
    await transport.carry('raw', serverAt(raw.port), mailTo(RECIPIENT, { envelope }), allowSend);
    raw.close();
    expect(heard.slice(1, 3)).toEqual([
      'MAIL FROM:<orders@xn--bcher-kva.example>',
      'RCPT TO:<jo@xn--1lqs71d.example>',
    ]);
  });

  test.each(['Bcc', 'to', 'Content-Type', 'Resent-To', 'a b', 'X:', 'X\r\nBcc', '', '__proto__ '])(
    'the header %j cannot be set',
    async (name) => {
      const before = server.messages.length;
      expect(await carry({ headers: { [name]: 'evil@evil.example' } })).toMatchObject({
        state: 'failed',
        again: false,
      });
      expect(server.messages).toHaveLength(before);
    },
  );

  test.each([
    'plain',
    '<a b@c.example>',
    '<a@b.example>\r\nBcc: x@y.example',
    '<a@b.example> <c@d.example>',
    '',
  ])('the Message-ID %j is rejected', async (messageId) => {
    expect(await carry({ messageId })).toMatchObject({ state: 'failed', again: false });
  });

  describe('reads no file and no URL', () => {
    const folder = mkdtempSync(join(tmpdir(), 'outstep-mail-'));
    const file = join(folder, 'secret.txt');
    let visits = 0;
    const visited = createServer((socket) => {
      visits += 1;
      socket.destroy();
    });
    let url: string;
    beforeAll(async () => {
      writeFileSync(file, 'top secret');
      visited.listen(0, '127.0.0.1');
      await once(visited, 'listening');
      url = `http://127.0.0.1:${(visited.address() as AddressInfo).port}/`;
    });
    afterAll(() => {
      visited.close();
      rmSync(folder, { recursive: true });
    });

    test('neither through a text nor through something that looks like an instruction', async () => {
      for (const target of [file, pathToFileURL(file).href, url]) {
        server.messages.length = 0;
        const shaped = { path: target, href: target } as unknown as string;
        const content = shaped as unknown as Buffer;
        const outcomes = await Promise.allSettled([
          carry({ html: target, text: target, subject: target, headers: { 'X-A': target } }),
          carry({ html: `<img src="${target}"><link href="${target}">` }),
          carry({ html: shaped }),
          carry({ text: shaped }),
          carry({ attachments: [{ filename: target, contentType: 'text/plain', content }] }),
        ]);
        expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(2);
        expect(server.messages.filter(({ raw }) => raw.includes('top secret'))).toEqual([]);
        const base64 = Buffer.from('top secret').toString('base64');
        expect(server.messages.filter(({ raw }) => raw.includes(base64))).toEqual([]);
      }
      expect(visits).toBe(0);
    });
  });
});
