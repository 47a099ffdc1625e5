import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { simpleParser } from 'mailparser';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DeliveryResult, MailServer, MailTransport } from '../../src/kernel/mail.ts';
import { retryRound } from '../harness/retry-rounds.ts';
import { type SmtpStandIn, startSmtpServer } from '../harness/smtp-server.ts';
import { eventually } from '../harness/test-stack.ts';
import { type Answering, callsTo } from '../outbound/calls.ts';
import { Authority } from '../outbound/certificates.ts';
import { allowSend, LONG_IDLE, mailTo, serverAt, transportFor } from './mails.ts';

const openOf = async (server: SmtpStandIn) => server.connections.open;

describe('connections', () => {
  let server: SmtpStandIn;
  let transport: MailTransport;
  beforeEach(async () => {
    server = await startSmtpServer();
    transport = transportFor(LONG_IDLE);
  });
  afterEach(async () => {
    await transport.close();
    await server.close();
  });
  const carry = (lane = 'a', changes: Partial<MailServer> = {}) =>
    transport.carry(lane, serverAt(server.port, changes), mailTo('jo@customer.example'), allowSend);

  test('uses one connection for consecutive emails', async () => {
    for (let sent = 0; sent < 10; sent++) expect(await carry()).toMatchObject({ state: 'sent' });
    expect(server.connections).toMatchObject({ total: 1, most: 1 });
    expect(server.messages).toHaveLength(10);
  });

  test('emails that differ in one link: each gets its own link and no part of another', async () => {
    const links = Array.from(
      { length: 6 },
      (_, i) => `https://shop.example/unsubscribe/${String(i).repeat(90)}`,
    );
    const rows = '<tr><td style="padding:0 24px">Größer und schöner, seit heute.</td></tr>\n'.repeat(60);
    for (const url of links) {
      const mail = mailTo('jo@customer.example', {
        html: `<table>${rows}</table><a href="${url}">unsubscribe</a>`,
        text: `${'Größer und schöner, seit heute. '.repeat(60)}\n\nunsubscribe: ${url}\n`,
      });
      await transport.carry('a', serverAt(server.port), mail, allowSend);
    }
    const read = await Promise.all(server.messages.map(({ raw }) => simpleParser(raw)));
    expect(read.map(({ html }) => html)).toEqual(
      links.map((url) => `<table>${rows}</table><a href="${url}">unsubscribe</a>`),
    );
    expect(read.map(({ text }) => text?.split('unsubscribe: ')[1]?.trim())).toEqual(links);
  });

  test('two at once, repeatedly: never a third', async () => {
    const worker = async () => {
      for (let sent = 0; sent < 15; sent++) await carry();
    };
    await Promise.all([worker(), worker()]);
    expect(server.messages).toHaveLength(30);
    expect(server.connections.most).toBe(2);
  });

  test('two at once, one of them rejected: never a third', async () => {
    server.behaves.rcpt = () => (server.recipients.length % 3 === 0 ? '550 no' : null);
    const worker = async () => {
      for (let sent = 0; sent < 15; sent++) await carry();
    };
    await Promise.all([worker(), worker()]);
    expect(server.messages).toHaveLength(20);
    expect(server.connections.most).toBe(2);
  });

  test('closes the old connection first when a sender changes servers', async () => {
    const other = await startSmtpServer();
    await carry();
    await carry('a', { port: other.port });
    expect([server.connections.open, other.connections.open]).toEqual([0, 1]);
    expect(other.messages).toHaveLength(1);
    await other.close();
  });

  test("senders don't share connections", async () => {
    await carry('a');
    await carry('b');
    expect(server.connections.total).toBe(2);
  });

  test('closes an idle one after about a second', async () => {
    const usual = transportFor();
    const since = performance.now();
    await usual.carry('a', serverAt(server.port), mailTo('jo@customer.example'), allowSend);
    await eventually(
      () => openOf(server),
      (open) => open === 0,
    );
    expect(performance.now() - since).toBeGreaterThan(900);
    expect(server.connections.total).toBe(1);
    await usual.close();
  });

  test('replaces a connection closed by the server, without loss or duplicates', async () => {
    await carry();
    server.behaves.mail = 'drop';
    const asked: string[] = [];
    const second = transport.carry(
      'a',
      serverAt(server.port),
      mailTo('second@customer.example'),
      async () => {
        asked.push('second');
        return true;
      },
    );
    await eventually(
      async () => server.connections.total,
      (total) => total === 1,
    );
    server.behaves = {};
    expect(await second).toMatchObject({ state: 'sent' });
    expect(asked).toEqual(['second']);
    expect(server.messages.map(({ to }) => to[0])).toEqual([
      'jo@customer.example',
      'second@customer.example',
    ]);
  });

  test('a server that accepts one message per connection', async () => {
    let messages = 0;
    server.behaves.rcpt = () => {
      messages += 1;
      return messages === 2 ? '421 one is enough' : null;
    };
    expect(await carry()).toMatchObject({ state: 'sent' });
    expect(await carry()).toMatchObject({ state: 'sent' });
    expect(server.connections.total).toBe(2);
  });

  test('leaving a lane closes exactly its connections before returning', async () => {
    await Promise.all([carry('a'), carry('a'), carry('b')]);
    expect(server.connections.open).toBe(3);
    await transport.disconnect('a');
    await eventually(
      () => openOf(server),
      (open) => open === 1,
    );
    await transport.disconnect('a');
    expect(await carry('b')).toMatchObject({ state: 'sent' });
    expect(server.connections.total).toBe(3);
  });

  test('close() leaves no connection', async () => {
    await Promise.all([carry('a'), carry('a'), carry('b')]);
    expect(server.connections.open).toBe(3);
    await transport.close();
    await eventually(
      () => openOf(server),
      (open) => open === 0,
    );
  });

  test('never connects to a forbidden host', async () => {
    const guarded = transportFor({ allow: '' });
    const hosts = [
      '127.0.0.1',
      'localhost',
      '::1',
      '127.1',
      '2130706433',
      '0.0.0.0',
      '::ffff:127.0.0.1',
      '①②⑦.⓪.⓪.①',
    ];
    for (const host of hosts)
      expect(
        await guarded.carry('x', serverAt(server.port, { host }), mailTo('jo@customer.example'), allowSend),
      ).toMatchObject({ state: 'failed', again: false, recipientRefused: false });
    expect(server.connections.total).toBe(0);
  });
});

describe('secured connections', () => {
  const authority = new Authority();
  const trusting = transportFor({ ...LONG_IDLE, authorities: readFileSync(authority.file, 'utf8') });
  const strange = transportFor();
  const login = { username: 'shop', password: 'open sesame' };
  const certificate = authority.sign('DNS:localhost,IP:127.0.0.1');
  const servers: SmtpStandIn[] = [];
  const start = async (options: Parameters<typeof startSmtpServer>[0]) => {
    const server = await startSmtpServer(options);
    servers.push(server);
    return server;
  };
  afterAll(async () => {
    await Promise.all([trusting.close(), strange.close()]);
    for (const server of servers) await server.close();
    authority.close();
  });
  const carry = (
    transport: MailTransport,
    { port }: SmtpStandIn,
    changes: Partial<MailServer>,
  ): Promise<DeliveryResult> =>
    transport.carry(
      `lane ${port}`,
      serverAt(port, { ...login, ...changes }),
      mailTo('jo@customer.example'),
      allowSend,
    );

  test.each(['starttls', 'tls'] as const)('%s by name and by address, kept and reused', async (security) => {
    const server = await start({ certificate, secure: security === 'tls', login });
    for (const host of ['localhost', '127.0.0.1', '127.0.0.1'])
      expect(await carry(trusting, server, { security, host })).toMatchObject({ state: 'sent' });
    expect(server.messages.map(({ secure, user }) => [secure, user])).toEqual(Array(3).fill([true, 'shop']));
    expect(server.connections.total).toBe(2);
  });

  test.each(['starttls', 'tls'] as const)(
    '%s is resumed only for the same store and server',
    async (security) => {
      const server = await start({ certificate, secure: security === 'tls', login });
      const once = async (transport: MailTransport, host = 'localhost') => {
        expect(await carry(transport, server, { security, host })).toMatchObject({ state: 'sent' });
        await transport.disconnect(`lane ${server.port}`);
      };
      const store = trusting.forStore('a');
      for (let i = 0; i < 3; i++) await once(store);
      await once(trusting.forStore('b'));
      await once(trusting);
      await once(store, '127.0.0.1');
      await once(store);
      expect(server.resumed).toEqual([false, true, true, false, false, false, true]);
    },
  );

  test('retries one connection after a failed resumption, and sends the email once', async () => {
    const server = await start({ certificate, login });
    const store = trusting.forStore('breaking');
    const once = async () => {
      expect(await carry(store, server, { security: 'starttls' })).toMatchObject({ state: 'sent' });
      await store.disconnect(`lane ${server.port}`);
    };
    await once();
    let left = 1;
    server.behaves.auth = () => (left-- > 0 ? 'drop' : 0);
    await once();
    expect(server.resumed).toEqual([false, true, false]);
    expect(server.messages.length).toBe(2);
  });

  test.each(['starttls', 'tls'] as const)(
    '%s with an untrusted certificate: permanently failed, nothing sent',
    async (security) => {
      const server = await start({ certificate, secure: security === 'tls', login });
      expect(await carry(strange, server, { security })).toMatchObject({ state: 'failed', again: false });
      expect({ messages: server.messages, recipients: server.recipients }).toEqual({
        messages: [],
        recipients: [],
      });
    },
  );

  test.each([
    ['another name', 'DNS:other.example', 7],
    ['a past time', 'DNS:localhost,IP:127.0.0.1', -1],
  ])('a certificate for %s: failed', async (_, names, days) => {
    const server = await start({ certificate: authority.sign(names, days), login });
    expect(await carry(trusting, server, { security: 'starttls' })).toMatchObject({
      state: 'failed',
      again: false,
    });
    expect(server.messages).toEqual([]);
  });

  test('starttls never falls back to plain text', async () => {
    const server = await start({ login });
    expect(await carry(trusting, server, { security: 'starttls' })).toMatchObject({
      state: 'failed',
      again: false,
    });
    expect({ messages: server.messages, recipients: server.recipients }).toEqual({
      messages: [],
      recipients: [],
    });
  });

  test('tls to a plain SMTP server, and the reverse: failed', async () => {
    const [plain, secured] = [await start({ login }), await start({ certificate, secure: true, login })];
    const impatient = transportFor({ authorities: readFileSync(authority.file, 'utf8'), totalMs: 1_500 });
    expect(await carry(impatient, plain, { security: 'tls' })).toMatchObject({ state: 'failed' });
    expect(await carry(impatient, secured, { security: 'none' })).toMatchObject({ state: 'failed' });
    await impatient.close();
  });
});

describe('memory', () => {
  const MAX_GROWTH_MB = 150;
  let client: Answering;
  afterAll(() => client?.close());

  test('ten emails with 8 MB each, two at once, are not in memory together', async () => {
    const server = await startSmtpServer();
    const script = fileURLToPath(new URL('./transport-process.ts', import.meta.url));
    client = await callsTo(fork(script, { execArgv: ['--expose-gc'] }));
    const growth = await retryRound(
      () => client.call<number>('growth', server.port, 8, 10, 2),
      (megabytes) => megabytes < MAX_GROWTH_MB,
    );
    expect(growth).toBeLessThan(MAX_GROWTH_MB);
    await server.close();
  });
});
