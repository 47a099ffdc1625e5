import { z } from 'zod';
import { authorNameOrEmpty, versionSummaryOf } from '../../documents/versions.schema.ts';
import { publicBlocks } from './presets.schema.ts';

export const presetVersionSummary = versionSummaryOf(
  ['app', 'command', 'restore'],
  { types: ['user', 'operator'], name: authorNameOrEmpty },
  {},
);
export type PresetVersionSummary = z.output<typeof presetVersionSummary>;

export const presetVersion = presetVersionSummary.extend({
  name: z.string(),
  blocks: publicBlocks,
  defaultLocale: z.string().nullable(),
  languages: z.record(z.string(), z.object({ blocks: publicBlocks })),
});
export type PresetVersion = z.output<typeof presetVersion>;
