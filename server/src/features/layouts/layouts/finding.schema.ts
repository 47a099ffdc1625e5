import { z } from 'zod';
import { id } from '../../../kernel/id.ts';
import { nameSchema } from '../../../kernel/named-schema.ts';
import { severities, severityOf } from '../../rendering/design/findings/finding-rules.schema.ts';

const rules = Object.keys(severityOf)
  .map((rule) => `\`${rule}\``)
  .join(', ');

export const finding = z.object({
  rule: z.string().describe(`One of ${rules}; the list may grow.`),
  severity: z
    .enum(severities)
    .describe(
      '`error`: the email fails, is cut off or breaks the law; `warning`: some readers cannot read or use it; `hint`: it could be better.',
    ),
  path: z.string().describe('The field: `subject`, `bodyDesign.blocks[2].alt`.'),
  locale: z.string().describe('The language in which it was found.'),
  message: z.string().describe('Message for the author.'),
  preset: z
    .object({
      id,
      name: z.string(),
      path: z.string().describe('The field in the preset: `blocks[1].alt`, `languages.de.blocks[1].alt`.'),
    })
    .optional()
    .describe(
      'The place inside a preset where the issue has to be fixed; `path` is then the block that uses the preset, or `bodyDesign.header` or `bodyDesign.footer`.',
    ),
});
nameSchema('Finding', finding);
export type Finding = z.output<typeof finding>;
