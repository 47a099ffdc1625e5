import { z } from 'zod';
import { id, time } from '../../../kernel/id.ts';
import { nameSchema } from '../../../kernel/named-schema.ts';
import { type ActionType, actionTypes, type Trigger, triggers } from '../history/history.schema.ts';

const counts = {
  total: z.int(),
  success: z.int(),
  failed: z.int(),
  skipped: z.int(),
  pending: z.int(),
};

/** success / (success + failed), 0 to 1; null when nothing has finished (spec: Stats 1: SKIPPED is not counted). */
const successRate = z.number().nullable();

export const stats = z.object({
  days: z.int(),
  from: time.describe('Start of the first day, UTC.'),
  to: time,
  totals: z.object(counts),
  successRate,
  warned: z.int().describe('How many executions had empty variables.'),
  byActionType: z.array(z.object({ actionType: z.enum(actionTypes), ...counts, successRate })),
  byTrigger: z
    .array(z.object({ trigger: z.enum(triggers), ...counts, successRate }))
    .describe('Captured emails count as tests, however they were started.'),
  byDay: z.array(z.object({ day: z.string().describe('Day in UTC, as YYYY-MM-DD.'), ...counts })),
  topFailures: z.array(
    z.object({
      actionType: z.enum(actionTypes),
      actionConfigId: id
        .nullable()
        .describe('`null`: steps named a layout or HTTP request that does not exist.'),
      actionConfigName: z.string().describe('Its name at the last failure.'),
      failed: z.int(),
      lastError: z.string().nullable(),
      lastFailedAt: time.nullable(),
    }),
  ),
});
nameSchema('Stats', stats);

/** Counts of one action type and one trigger on one day. */
export interface DailyCount {
  day: string;
  actionType: ActionType;
  trigger: Trigger;
  success: number;
  failed: number;
  skipped: number;
  pending: number;
}
