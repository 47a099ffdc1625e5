import { z } from 'zod';
import { issueOf, requiredIfSent, requiredText, schemaMessage } from '../../../kernel/fields.ts';
import { id, idInput, time } from '../../../kernel/id.ts';
import type { Json } from '../../../kernel/json.ts';
import { localFile } from '../../../kernel/local-file.ts';
import { localeField } from '../../../kernel/locale.ts';
import { normalLocale } from '../../../kernel/locale-code.ts';
import { message } from '../../../kernel/messages/message.ts';
import { pageInput, searchInput } from '../../../kernel/page.ts';

/** The limit of a whole design. */
export const MAX_PRESET_BYTES = 1024 * 1024;

const kind = z.enum(['header', 'footer', 'part']);
const name = requiredText(200);

export const addPresetInput = z.object({ kind, name, file: localFile(MAX_PRESET_BYTES) });

export const listPresetsInput = z.object({ ...pageInput, ...searchInput('the name'), kind: kind.optional() });

const blocks = z.array(z.unknown()).refine((list) => JSON.stringify(list).length <= MAX_PRESET_BYTES, {
  error: schemaMessage('larger_than_1_mb'),
});

/** More than a design has texts. */
const MAX_DONE = 2000;

const language = z.object({
  blocks: blocks
    .nullish()
    .transform((list) => list ?? undefined)
    .describe('Left out, they stay as they are; a new language begins with a copy of its own blocks.'),
  done: z
    .array(z.string().max(200))
    .max(MAX_DONE)
    .nullish()
    .transform((names) => names ?? undefined)
    .describe('Texts that still hold, as `stale` names them.'),
});

/** By language code; letter case and separator do not matter. */
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
    .describe('As those of a design.'),
  defaultLocale: localeField.nullish().describe('Of its own blocks; `null` where nobody has said.'),
  languages: languages
    .nullish()
    .describe(
      'By code: `null` takes one out, and those that are not named stay. `null`: no others any more.',
    ),
});

export const publicBlocks = z.array(z.custom<Json>()).describe('As they were sent.');

export const presetSummary = z.object({
  id,
  kind,
  name,
  useCount: z.int().describe('How many layouts use it.'),
  usedBy: z
    .array(z.object({ type: z.literal('layout'), id, name: z.string() }))
    .describe('The first of them by name.'),
  createdAt: time,
  updatedAt: time,
});

export const preset = presetSummary.extend({
  revision: z.int().describe('Rises with every change; what the entity tag is made of.'),
  blocks: publicBlocks,
  defaultLocale: z.string().nullable().describe('Language of its own blocks; `null` where nobody has said.'),
  languages: z
    .record(
      z.string(),
      z.object({
        blocks: publicBlocks,
        stale: z.array(z.string()).describe('Texts of its own that changed since: `blocks[0].html`.'),
      }),
    )
    .describe('A mail in one of them has these blocks, every other mail its own.'),
});

export type PresetKind = z.output<typeof kind>;
export type PresetSummary = z.output<typeof presetSummary>;
export type Preset = z.output<typeof preset>;
