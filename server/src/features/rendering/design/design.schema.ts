import { z } from 'zod';
import {
  type FieldProblem,
  issueOf,
  problemsOf,
  schemaMessage,
  withoutNulls,
} from '../../../kernel/fields.ts';
import { isUuid } from '../../../kernel/id.ts';
import { isStorableTree, type JsonObject, jsonObject } from '../../../kernel/json.ts';
import { message } from '../../../kernel/messages/message.ts';
import { nameSchema } from '../../../kernel/named-schema.ts';
import { fontNames } from '../../library/settings/fonts.schema.ts';
import { type Block, blockList } from './all-blocks.schema.ts';
import { color, pixels } from './blocks/fields.schema.ts';
import { defaultStyle } from './default-style.schema.ts';
import { problemsOfSize } from './design-caps.schema.ts';

const global = z
  .strictObject({
    width: pixels(320, 900).default(defaultStyle.width).describe('Of the mail, in pixels.'),
    background: color.default(defaultStyle.background).describe('Around the mail.'),
    contentBackground: color.default(defaultStyle.contentBackground).describe('Behind the blocks.'),
    fontFamily: z.enum(fontNames).default('system'),
    fontSize: pixels(12, 24).default(defaultStyle.fontSize),
    lineHeight: z.number().min(1).max(2.5).default(1.5),
    textColor: color.default(defaultStyle.textColor),
    linkColor: color
      .default(defaultStyle.linkColor)
      .describe('Of links, and of buttons that have no colour of their own.'),
    buttonFill: color
      .nullable()
      .default(null)
      .describe('Of buttons that have no colour of their own; `null`: the colour of links.'),
    buttonColor: color
      .nullable()
      .default(null)
      .describe('Of the labels of these buttons; `null`: what can be read on them.'),
    buttonRadius: pixels(0, 50).default(4).describe('Round corners of buttons that say none of their own.'),
    darkMode: z
      .boolean()
      .default(defaultStyle.darkMode)
      .describe('Dark where the reader has it dark; blocks with a background of their own stay as they are.'),
    direction: z.enum(['auto', 'ltr', 'rtl']).default('auto').describe('`auto`: as the language is written.'),
  })
  .describe('What holds for the whole mail.');

export type GlobalStyle = z.output<typeof global>;

const side = (about: string) =>
  z
    .strictObject({
      preset: z
        .string()
        .refine(isUuid, { error: schemaMessage('unknown_preset') })
        .optional()
        .describe('Id of a shared header or footer.'),
      blocks: blockList.optional(),
    })
    .refine((part) => (part.preset === undefined) !== (part.blocks === undefined), {
      error: schemaMessage('give_preset_or_blocks'),
    })
    .nullable()
    .default(null)
    .describe(`${about}: \`{ "preset": id }\`, \`{ "blocks": [...] }\` or \`null\`.`);

export type DesignSide = { preset?: string | undefined; blocks?: Block[] | undefined } | null;

export const design = z.strictObject({
  blocks: blockList,
  global: global.prefault({}),
  header: side('Above the blocks'),
  footer: side('Below the blocks'),
  testVariables: jsonObject.optional().describe('What `variables` is in previews and test mails.'),
});

/** A design with every default filled in. Only compiling sees it: we store and return what was sent. */
export type Design = z.output<typeof design>;

/** More than any refusal names; a hundred thousand would take seconds to collect. */
const MAX_PROBLEMS = 10;

/** What is wrong with a design, in the order of the schema. */
export function problemsOfDesign(value: unknown): FieldProblem[] {
  const tooMuch = problemsOfSize(value);
  if (tooMuch.length > 0) return tooMuch;
  const result = design.safeParse(withoutNulls(design, value));
  return result.success ? [] : problemsOf(result.error, value);
}

/** With every default filled in, of one that has no problems. */
export const completeDesign = (value: unknown): Design => design.parse(withoutNulls(design, value));

/** The same of the blocks of a preset. */
export const completeBlocks = (value: unknown) => blockList.safeParse(withoutNulls(blockList, value));

/** A design as a field of an input: checked, and kept exactly as sent. */
export const bodyDesign = z
  .custom<JsonObject>()
  .superRefine((value, ctx) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return ctx.addIssue(issueOf(message('must_be_object')));
    for (const { path, reason } of problemsOfDesign(value).slice(0, MAX_PROBLEMS))
      ctx.addIssue(issueOf(reason, path));
    if (!isStorableTree(value)) ctx.addIssue(issueOf(message('json_broken')));
  })
  .meta({
    type: 'object',
    description: 'The design of a visual layout, complete; its format is served by `GET /layout-schema`.',
  });
nameSchema('LayoutDesign', bodyDesign, design);

/** A design in an answer: as it was sent. */
export const publicDesign = jsonObject.meta({ type: 'object' });
nameSchema('LayoutDesign', publicDesign, design);
