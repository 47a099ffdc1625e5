import { z } from 'zod';
import { time } from '../../../kernel/id.ts';

/** A step that uses a layout or an HTTP request. */
export const workflowStep = z.object({
  platform: z.string(),
  workflow: z
    .string()
    .nullable()
    .describe('What the platform calls the workflow; null where it does not say.'),
  stepId: z.string(),
  seenAt: time.describe('When it was last saved or run, to the day.'),
});

export type WorkflowStep = z.output<typeof workflowStep>;
