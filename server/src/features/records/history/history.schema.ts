import { z } from 'zod';
import { RepeatedParameter, schemaMessage, text } from '../../../kernel/fields.ts';
import { id, time } from '../../../kernel/id.ts';
import { jsonValue } from '../../../kernel/json.ts';
import { localeField } from '../../../kernel/locale.ts';
import type { Message } from '../../../kernel/messages/message.ts';
import { nameSchema } from '../../../kernel/named-schema.ts';

export const actionTypes = ['EMAIL', 'HTTP_REQUEST'] as const;
export const statuses = ['PENDING', 'SUCCESS', 'FAILED', 'SKIPPED'] as const;
export const triggers = ['workflow', 'test', 'replay'] as const;

export type ActionType = (typeof actionTypes)[number];
export type Status = (typeof statuses)[number];
export type Trigger = (typeof triggers)[number];

/** One event of an execution, for a person to read. */
export const timelineEntry = z.object({ at: z.string(), event: z.string(), detail: z.string().optional() });
nameSchema('TimelineEntry', timelineEntry);
export type TimelineEntry = z.output<typeof timelineEntry>;

/** An entry before it is stored. Its detail may be a message, whose code is stored next to its sentence. */
export interface NewTimelineEntry {
  at: string;
  event: string;
  detail?: string | Message;
}

/** A variable that was empty where it was used, without a default. */
export const warning = z.object({
  path: z.string().describe('For example `variables.order.id`.'),
  where: z.array(z.string()).describe('Fields that use it, for example `subject`.'),
});
nameSchema('EmptyVariable', warning);
export type Warning = z.output<typeof warning>;

/** An execution in a list: what happened, without the data (contract: History and stats 1; Lists 4). */
export const historyEntry = z.object({
  id,
  actionType: z.enum(actionTypes),
  status: z.enum(statuses),
  actionConfigId: id.nullable().describe('The layout or HTTP request that ran.'),
  actionConfigName: z.string(),
  actionConfigVersion: z.int().nullable().describe('Version of the layout that was sent.'),
  trigger: z.enum(triggers),
  runId: z.string().nullable(),
  stepId: z.string().nullable(),
  workflow: z.string().nullable().describe('Name of the workflow, if the platform sent it.'),
  locale: z.string().nullable(),
  recipients: z.array(z.string()).nullable().describe('Masked.'),
  skippedRecipients: z
    .int()
    .describe('How many of them received nothing: unsubscribed, suppressed or left out.'),
  captured: z
    .boolean()
    .describe('Whether the email goes to the test inbox of the app instead of being sent.'),
  attempts: z.int(),
  warningCount: z.int().describe('How many variables were empty.'),
  error: z.string().nullable(),
  createdAt: time,
  startedAt: time.nullable(),
  finishedAt: time.nullable(),
  durationMs: z.int().nullable(),
});
nameSchema('HistoryEntry', historyEntry);

/**
 * Whether a recipient got an email. `unknown`: it was sent, but the server never responded. `captured`: it is
 * in the test inbox and was never sent.
 */
export const received = ['sent', 'captured', 'failed', 'unknown', 'skipped', 'pending'] as const;
export type ReceivedStatus = (typeof received)[number];

/** An execution with recipients. */
export const sentTo = historyEntry.extend({ received: z.enum(received) });

/** A single read adds the data, masked (spec: What the service does 5). */
export const historyDetail = historyEntry.extend({
  request: jsonValue.describe('What was sent, masked.'),
  response: jsonValue.describe(
    'What was received, masked. For an email: for each of `recipients`, the last response of the server with its queue ID (or the provider’s message ID), the Message-ID, the time and the attempt; `null` until the email has ended.',
  ),
  warnings: z.array(warning).describe('Variables that were empty, and where; at most 50.'),
  timeline: z.array(timelineEntry),
});
nameSchema('HistoryEntryDetail', historyDetail);

/** A layout or HTTP request that has run. */
export const historyConfig = z.object({
  id,
  actionType: z.enum(actionTypes),
  name: z.string().describe('Its current name; if deleted, its last name.'),
  isDeleted: z.boolean(),
});

/** spec: History filter rules 1: an unknown action type is ignored, not rejected. */
const actionType = z
  .preprocess((given) => (given instanceof RepeatedParameter ? '' : given), z.string())
  .transform((value) => actionTypes.find((known) => known === value))
  .describe('EMAIL or HTTP_REQUEST, case-sensitive; any other value is ignored.');

/**
 * An unknown status is rejected; an unknown type is ignored and reported as ignored
 * (contract: History and stats 4).
 */
export const historyFilters = {
  actionType: actionType.optional(),
  status: z.enum(statuses).optional(),
  actionConfigId: z.string().optional().describe('ID of a layout or an HTTP request.'),
  warnings: z.boolean().optional().describe('`true`: only executions with warnings.'),
};

const MAX_RUN_ID = 200;
const MS_PER_DAY = 86_400_000;
const dayText = z.iso.date();
const momentText = z.iso.datetime({ offset: true });

/** A day (UTC) or point in time: its first millisecond, and the one after its last (contract: Fields 10). */
const dayOrMoment = z
  .string()
  .refine((given) => dayText.safeParse(given).success || momentText.safeParse(given).success, {
    error: schemaMessage('must_be_day_or_time'),
  })
  .transform((given) => {
    const first = new Date(given);
    return { first, after: new Date(first.getTime() + (dayText.safeParse(given).success ? MS_PER_DAY : 1)) };
  });

/** Further filters of the history list (contract: History and stats 17). */
export const historySearch = {
  q: text(500)
    .optional()
    .describe(
      'Text to find anywhere in the name of a layout or HTTP request, or words that must all occur in an execution: in its subject, run ID, workflow, step, error, or identifying variables such as `order.name`. Case does not matter. Email addresses are never matched.',
    ),
  from: dayOrMoment.optional().describe('First day (UTC) or time (RFC 3339), inclusive.'),
  to: dayOrMoment.optional().describe('Last day (UTC) or time (RFC 3339), inclusive.'),
  locale: localeField.optional().describe('Language that the email was sent in.'),
  trigger: z.enum(triggers).optional(),
  runId: text(MAX_RUN_ID).optional().describe('ID of the run, exactly as sent.'),
};
