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
      `Workflow runs completed in the last ${RUN_DAYS} days; tests, replays and captured emails are not counted.`,
    ),
  runsAtLeast: z.boolean().describe('Whether there are more runs than were counted.'),
  stepCount: z
    .int()
    .describe('Workflow steps that use it now; at most 1000 are counted for one layout or request.'),
};

const reachedStep = z.object({
  platform: z.string(),
  workflow: z.string().nullable().describe('Name of the workflow, if the platform sent it.'),
  stepId: z.string(),
  actionConfigId: id.describe('The layout or HTTP request that the step uses.'),
  runs: z.int().describe('How many of the runs described by `countedOver` used it.'),
  lastRanAt: time.nullable(),
});
nameSchema('ReachedStep', reachedStep);

/** The impact of changing a layout, preset, file or request. */
export const reachMembers = {
  days: z.literal(RUN_DAYS).describe('Length of the window of `runs` in days (UTC), including today.'),
  ...runMembers,
  steps: z
    .array(reachedStep)
    .describe(`The ${MAX_LISTED_STEPS} most recently saved or run steps, sorted by number of runs.`),
  countedOver: z
    .object({
      runs: z.int(),
      since: time.nullable().describe('When the oldest of them started; `null` if there are none.'),
      all: z.boolean().describe('Whether these are all the runs in the window.'),
    })
    .describe('The newest runs, from which the runs by step and by language are counted.'),
};

export type ReachedStep = z.output<typeof reachedStep>;
const reach = z.object(reachMembers);
export type Reach = z.output<typeof reach>;
export type RunCounts = Pick<Reach, keyof typeof runMembers>;
