import { z } from 'zod';
import { clearableText, requiredText, schemaMessage, text } from '../../../kernel/fields.ts';
import type { MailAddress } from '../../../kernel/mail.ts';
import { mailAddress } from '../../../kernel/mail-address.ts';
import { nameSchema } from '../../../kernel/named-schema.ts';
import { stepInput } from '../../delivery/steps/steps.schema.ts';

const MAX_RECIPIENTS = 100;
const MAX_NAME = 200;

const address = mailAddress('anna@example.com');
const withName = z.strictObject({ name: clearableText(MAX_NAME).default(''), address });

/** An address, alone or with a name. Strings are not parsed: one that could mean two people is rejected. */
export const recipient = z
  .preprocess((value) => (typeof value === 'string' ? { address: value } : value), withName)
  .transform((value): MailAddress => value)
  .describe('An address, or `{ name, address }`.');
nameSchema(
  'Recipient',
  recipient,
  z
    .union([z.string(), z.object({ name: z.string().optional(), address: z.string() })])
    .describe('An address, or `{ name, address }`.'),
);

const recipients = z.array(recipient).max(MAX_RECIPIENTS);

export const sendEmailInput = z.object({
  ...stepInput,
  layoutId: requiredText(100).describe('ID of the layout.'),
  senderId: requiredText(100)
    .optional()
    .describe('ID of the sender. Default: the default sender of the store.'),
  to: recipients.min(1, { error: schemaMessage('required') }).describe('Recipients of the email.'),
  cc: recipients.default([]).describe('Ignored for marketing email.'),
  bcc: recipients.default([]).describe('Ignored for marketing email.'),
  replyTo: recipient.optional(),
  locale: text(100)
    .transform((given) => given.trim() || undefined)
    .optional()
    .describe('Language to send in. Default: the main language of the layout.'),
});
