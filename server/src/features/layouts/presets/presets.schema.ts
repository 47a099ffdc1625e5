import { z } from 'zod';
import { issueOf, requiredIfSent, requiredText, schemaMessage } from '../../../kernel/fields.ts';
import { id, idInput, time } from '../../../kernel/id.ts';
import type { Json } from '../../../kernel/json.ts';
import { localFile } from '../../../kernel/local-file.ts';
import { localeField } from '../../../kernel/locale.ts';
import { normalLocale } from '../../../kernel/locale-code.ts';
import { message } from '../../../kernel/messages/message.ts';
import { pageInput, searchInput } from '../../../kernel/page.ts';
import { authorNameOrEmpty, keptVersionOf, versionSummaryOf } from '../../documents/versions.schema.ts';

/** The limit of a whole design. */
export const MAX_PRESET_BYTES = 1024 * 1024;

const kind = z.enum(['header', 'footer', 'part']);
const name = requiredText(200);

export const addPresetInput = z.object({ kind, name, file: localFile(MAX_PRESET_BYTES) });

export const listPresetsInput = z.object({ ...pageInput, ...searchInput('the name'), kind: kind.optional() });

const blocks = z.array(z.unknown()).refine((list) => JSON.stringify(list).length <= MAX_PRESET_BYTES, {
  error: schemaMessage('larger_than_1_mb'),
});

/** An upper limit for the texts of a design. */
const MAX_DONE = 2000;

const language = z.object({
  blocks: blocks
    .nullish()
    .transform((list) => list ?? undefined)
    .describe(
      "If omitted, the blocks stay as they are; a new language starts with a copy of the preset's own blocks.",
    ),
  done: z
    .array(z.string().max(200))
    .max(MAX_DONE)
    .nullish()
    .transform((names) => names ?? undefined)
    .describe('Texts that are still correct: paths as in `stale`.'),
});

/** By language code, regardless of letter case and separator. */
const languages = z.record(z.string(), language.nullable()).transform((sent, ctx) => {
  const read = Object.entries(sent).map(([code, change]) => [normalLocale(code), change, code] as const);
  for (const [i, [locale, , code]] of read.entries()) {
    const wrong = locale === null ? message('must_be_locale') : null;
    const isAgain = read.findIndex((each) => each[0] === locale) < i;
    const problem = wrong ?? (isAgain ? message('there_twice') : null);
    if (problem) ctx.addIssue(issueOf(problem, [code]));
  }
  return Object.fromEntries(read.map(([locale, change]) => [String(locale), change] as const));
});

export const updatePresetInput = z.object({
  id: idInput('preset'),
  name: requiredIfSent(name),
  blocks: blocks
    .nullable()
    .transform((list) => list ?? [])
    .optional()
    .describe('In the same format as the blocks of a design.'),
  defaultLocale: localeField.nullish().describe("Language of the preset's own blocks; `null` if unknown."),
  languages: languages
    .nullish()
    .describe(
      'By language code. A language that is `null` is removed; languages that you omit are kept. `null` instead of the object removes all languages.',
    ),
});

const publicBlocks = z.array(z.custom<Json>()).describe('As they were sent.');

export const presetSummary = z.object({
  id,
  kind,
  name,
  useCount: z.int().describe('How many layouts use it.'),
  usedBy: z
    .array(z.object({ type: z.literal('layout'), id, name: z.string() }))
    .describe('The first of these layouts, by name.'),
  createdAt: time,
  updatedAt: time,
});

export const preset = presetSummary.extend({
  revision: z.int().describe('Increases with every change; the ETag is based on it.'),
  blocks: publicBlocks,
  defaultLocale: z.string().nullable().describe("Language of the preset's own blocks; `null` if unknown."),
  languages: z
    .record(
      z.string(),
      z.object({
        blocks: publicBlocks,
        stale: z
          .array(z.string())
          .describe(
            "Paths of texts in the preset's own blocks that have changed since this language was written, such as `blocks[0].html`.",
          ),
      }),
    )
    .describe("Emails in one of these languages use its blocks; all other emails use the preset's own."),
});

export type PresetKind = z.output<typeof kind>;
export type PresetSummary = z.output<typeof presetSummary>;
export type Preset = z.output<typeof preset>;

export const presetVersionSummary = versionSummaryOf(
  ['app', 'command', 'restore'],
  { types: ['user', 'operator'], name: authorNameOrEmpty },
  {},
);
export const keptPresetVersion = keptVersionOf(presetVersionSummary);
export type PresetVersionSummary = z.output<typeof presetVersionSummary>;

export const presetVersion = presetVersionSummary.extend({
  name: z.string(),
  blocks: publicBlocks,
  defaultLocale: z.string().nullable(),
  languages: z.record(z.string(), z.object({ blocks: publicBlocks })),
});
export type PresetVersion = z.output<typeof presetVersion>;
