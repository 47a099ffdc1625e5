import { z } from 'zod';
import { nameSchema } from '../../../kernel/named-schema.ts';

const anyObject = z.record(z.string(), z.unknown());

export const layoutSchema = z.object({
  schema: anyObject.describe('JSON Schema 2020-12 of `bodyDesign`.'),
  defaults: z
    .object({ global: anyObject, blocks: z.record(z.string(), anyObject) })
    .describe('Values that apply if a field is omitted, for `global` and for each kind of block.'),
  liquid: z.object({
    tags: z.array(z.string()),
    filters: z.array(z.string()),
    variables: z.array(z.object({ name: z.string(), about: z.string() })),
  }),
  constraints: z.object({
    maxBytes: z.int().describe('Size of a design as JSON in UTF-8.'),
    maxBlocks: z.int().describe('Blocks of a design, with those of its header, its footer and its presets.'),
    maxNesting: z.int().describe('How many blocks may enclose a block.'),
    maxHtmlLength: z.int().describe('Characters of the compiled HTML, and of any text with Liquid.'),
    maxCpuMs: z
      .int()
      .describe(
        'CPU time in milliseconds that each of these may use: parsing the Liquid of a layout, compiling one language of it, rendering one email.',
      ),
    maxTextCpuMs: z.int().describe('CPU time in milliseconds that rendering one text may use.'),
    rules: z.array(z.string()),
  }),
  example: anyObject.describe('A valid `bodyDesign` that can be sent unchanged.'),
  guide: z.string().describe('How to write a design, in Markdown.'),
});
nameSchema('LayoutSchema', layoutSchema);
