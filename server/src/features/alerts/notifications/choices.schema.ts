import { z } from 'zod';
import { type MailLanguage, mailLanguages } from '../../../kernel/mail-language.ts';
import { alertKinds } from '../alerts/alerts.schema.ts';

export type NotificationLanguage = MailLanguage;

const kindList = z.array(z.enum(alertKinds)).max(alertKinds.length);

/** Which alerts a person receives for a store. */
export const choicesInput = z.object({
  inApp: kindList.describe('Kinds that are counted on the bell icon.'),
  byMail: kindList.describe('Kinds that are sent by email.'),
  language: z.enum(mailLanguages),
});

export type Choices = z.output<typeof choicesInput>;

export const choices = choicesInput.extend({
  language: z
    .enum(mailLanguages)
    .nullable()
    .describe('Language of the emails; `null` (English) until you choose one.'),
});
