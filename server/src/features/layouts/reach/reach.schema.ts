import { z } from 'zod';
import { id } from '../../../kernel/id.ts';
import { nameSchema } from '../../../kernel/named-schema.ts';
import { pageOf } from '../../../kernel/page.ts';
import { reachMembers, runMembers } from '../../documents/reach.schema.ts';

const runsInLanguage = z.int().describe('Among those that `countedOver` tells of.');

export const layoutReach = z.object({
  ...reachMembers,
  languages: z
    .array(z.object({ locale: z.string(), runs: runsInLanguage }))
    .describe('Every language of the layout, the main one first.'),
});
nameSchema('LayoutReach', layoutReach);

export const presetReach = pageOf(
  z.object({
    id,
    name: z.string(),
    ...runMembers,
    languages: z.array(
      z.object({
        locale: z.string().describe('Of the mail.'),
        presetLanguage: z.string().describe('Which language of the preset it has; empty for its own.'),
        runs: runsInLanguage,
      }),
    ),
  }),
).extend(reachMembers);

export const MAX_LISTED_PRESETS = 100;

export const fileReach = pageOf(
  z.object({
    id,
    name: z.string(),
    ...runMembers,
    isDirect: z.boolean().describe('Whether the layout itself has the file.'),
    presetIds: z.array(id).describe('The presets through which it has it.'),
  }),
).extend({
  ...reachMembers,
  presets: z
    .array(z.object({ id, name: z.string() }))
    .describe(`Presets that have the file, by name; ${MAX_LISTED_PRESETS} at most.`),
  isLogo: z.boolean().describe("Whether the store's settings have it, as its logo."),
});

export type LayoutReach = z.output<typeof layoutReach>;
export type PresetReach = z.output<typeof presetReach>;
