import { z } from 'zod';
import { alertKinds } from '../alerts/alerts.schema.ts';

export const languages = ['en', 'de'] as const;
export type NotificationLanguage = (typeof languages)[number];

const kindList = z.array(z.enum(alertKinds)).max(alertKinds.length);

/** Which alerts a person receives for a store. */
export const choicesInput = z.object({
  inApp: kindList.describe('Kinds that are counted at the bell.'),
  byMail: kindList,
  language: z.enum(languages).describe('Of the mails.'),
});

export type Choices = z.output<typeof choicesInput>;

export const choices = choicesInput.extend({
  language: z
    .enum(languages)
    .nullable()
    .describe('Of the mails; null, which is English, until the person has chosen.'),
});
