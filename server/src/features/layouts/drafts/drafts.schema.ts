import { z } from 'zod';
import { issueOf, schemaMessage, text } from '../../../kernel/fields.ts';
import { id, time } from '../../../kernel/id.ts';
import { jsonObject, jsonValue } from '../../../kernel/json.ts';
import { normalLocale } from '../../../kernel/locale-code.ts';
import { message } from '../../../kernel/messages/message.ts';
import { nameSchema } from '../../../kernel/named-schema.ts';
import { authorTypes } from '../content/versions.schema.ts';

/** The maximum length of a line in a draft; a save accepts less. */
const MAX_LINE = 10_000;
const MAX_TEXT = 2_000_000;
/** The maximum for a layout. */
const MAX_LANGUAGES = 31;

/** An upper limit for the texts of an email. */
const MAX_MARKS = 10_000;
const MAX_PATH = 200;

const stillRight = z
  .record(text(MAX_PATH), text(MAX_TEXT))
  .refine((marks) => Object.keys(marks).length <= MAX_MARKS, {
    error: schemaMessage('at_most', { most: MAX_MARKS }),
  });

/** The content of one language in a draft. It need not be valid, because it is unfinished work. */
const draftLanguage = z
  .strictObject({
    subject: text(MAX_LINE),
    previewText: text(MAX_LINE),
    bodyDesign: jsonObject.optional().describe('Visual layouts only: the design, which can be incomplete.'),
    code: text(MAX_TEXT).optional().describe('Visual layouts only: code that is not a valid design yet.'),
    body: text(MAX_TEXT).optional().describe('Text layouts only.'),
    stillRight: stillRight
      .optional()
      .describe(
        'Texts that count as up to date although they are unchanged: paths as in `stale`, each with the main-language text at that time. Ignored once the main-language text is different.',
      ),
  })
  .refine(
    ({ bodyDesign, code, body }) =>
      [bodyDesign, code, body].filter((each) => each !== undefined).length === 1,
    {
      error: schemaMessage('give_one_body'),
    },
  );
nameSchema('DraftLanguage', draftLanguage);
export type DraftLanguage = z.output<typeof draftLanguage>;

/** By locale. */
export type DraftLanguages = Readonly<Record<string, DraftLanguage>>;

const languages = z.record(z.string(), draftLanguage).superRefine((sent, ctx) => {
  const locales = Object.keys(sent);
  if (locales.length === 0) ctx.addIssue(issueOf(message('required')));
  if (locales.length > MAX_LANGUAGES)
    ctx.addIssue(issueOf(message('too_many_layout_languages', { max: MAX_LANGUAGES })));
  for (const locale of locales)
    if (normalLocale(locale) !== locale) ctx.addIssue(issueOf(message('must_be_locale'), [locale]));
});

export const putDraftInput = z.object({
  baseVersion: z.int().min(1).max(999_999_999).describe('Version of the layout that the work started from.'),
  languages: languages.describe('The changed languages, each with its complete content.'),
  writer: z
    .string()
    .optional()
    .describe(
      'ID of the author, because a page that stays open after its session has ended may still send a draft.',
    ),
});

export const draftSummary = z.object({
  id,
  author: z.object({ type: z.enum(authorTypes), name: z.string() }),
  isOwn: z.boolean().describe('Whether it belongs to the caller.'),
  baseVersion: z.int().describe('Version of the layout that the work started from.'),
  locales: z.array(z.string()).describe('Languages that it changes.'),
  createdAt: time,
  updatedAt: time,
});
nameSchema('DraftSummary', draftSummary);
export type DraftSummary = z.output<typeof draftSummary>;

const shownLanguages = z.record(z.string(), draftLanguage);

/** The caller's own draft, with everything the editor needs to continue. */
export const ownDraft = draftSummary.extend({
  revision: z.int(),
  base: shownLanguages.describe(
    'Content of the changed languages in the version that the work started from.',
  ),
  languages: shownLanguages,
});
export type OwnDraft = z.output<typeof ownDraft>;

export const comparedDraft = draftSummary.extend({
  languages: shownLanguages,
  changes: z
    .array(z.object({ path: z.string(), before: jsonValue, after: jsonValue }))
    .describe('Differences from the version that the work started from.'),
});
