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
import { isTooLarge, problemsOfSize } from './design-caps.schema.ts';

const global = z
  .strictObject({
    width: pixels(320, 900).default(defaultStyle.width).describe('Width of the email in pixels.'),
    background: color.default(defaultStyle.background).describe('Color around the email.'),
    contentBackground: color.default(defaultStyle.contentBackground).describe('Color behind the blocks.'),
    fontFamily: z.enum(fontNames).default('system'),
    fontSize: pixels(12, 24).default(defaultStyle.fontSize),
    lineHeight: z.number().min(1).max(2.5).default(1.5),
    textColor: color.default(defaultStyle.textColor),
    linkColor: color
      .default(defaultStyle.linkColor)
      .describe('Color of links, and of buttons without a color of their own.'),
    buttonFill: color
      .nullable()
      .default(null)
      .describe('Color of buttons without a color of their own; `null`: the link color.'),
    buttonColor: color
      .nullable()
      .default(null)
      .describe('Label color of these buttons; `null`: a color that is readable on the button.'),
    buttonRadius: pixels(0, 50).default(4).describe('Corner radius of buttons without one of their own.'),
    darkMode: z
      .boolean()
      .default(defaultStyle.darkMode)
      .describe('Supports the dark mode of email clients; blocks with a background of their own keep it.'),
    direction: z
      .enum(['auto', 'ltr', 'rtl'])
      .default('auto')
      .describe('`auto`: the direction of the language.'),
  })
  .describe('Styles of the whole email.');

export type GlobalStyle = z.output<typeof global>;

const side = (about: string) =>
  z
    .strictObject({
      preset: z
        .string()
        .refine(isUuid, { error: schemaMessage('unknown_preset') })
        .optional()
        .describe('ID of a shared header or footer.'),
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
  testVariables: jsonObject.optional().describe('Values of `variables` in previews and test emails.'),
});

/** A design with every default filled in. Only the compiler sees it: we store and return what was sent. */
export type Design = z.output<typeof design>;

/** More than any error lists. Collecting a hundred thousand would take seconds. */
const MAX_PROBLEMS = 10;

/** The problems of a design, in the order of the schema. */
export function problemsOfDesign(value: unknown): FieldProblem[] {
  const tooMuch = problemsOfSize(value);
  if (tooMuch.length > 0) return tooMuch;
  const result = design.safeParse(withoutNulls(design, value));
  return result.success ? [] : problemsOf(result.error, value);
}

/** Fills in every default of a valid design. */
export const completeDesign = (value: unknown): Design => design.parse(withoutNulls(design, value));

/** The same for the blocks of a preset. */
export const completeBlocks = (value: unknown) => blockList.safeParse(withoutNulls(blockList, value));

/** A design as a field of an input: checked, and kept exactly as sent. */
export const bodyDesign = z
  .custom<JsonObject>()
  .superRefine((value, ctx) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return ctx.addIssue(issueOf(message('must_be_object')));
    // Larger designs that were saved earlier are still sent (contract: Layouts 19).
    if (isTooLarge(value)) return ctx.addIssue(issueOf(message('at_most_1_mb')));
    for (const { path, reason } of problemsOfDesign(value).slice(0, MAX_PROBLEMS))
      ctx.addIssue(issueOf(reason, path));
    if (!isStorableTree(value)) ctx.addIssue(issueOf(message('json_broken')));
  })
  .meta({
    type: 'object',
    description: 'The complete design of a visual layout; `GET /layout-schema` returns its format.',
  });
nameSchema('LayoutDesign', bodyDesign, design);

/** A design in a response, exactly as it was sent. */
export const publicDesign = jsonObject.meta({ type: 'object' });
nameSchema('LayoutDesign', publicDesign, design);
