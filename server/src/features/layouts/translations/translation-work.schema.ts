import { z } from 'zod';

const row = z.object({
  path: z.string().describe('Path of the text in the main language, as in `stale`.'),
  source: z.string().describe('Current text of the main language.'),
  was: z
    .string()
    .nullable()
    .describe(
      'Text of the main language when this was translated; `null` if there was none, or no stored version has it.',
    ),
  at: z.string().nullable().describe("Path in the language's own content; `null` if it has no such block."),
  text: z.string().nullable().describe('Current text of the language.'),
  state: z
    .enum(['new', 'changed', 'suggested', 'done'])
    .describe(
      '`suggested`: up to date, but a `default` string of a Liquid output is still that of the main language, which can be intended.',
    ),
});
export type WorkRow = z.output<typeof row>;

export const translationWork = z.object({
  rows: z
    .array(row)
    .describe(
      'In the order of the email: texts that contain words, directly or in a `default` string, and everything else that is stale.',
    ),
  differs: z
    .array(
      z.object({
        path: z
          .string()
          .describe(
            "Path in the language's own content; for content that it lacks, path in the main content.",
          ),
        how: z.enum(['added', 'missing', 'look']),
      }),
    )
    .describe(
      'Where it differs from the main language. These differences are kept when changes of the main language are carried over.',
    ),
});
export type TranslationWork = z.output<typeof translationWork>;
