import { z } from 'zod';
import { text } from '../../../kernel/fields.ts';
import { jsonObject } from '../../../kernel/json.ts';
import { nameSchema } from '../../../kernel/named-schema.ts';
import { resolutions } from '../content/layout-state.schema.ts';
import { subject, translatedTexts, updateLayoutInput } from '../content/layouts.schema.ts';
import { finding } from './finding.schema.ts';

const { previewText, bodyDesign, body, category } = updateLayoutInput.shape;

/** Replaces the saved content. It may be a translation, so footer texts work as in one. */
export const unsavedContent = {
  ...{ subject: subject.optional(), previewText, bodyDesign, body, category },
  marketingTexts: translatedTexts.optional(),
};

export const previewCall = {
  locale: text(100)
    .optional()
    .describe('Requested language, resolved as at send time. Default: the main language.'),
  variables: jsonObject
    .optional()
    .describe('Values of `variables` in the texts. Default: `testVariables` of the design.'),
};

export const preview = z.object({
  subject: z.string(),
  previewText: z.string(),
  html: z.string(),
  text: z.string().describe('The plain-text part.'),
  locale: z.string().describe('The language that would be sent.'),
  resolvedFrom: z.enum(resolutions).describe('Which step of the language resolution chose it.'),
  missingVariables: z.array(z.string()).describe('Paths that the texts use but that were not provided.'),
  warnings: z.array(z.string()),
  findings: z.array(finding).describe('Issues, most important first; at most 100.'),
  sizeBytes: z.int().describe('Size of the HTML.'),
});
nameSchema('Preview', preview);
export type Preview = z.output<typeof preview>;
