import { z } from 'zod';
import { nameSchema } from '../../../kernel/named-schema.ts';
import { keptVersionOf, versionSummaryOf } from '../../documents/versions.schema.ts';
import { bodyTypes, categories } from './layout-state.schema.ts';
import { publicContent, publicExtras } from './layouts.schema.ts';

/** Where a version came from. */
const versionSources = ['api', 'app', 'mcp', 'restore', 'promote', 'repository'] as const;
export type VersionSource = (typeof versionSources)[number];
export const authorTypes = ['key', 'user'] as const;

export const versionSummary = versionSummaryOf(
  versionSources,
  { types: authorTypes, name: z.string() },
  { subject: z.string(), locales: z.array(z.string()).describe('Main language first.') },
);
nameSchema('LayoutVersionSummary', versionSummary);
export const keptVersion = keptVersionOf(versionSummary);
nameSchema('KeptVersion', keptVersion);
export type LayoutVersionSummary = z.output<typeof versionSummary>;
export type Author = LayoutVersionSummary['author'];

const layoutSnapshot = z.object({
  name: z.string(),
  description: z.string(),
  bodyType: z.enum(bodyTypes),
  defaultLocale: z.string(),
  category: z.enum(categories),
  requiredVariables: z.array(z.string()),
  completeLanguagesOnly: z.boolean(),
  ...publicContent,
  attachments: publicExtras.attachments.optional(),
  marketingTexts: publicExtras.marketingTexts,
});
nameSchema('LayoutSnapshot', layoutSnapshot);

const translationSnapshot = z.object({
  locale: z.string(),
  ...publicContent,
  attachments: publicExtras.attachments.nullable(),
  marketingTexts: publicExtras.marketingTexts,
});
nameSchema('TranslationSnapshot', translationSnapshot);

export const version = versionSummary.extend({
  layout: layoutSnapshot,
  translations: z.array(translationSnapshot),
});
nameSchema('LayoutVersion', version);
export type LayoutVersion = z.output<typeof version>;
