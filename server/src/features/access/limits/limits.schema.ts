import { z } from 'zod';
import { limitNames } from '../../../kernel/limits.ts';

const MAX_CHANGES = 20;

/** Arguments of a command, such as `layouts=2000`. */
export const limitTexts = z
  .array(z.string())
  .min(1)
  .max(MAX_CHANGES)
  .describe('Each is `name=number`; `name=` restores the default.');

export const limitUse = z.object({
  name: z.enum(limitNames),
  used: z.number(),
  allowed: z.number().nullable().describe('`null` means no limit.'),
});
export type LimitUse = z.output<typeof limitUse>;
