import { z } from 'zod';
import { requiredIfSent, schemaMessage } from '../../../kernel/fields.ts';
import { time } from '../../../kernel/id.ts';
import { nameSchema } from '../../../kernel/named-schema.ts';
import {
  attachments,
  publicContent,
  publicExtras,
  subject,
  translatedContent,
  translatedTexts,
} from '../content/layouts.schema.ts';

export const putTranslationInput = z.object({
  subject,
  ...translatedContent,
  attachments: attachments
    .nullable()
    .optional()
    .describe(
      "Text layouts only. A list: this language's own; `[]`: none; `null`: the layout's; omitted: as it is, and the layout's in a new language.",
    ),
  marketingTexts: translatedTexts.optional(),
});
export type PutTranslation = z.output<typeof putTranslationInput>;

/** Beside the content: what a repository keeps of a language says nothing about it. */
export const done = z
  .array(z.string())
  .optional()
  .describe(
    'Paths as `stale` names them: these texts are up to date now, changed or not, and no others. Left out: those that this call changes.',
  );

/** spec: Translations 1. The main language does not count (contract: Translations 4). */
export const MAX_TRANSLATIONS = 30;

const changeTranslation = z.strictObject({ subject: requiredIfSent(subject), ...translatedContent, done });
export type ChangeTranslation = z.output<typeof changeTranslation>;

/** Several languages in one write. */
export const changeTranslations = z
  .record(z.string(), changeTranslation)
  .refine((sent) => Object.keys(sent).length <= MAX_TRANSLATIONS, {
    error: schemaMessage('too_many_layout_languages', { max: MAX_TRANSLATIONS }),
  })
  .describe('By language, of those that the layout has: what changes in it. What is left out stays.');

/** In a path: anything but a language code is not found. */
export const localeInput = z
  .string()
  .describe('Language code such as `de` or `pt-br`; letter case and separator do not matter.');

export const translation = z.object({
  locale: z.string(),
  isMain: z.boolean(),
  ...publicContent,
  attachments: publicExtras.attachments.nullable().describe("`null` while it sends the layout's."),
  marketingTexts: publicExtras.marketingTexts.describe("`null` while it uses the layout's."),
  stale: z
    .array(z.string())
    .describe(
      'Texts and addresses of the main content, by path, that have changed since this language was written, are new, or that it has as a copy.',
    ),
  createdAt: time,
  updatedAt: time,
});
nameSchema('Translation', translation);
export type Translation = z.output<typeof translation>;
