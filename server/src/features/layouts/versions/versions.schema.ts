import { z } from 'zod';
import { time } from '../../../kernel/id.ts';
import { named } from '../../../kernel/named-schema.ts';
import { authorTypes, versionSources } from '../content/authorship.schema.ts';
import { bodyTypes, categories } from '../content/layout-state.schema.ts';
import { publicContent, publicExtras } from '../content/layouts.schema.ts';

export const versionSummary = z.object({
  version: z.int(),
  source: z.enum(versionSources),
  author: z.object({ type: z.enum(authorTypes), name: z.string() }),
  summary: z.string().describe('What the write changed.'),
  subject: z.string(),
  locales: z.array(z.string()).describe('The main language first.'),
  createdAt: time,
});
named('VersionSummary', versionSummary);
export type VersionSummary = z.output<typeof versionSummary>;

const layoutSnapshot = z.object({
  name: z.string(),
  description: z.string(),
  bodyType: z.enum(bodyTypes),
  defaultLocale: z.string(),
  category: z.enum(categories),
  requiredVariables: z.array(z.string()),
  ...publicContent,
  attachments: publicExtras.attachments.optional(),
  marketingTexts: publicExtras.marketingTexts,
});
named('LayoutSnapshot', layoutSnapshot);

const translationSnapshot = z.object({
  locale: z.string(),
  ...publicContent,
  attachments: publicExtras.attachments.nullable(),
  marketingTexts: publicExtras.marketingTexts,
});
named('TranslationSnapshot', translationSnapshot);

export const version = versionSummary.extend({
  layout: layoutSnapshot,
  translations: z.array(translationSnapshot),
});
named('Version', version);
export type Version = z.output<typeof version>;

/** In a path: anything but a number is not found. */
export const versionInput = z.union([z.int(), z.string()]).describe('Number of the version.');
