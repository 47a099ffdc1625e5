import { z } from 'zod';
import { requiredText, schemaMessage, text } from '../../../kernel/fields.ts';
import { id, idInput, time } from '../../../kernel/id.ts';
import { asciiDomain, isHostname, mailAddress } from '../../../kernel/mail-address.ts';
import { nameSchema } from '../../../kernel/named-schema.ts';

const securities = ['none', 'starttls', 'tls'] as const;

const MAX_HOST = 253;
const MAX_PORT = 65_535;

const isHost = (value: string) =>
  isHostname(value) || z.ipv4().safeParse(value).success || z.ipv6().safeParse(value).success;

const oneLine = (schema: z.ZodString) =>
  schema.refine((value) => !/\p{Cc}/u.test(value), { error: schemaMessage('must_be_one_line') });

/** A blank value is only `required`: one reason is enough. */
const wellFormed = (max: number, isGood: (value: string) => boolean, error: string) =>
  requiredText(max).refine((value) => value.trim() === '' || isGood(value), { error });

export const addSmtpSenderInput = z.object({
  name: oneLine(requiredText(200)),
  host: wellFormed(MAX_HOST, isHost, schemaMessage('must_be_host')),
  port: z.int().min(1).max(MAX_PORT),
  from: mailAddress('orders@example.com'),
  fromName: oneLine(text(200)).default(''),
  user: oneLine(requiredText(500)).optional(),
  password: oneLine(requiredText(4096)).optional(),
  security: z.enum(securities).optional().describe('Default: `tls` on port 465, `starttls` on any other.'),
});

const keepLogin = z.boolean().default(false).describe('Whether the saved login is kept.');

export const updateSmtpSenderInput = addSmtpSenderInput.extend({ id: idInput('sender'), keepLogin });

export const checkSmtpSenderInput = addSmtpSenderInput
  .pick({ host: true, port: true, user: true, password: true, security: true })
  .extend({
    sender: z.string().optional().describe('ID of the sender whose saved login is tried.'),
    keepLogin,
  });

export const createDkimKeyInput = z.object({
  domain: requiredText(MAX_HOST)
    .transform((value) => asciiDomain(value.trim()).toLowerCase())
    .refine((value) => value === '' || isHostname(value), { error: schemaMessage('must_be_domain') })
    .describe('An international domain is converted to ASCII.'),
  selector: wellFormed(
    63,
    (value) => /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i.test(value),
    schemaMessage('must_be_selector'),
  )
    .default('outstep')
    .describe('Name of the DNS record.'),
  replace: z.boolean().default(true).describe('Whether an existing key is replaced.'),
});

/**
 * The read view: shows whether there are credentials, but never reveals them (spec: SMTP sender 1)
 * (contract: Senders, secrets, files 1).
 */
export const smtpSender = z.object({
  id,
  name: z.string(),
  host: z.string(),
  port: z.int(),
  security: z.enum(securities),
  fromName: z.string(),
  fromAddress: z.string().describe('The address that email is sent from.'),
  hasUsername: z.boolean(),
  hasPassword: z.boolean(),
  isDefault: z.boolean(),
  createdAt: time,
});
nameSchema('SmtpSender', smtpSender);

/** The read view: no token, and just enough of the address to recognize (spec: Connected mailbox 1). */
export const mailbox = z.object({
  id,
  provider: z.enum(['google', 'microsoft']),
  address: z.string().describe('Masked, for example `ma******@example.com`.'),
  status: z.enum(['connected', 'reconnect']).describe('`reconnect`: its owner must connect it again.'),
  isDefault: z.boolean(),
  connectedAt: time,
});
nameSchema('Mailbox', mailbox);

/** Whether a store's email is sent; `none` is a store that has lost its last sender. */
export const sendingModes = ['live', 'test', 'none'] as const;
export type SendingMode = (typeof sendingModes)[number];

export type SmtpSenderRow = z.output<typeof smtpSender>;
export type MailboxRow = z.output<typeof mailbox>;
export type Security = (typeof securities)[number];
