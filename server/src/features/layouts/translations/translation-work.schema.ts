import { z } from 'zod';

const row = z.object({
  path: z.string().describe('The text of the main language, as `stale` names it.'),
  source: z.string().describe('What the main language says now.'),
  was: z
    .string()
    .nullable()
    .describe(
      'What it said when this was translated; `null` if there was nothing, or no kept version says it.',
    ),
  at: z
    .string()
    .nullable()
    .describe("Where it is in the language's own content; `null` if it has no such block."),
  text: z.string().nullable().describe('What the language says there.'),
  state: z.enum(['new', 'changed', 'done']),
});
export type WorkRow = z.output<typeof row>;

export const translationWork = z.object({
  rows: z.array(row).describe('In the order of the mail: texts with words, and whatever else is stale.'),
  differs: z
    .array(
      z.object({
        path: z
          .string()
          .describe("In the language's own content; of what it leaves out, in the main content."),
        how: z.enum(['added', 'missing', 'look']),
      }),
    )
    .describe('Where it has parted from the main language; following leaves these as they are.'),
});
export type TranslationWork = z.output<typeof translationWork>;
