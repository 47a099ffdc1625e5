import { z } from 'zod';
import { time } from '../../../kernel/id.ts';
import { publicBlocks } from './presets.schema.ts';

const presetVersionSources = ['app', 'command', 'restore'] as const;
const presetAuthorTypes = ['user', 'operator'] as const;

export const presetVersionSummary = z.object({
  version: z.int(),
  source: z.enum(presetVersionSources),
  author: z.object({
    type: z.enum(presetAuthorTypes),
    name: z.string().describe('Empty where it is not known.'),
  }),
  summary: z.string().describe('What the write changed.'),
  createdAt: time,
});
export type PresetVersionSummary = z.output<typeof presetVersionSummary>;

export const presetVersion = presetVersionSummary.extend({
  name: z.string(),
  blocks: publicBlocks,
  defaultLocale: z.string().nullable(),
  languages: z.record(z.string(), z.object({ blocks: publicBlocks })),
});
export type PresetVersion = z.output<typeof presetVersion>;

/** In a path: anything but a number is not found. */
export const presetVersionInput = z.union([z.int(), z.string()]).describe('Number of the version.');
