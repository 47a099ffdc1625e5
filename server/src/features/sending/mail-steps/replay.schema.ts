import { z } from 'zod';

const group = z.object({
  send: z.array(z.string()).describe('Masked addresses that it would go to.'),
  skip: z.array(z.object({ recipient: z.string(), why: z.enum(['unsubscribed', 'suppressed']) })),
});
export type ReplayGroup = z.output<typeof group>;

export const replayPreview = z.object({
  isKept: z
    .boolean()
    .describe('Whether what the step was given is still kept: without it nothing can be sent again.'),
  failed: group.describe('Those who surely did not get it.'),
  unknown: group.describe('Those of whom nobody can tell.'),
});
