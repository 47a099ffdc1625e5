import { z } from 'zod';
import { requiredIfSent, schemaMessage } from '../../../kernel/fields.ts';
import { time } from '../../../kernel/id.ts';
import { nameSchema } from '../../../kernel/named-schema.ts';
import {
  attachments,
  incomplete,
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
      "Text layouts only. A list replaces this language's attachments; `[]`: none; `null`: those of the layout. If omitted, they stay as they are; a new language uses those of the layout.",
    ),
  marketingTexts: translatedTexts.optional(),
});
export type PutTranslation = z.output<typeof putTranslationInput>;

/** Not part of the content: repositories do not store which texts are up to date. */
export const upToDatePaths = z
  .array(z.string())
  .optional()
  .describe(
    'Paths as in `stale`: exactly these texts are up to date, changed or not. Default: the untranslated texts that this call sends, and those that it changes.',
  );

/** spec: Translations 1. The main language does not count (contract: Translations 4). */
export const MAX_TRANSLATIONS = 30;

const changeTranslation = z.strictObject({
  subject: requiredIfSent(subject),
  ...translatedContent,
  done: upToDatePaths,
});
export type ChangeTranslation = z.output<typeof changeTranslation>;

/** Several languages in one write. */
export const changeTranslations = z
  .record(z.string(), changeTranslation)
  .refine((sent) => Object.keys(sent).length <= MAX_TRANSLATIONS, {
    error: schemaMessage('too_many_layout_languages', { max: MAX_TRANSLATIONS }),
  })
  .describe('Changes by language, for languages that the layout has. Fields that you omit stay as they are.');

/** Not validated, because in a path anything but a language code is simply not found. */
export const localeInput = z
  .string()
  .describe('Language code such as `de` or `pt-br`; case and separator do not matter.');

export const translation = z.object({
  locale: z.string(),
  isMain: z.boolean(),
  ...publicContent,
  attachments: publicExtras.attachments.nullable().describe('`null` if it uses those of the layout.'),
  marketingTexts: publicExtras.marketingTexts.describe('`null` if it uses those of the layout.'),
  stale: z
    .array(z.string())
    .describe(
      'Paths of texts and URLs of the main content that have changed since this language was written, are new, or are still untranslated copies in this language.',
    ),
  untranslated: z
    .array(z.string())
    .describe('The paths in `stale` whose text has not been translated yet; the others are out of date.'),
  incomplete,
  createdAt: time,
  updatedAt: time,
});
nameSchema('Translation', translation);
export type Translation = z.output<typeof translation>;
