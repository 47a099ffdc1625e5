import { z } from 'zod';

const group = z.object({
  send: z.array(z.string()).describe('Masked addresses that it would be sent to.'),
  skip: z.array(z.object({ recipient: z.string(), why: z.enum(['unsubscribed', 'suppressed']) })),
});
export type ReplayGroup = z.output<typeof group>;

export const replayPreview = z.object({
  isKept: z
    .boolean()
    .describe('Whether the input of the step is still stored; without it, nothing can be resent.'),
  failed: group.describe('Recipients that are known not to have received it.'),
  unknown: group.describe('Unconfirmed recipients.'),
});
