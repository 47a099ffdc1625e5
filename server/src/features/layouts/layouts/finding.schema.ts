import { z } from 'zod';
import { id } from '../../../kernel/id.ts';
import { nameSchema } from '../../../kernel/named-schema.ts';
import { severities, severityOf } from '../../rendering/design/findings/finding-rules.schema.ts';

const rules = Object.keys(severityOf)
  .map((rule) => `\`${rule}\``)
  .join(', ');

export const finding = z.object({
  rule: z.string().describe(`One of ${rules}; more may come.`),
  severity: z
    .enum(severities)
    .describe(
      '`error`: the mail fails, is cut off or breaks the law; `warning`: some cannot read or use it; `hint`.',
    ),
  path: z.string().describe('The field that it is about: `subject`, `bodyDesign.blocks[2].alt`.'),
  locale: z.string().describe('The language that it is found in.'),
  message: z.string().describe('A sentence for the author.'),
  preset: z
    .object({
      id,
      name: z.string(),
      path: z.string().describe('The field in the preset: `blocks[1].alt`, `languages.de.blocks[1].alt`.'),
    })
    .optional()
    .describe(
      'Where it stands in a preset, which is where it is mended; `path` is then the block that uses the preset, or `bodyDesign.header`.',
    ),
});
nameSchema('Finding', finding);
export type Finding = z.output<typeof finding>;
