import { randomUUID } from 'node:crypto';
import { parseAllowList } from '../../src/adapters/outbound/allow-list.ts';
import { createOutbound } from '../../src/adapters/outbound/outbound-client.ts';
import { createMailTransport } from '../../src/adapters/smtp/mail-transport.ts';
import type { MailServer, OutgoingMail } from '../../src/kernel/mail.ts';

export const mailTo = (recipient: string, changes: Partial<OutgoingMail> = {}): OutgoingMail => ({
  envelope: { from: 'orders@shop.example', to: recipient },
  messageId: `<${randomUUID()}@shop.example>`,
  date: new Date('2026-11-15T12:00:00Z'),
  from: { name: 'A shop', address: 'orders@shop.example' },
  to: [{ name: 'Jo Doe', address: recipient }],
  cc: [],
  replyTo: null,
  subject: 'Your order',
  html: '<p>Thank you</p>',
  text: 'Thank you',
  attachments: [],
  headers: {},
  dkim: null,
  ...changes,
});

export const serverAt = (port: number, changes: Partial<MailServer> = {}): MailServer => ({
  host: '127.0.0.1',
  port,
  security: 'none',
  username: null,
  password: null,
  ...changes,
});

/** As in the product, except that it may call this machine. */
export const transportFor = (
  options: { authorities?: string; totalMs?: number; idleMs?: number; allow?: string } = {},
) => {
  const { allow = '127.0.0.1 localhost', ...others } = options;
  const dialer = createOutbound({ allow: parseAllowList(allow) });
  return createMailTransport({ dialer, ownHost: 'outstep.example', ...others });
};

/** Longer than any test: for tests about reusing a connection. */
export const LONG_IDLE = { idleMs: 600_000 };

export const allowSend = async () => true;
