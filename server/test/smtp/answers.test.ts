import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DeliveryResult, MailServer, MailTransport } from '../../src/kernel/mail.ts';
import { textOf } from '../../src/kernel/messages/message.ts';
import { freePort } from '../harness/free-port.ts';
import { messageMatching } from '../harness/plain-message.ts';
import { type SmtpStandIn, startSmtpServer } from '../harness/smtp-server.ts';
import { allowSend, LONG_IDLE, mailTo, serverAt, transportFor } from './mails.ts';
import { startRawServer } from './raw-server.ts';

const RECIPIENT = 'jo@customer.example';
/**
 * Far longer than a server needs to answer here, and far shorter than an acceptable wait for one that
 * doesn't.
 */
const SHORT_MS = 1_500;

let transport: MailTransport;
let impatient: MailTransport;
beforeAll(() => {
  transport = transportFor(LONG_IDLE);
  impatient = transportFor({ totalMs: SHORT_MS });
});
afterAll(() => Promise.all([transport.close(), impatient.close()]));

describe('a server that answers', () => {
  let server: SmtpStandIn;
  beforeEach(async () => {
    server = await startSmtpServer();
  });
  afterEach(() => server.close());

  const carry = (to = RECIPIENT, by = transport) =>
    by.carry('sender', serverAt(server.port), mailTo(to), allowSend);
  const failure = (again: boolean, recipientRefused = false) => ({
    state: 'failed',
    again,
    recipientRefused,
  });

  test('accepts the message: sent, with its response', async () => {
    expect(await carry()).toEqual({ state: 'sent', answer: '250 OK: message queued' });
    expect(server.messages).toMatchObject([{ from: 'orders@shop.example', to: [RECIPIENT] }]);
  });

  test.each(['connect', 'mail', 'rcpt', 'message'] as const)(
    '4xx at %s: failed, retryable',
    async (stage) => {
      server.behaves[stage] = '451 4.3.0 later please';
      const carried = await carry();
      expect(carried).toMatchObject(failure(true));
      expect(carried).toHaveProperty('sentence', messageMatching(/: 451 4\.3\.0 later please$/));
      expect(server.messages).toEqual([]);
    },
  );

  test.each(['connect', 'mail', 'rcpt', 'message'] as const)(
    '421 at %s: failed, retryable',
    async (stage) => {
      server.behaves[stage] = '421 4.3.2 shutting down';
      expect(await carry()).toMatchObject(failure(true));
      expect(server.messages).toEqual([]);
    },
  );

  test.each(['connect', 'mail', 'message'] as const)('5xx at %s: permanently failed', async (stage) => {
    server.behaves[stage] = '554 5.7.1 not welcome';
    expect(await carry()).toMatchObject(failure(false));
    expect(server.messages).toEqual([]);
  });

  test.each([
    '550 no such user',
    '551 moved',
    '553 bad name',
    '550 5.1.1 unknown',
    '554 5.1.6 moved',
    '550 5.2.1 off',
  ])('%s at RCPT: the recipient is rejected', async (answer) => {
    server.behaves.rcpt = answer as '550 x';
    expect(await carry()).toMatchObject(failure(false, true));
    expect(server.recipients).toEqual([RECIPIENT]);
  });

  test.each([
    '550 5.7.1 relaying denied',
    '554 no',
    '552 5.2.2 full',
    '550 5.1.8 bad sender',
    '450 5.1.1 later',
  ])('%s at RCPT: not because of the address (contract: Sending 10)', async (answer) => {
    server.behaves.rcpt = answer as '550 x';
    expect(await carry()).toMatchObject({ state: 'failed', recipientRefused: false });
  });

  test.each(['connect', 'mail', 'rcpt'] as const)('silence at %s: failed, retryable', async (stage) => {
    server.behaves[stage] = 'hang';
    expect(await carry(RECIPIENT, impatient)).toEqual({
      ...failure(true),
      sentence: messageMatching(/within 1\.5 s/),
    });
  });

  test.each(['connect', 'mail', 'rcpt'] as const)('hanging up at %s: failed, retryable', async (stage) => {
    server.behaves[stage] = 'drop';
    expect(await carry()).toMatchObject(failure(true));
  });

  test.each(['content', 'message'] as const)('hanging up at %s: unknown', async (stage) => {
    server.behaves[stage] = 'drop';
    expect(await carry()).toMatchObject({ state: 'unknown' });
  });

  test('silence after the message: unknown', async () => {
    server.behaves.message = 'hang';
    expect(await carry(RECIPIENT, impatient)).toEqual({
      state: 'unknown',
      sentence: messageMatching(/did not confirm the email; the server may have received it$/),
    });
  });

  test('responses are reduced to one short line', async () => {
    server.behaves.rcpt = `550 \u0007a\u2028b\u202Ec ${'x'.repeat(900)}`;
    const sentence = textOf(((await carry()) as Extract<DeliveryResult, { state: 'failed' }>).sentence);
    expect(sentence).toMatch(/^127\.0\.0\.1 rejected the recipient: 550 +a bc x+$/);
    expect(sentence.length).toBeLessThan(250);
  });
});

describe('before the first byte', () => {
  let server: SmtpStandIn;
  beforeEach(async () => {
    server = await startSmtpServer();
  });
  afterEach(() => server.close());
  const carry = (beforeData: () => Promise<boolean>, by = transport) =>
    by.carry('sender', serverAt(server.port), mailTo(RECIPIENT), beforeData);

  test('the caller is asked once, when the recipient was accepted', async () => {
    const seen: string[][] = [];
    const ask = async () => {
      seen.push([...server.recipients]);
      return true;
    };
    await carry(ask);
    expect(seen).toEqual([[RECIPIENT]]);
  });

  test('the caller is not asked about a recipient that is rejected', async () => {
    server.behaves.rcpt = '550 no';
    let asked = 0;
    await carry(async () => {
      asked += 1;
      return true;
    });
    expect(asked).toBe(0);
  });

  test('sends no data without permission', async () => {
    expect(await carry(async () => false)).toMatchObject({
      state: 'failed',
      again: false,
      recipientRefused: false,
    });
    await carry(allowSend);
    expect(server.messages).toHaveLength(1);
    expect(server.connections.total).toBe(2);
  });

  test('rethrows an error of the permission check and sends nothing', async () => {
    await expect(carry(() => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
    expect(server.messages).toEqual([]);
  });

  test('a connection lost during the permission check: failed', async () => {
    let answered = false;
    const carried = await carry(async () => {
      await server.close();
      // Both ends are in this process: after a few turns of the loop, the other end has noticed.
      for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
      answered = true;
      return true;
    });
    expect(carried).toMatchObject({ state: 'failed', again: true });
    expect(answered).toBe(true);
    expect(server.messages).toEqual([]);
  });

  test('a slow permission check: failed, retryable, nothing sent', async () => {
    const slow = async () => {
      await new Promise((resolve) => setTimeout(resolve, SHORT_MS + 200));
      return true;
    };
    expect(await carry(slow, impatient)).toMatchObject({ state: 'failed', again: true });
    expect(server.messages).toEqual([]);
  });
});

describe('something other than a mail server', () => {
  const within = async (
    greeting: string,
    answer: (line: string, socket: Socket) => string | null,
    mail = mailTo(RECIPIENT),
  ) => {
    const server = await startRawServer(greeting, answer);
    const by = greeting === '' ? impatient : transport;
    const carried = await by.carry('odd', serverAt(server.port), mail, allowSend);
    server.close();
    return carried;
  };
  const answerPolitely = (line: string) => {
    if (/^EHLO/.test(line)) return '250 odd\r\n';
    if (/^(MAIL|RCPT)/.test(line)) return '250 ok\r\n';
    return null;
  };

  test('connection refused: failed, retryable', async () => {
    const carried = await transport.carry('none', serverAt(await freePort()), mailTo(RECIPIENT), allowSend);
    expect(carried).toMatchObject({ state: 'failed', again: true });
  });

  test.each(['SSH-2.0-x\r\n', 'HTTP/1.1 400 Bad Request\r\n\r\n', '\0\0\0\n', ''])(
    'a greeting %j: failed',
    async (said) => {
      expect(await within(said, () => null)).toMatchObject({ state: 'failed', again: true });
    },
  );

  test('an endless response is not buffered', async () => {
    const sendEndlessly = (line: string, socket: Socket) => {
      if (!/^EHLO/.test(line)) return null;
      const more = () => socket.write(`250-${'x'.repeat(60_000)}\r\n`, () => setImmediate(more));
      more();
      return null;
    };
    expect(await within('220 odd\r\n', sendEndlessly)).toMatchObject({ state: 'failed', again: true });
  });

  test('DATA rejected: failed, by its code', async () => {
    const answer = (line: string) => (line === 'DATA' ? '554 5.6.0 no\r\n' : answerPolitely(line));
    expect(await within('220 odd\r\n', answer)).toMatchObject({ state: 'failed', again: false });
  });

  test('accepted before the whole message was sent: unknown, never sent', async () => {
    const answer = (line: string, socket: Socket) => {
      if (line !== 'DATA') return answerPolitely(line);
      socket.pause();
      return '354 go\r\n250 got it\r\n';
    };
    // More than the system buffers for a peer that doesn't read.
    const content = Buffer.alloc(16 * 1024 * 1024);
    const large = mailTo(RECIPIENT, { attachments: [{ filename: 'a', contentType: 'a/b', content }] });
    expect(await within('220 odd\r\n', answer, large)).toMatchObject({ state: 'unknown' });
  });

  test.each(['354 what', '199 what', 'what'])('%s after the message: unknown', async (said) => {
    const answer = (line: string) => {
      if (line === 'DATA') return '354 go\r\n';
      return line === '.' ? `${said}\r\n` : answerPolitely(line);
    };
    expect(await within('220 odd\r\n', answer)).toMatchObject({ state: 'unknown' });
  });
});

describe('a login', () => {
  const [username, password] = ['shop-user', 'p4ss-w0rd with spaces'];
  let server: SmtpStandIn;
  beforeAll(async () => {
    server = await startSmtpServer({ login: { username, password } });
  });
  afterAll(() => server.close());
  const carry = (login: Partial<MailServer>) =>
    transport.carry('login', serverAt(server.port, login), mailTo(RECIPIENT), allowSend);

  test('is used when there is one', async () => {
    expect(await carry({ username, password })).toMatchObject({ state: 'sent' });
    expect(server.messages.at(-1)).toMatchObject({ user: username });
  });

  test('that is wrong: permanently failed, and the server’s echo of it is masked', async () => {
    const carried = await carry({ username, password: 'the-wrong-one' });
    expect(carried).toEqual({
      state: 'failed',
      sentence: '127.0.0.1 rejected the login: 535 5.7.8 no such login: ********',
      answer: '535 5.7.8 no such login: ********',
      again: false,
      recipientRefused: false,
    });
  });

  test('454: failed, retryable', async () => {
    server.behaves.auth = '454 4.7.0 later';
    expect(await carry({ username, password: 'another' })).toMatchObject({ state: 'failed', again: true });
    server.behaves = {};
  });

  test('without a password: permanently failed', async () => {
    expect(await carry({ username, password: null })).toMatchObject({ state: 'failed', again: false });
  });
});

describe('a server that announces a size limit', () => {
  test('rejects an email that is too large before naming sender and recipient', async () => {
    const server = await startSmtpServer({ size: 20_000 });
    const content = Buffer.alloc(20_000, 'x');
    const large = mailTo(RECIPIENT, { attachments: [{ filename: 'a', contentType: 'text/plain', content }] });
    let asked = 0;
    const ask = async () => {
      asked += 1;
      return true;
    };
    expect(await transport.carry('size', serverAt(server.port), large, ask)).toEqual({
      state: 'too_large',
      maxBytes: 20_000,
    });
    expect({ asked, recipients: server.recipients }).toEqual({ asked: 0, recipients: [] });
    expect(await transport.carry('size', serverAt(server.port), mailTo(RECIPIENT), ask)).toMatchObject({
      state: 'sent',
    });
    expect(server.connections.total).toBe(1);
    await server.close();
  });
});
