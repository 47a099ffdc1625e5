import { z } from 'zod';
import { id } from '../../../kernel/id.ts';
import { nameSchema } from '../../../kernel/named-schema.ts';
import { pageOf } from '../../../kernel/page.ts';
import { reachMembers, runMembers } from '../../documents/reach.schema.ts';
import { versionUserMembers } from '../../library/files/deleted-files.schema.ts';

const runsInLanguage = z.int().describe('How many of the runs described by `countedOver` used it.');

export const layoutReach = z.object({
  ...reachMembers,
  languages: z
    .array(z.object({ locale: z.string(), runs: runsInLanguage }))
    .describe('Every language of the layout, main language first.'),
});
nameSchema('LayoutReach', layoutReach);

export const presetReach = pageOf(
  z.object({
    id,
    name: z.string(),
    ...runMembers,
    languages: z.array(
      z.object({
        locale: z.string().describe('Language of the email.'),
        presetLanguage: z
          .string()
          .describe("Language of the preset that is used; empty for the preset's own blocks."),
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
    isDirect: z.boolean().describe('Whether the layout itself contains the file.'),
    presetIds: z.array(id).describe('The presets through which it contains the file.'),
  }),
).extend({
  ...reachMembers,
  presets: z
    .array(z.object({ id, name: z.string() }))
    .describe(`Presets that contain the file, by name; at most ${MAX_LISTED_PRESETS}.`),
  ...versionUserMembers,
  isLogo: z.boolean().describe('Whether the settings of the store use the file, as the logo.'),
});

/** Of the layouts on one page of the list. */
export const layoutRuns = z.object({
  days: reachMembers.days,
  items: z.array(z.object({ id, ...runMembers })),
});

export type LayoutReach = z.output<typeof layoutReach>;
export type PresetReach = z.output<typeof presetReach>;
