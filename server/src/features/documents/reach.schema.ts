import { z } from 'zod';
import { id, time } from '../../kernel/id.ts';
import { nameSchema } from '../../kernel/named-schema.ts';
import { RUN_DAYS } from '../records/stats/runs.schema.ts';

export const MAX_LISTED_STEPS = 100;

/** How often one layout or request ran, and how many steps use it. */
export const runMembers = {
  runs: z
    .int()
    .describe(
      `Runs by workflows that ended in the last ${RUN_DAYS} days; tests, replays and captured mails are none.`,
    ),
  runsAtLeast: z.boolean().describe('Whether there were more than were counted.'),
  stepCount: z.int().describe('Workflow steps that use it now; of one layout or request, 1000 are counted.'),
};

const reachedStep = z.object({
  platform: z.string(),
  workflow: z.string().nullable().describe('Name of the workflow, where the platform said it.'),
  stepId: z.string(),
  actionConfigId: id.describe('The layout or HTTP request that it uses.'),
  runs: z.int().describe('Among those that `countedOver` tells of.'),
  lastRanAt: time.nullable(),
});
nameSchema('ReachedStep', reachedStep);

/** What a change of a layout, preset, file or request reaches. */
export const reachMembers = {
  days: z.literal(RUN_DAYS).describe('The window of `runs`, in days (UTC) up to today.'),
  ...runMembers,
  steps: z
    .array(reachedStep)
    .describe(`The ${MAX_LISTED_STEPS} that were saved or run last, those with the most runs first.`),
  countedOver: z
    .object({
      runs: z.int(),
      since: time.nullable().describe('When the oldest of them began; `null` where there is none.'),
      all: z.boolean().describe('Whether these are all runs of the window.'),
    })
    .describe('The newest runs, over which those of steps and languages are counted.'),
};

export type ReachedStep = z.output<typeof reachedStep>;
const reach = z.object(reachMembers);
export type Reach = z.output<typeof reach>;
export type RunCounts = Pick<Reach, keyof typeof runMembers>;
