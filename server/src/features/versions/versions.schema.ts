import { z } from 'zod';
import { time } from '../../kernel/id.ts';
import { bodyTypes, categories } from '../layouts/layout-state.schema.ts';
import { contentShown, extrasShown } from '../layouts/layouts.schema.ts';

export const versionSources = ['api', 'app', 'mcp', 'restore', 'promote', 'repository'] as const;
export type VersionSource = (typeof versionSources)[number];

const authorTypes = ['key', 'user'] as const;

export interface Author {
  type: (typeof authorTypes)[number];
  name: string;
}

export const versionSummary = z.object({
  version: z.int(),
  source: z.enum(versionSources),
  author: z.object({ type: z.enum(authorTypes), name: z.string() }),
  summary: z.string().describe('What the write changed.'),
  subject: z.string(),
  locales: z.array(z.string()).describe('The main language first.'),
  createdAt: time,
});
export type VersionSummary = z.output<typeof versionSummary>;

const layoutSnapshot = z.object({
  name: z.string(),
  description: z.string(),
  bodyType: z.enum(bodyTypes),
  defaultLocale: z.string(),
  category: z.enum(categories),
  ...contentShown,
  attachments: extrasShown.attachments.optional(),
  marketingTexts: extrasShown.marketingTexts,
});

const translationSnapshot = z.object({
  locale: z.string(),
  ...contentShown,
  attachments: extrasShown.attachments.nullable(),
  marketingTexts: extrasShown.marketingTexts,
});

export const version = versionSummary.extend({
  layout: layoutSnapshot,
  translations: z.array(translationSnapshot),
});
export type Version = z.output<typeof version>;

/** A version in a path: what is no number is simply not there. */
export const versionInput = z.union([z.int(), z.string()]).describe('Number of the version.');
