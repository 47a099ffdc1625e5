import { z } from 'zod';
import { id, time } from '../../../kernel/id.ts';
import { jsonObject } from '../../../kernel/json.ts';
import { nameSchema } from '../../../kernel/named-schema.ts';
import { statuses } from '../../records/history/history.schema.ts';

const valueKinds = ['text', 'number', 'amount', 'date', 'boolean', 'list', 'object'] as const;
export type ValueKind = (typeof valueKinds)[number];

/** What is known of a variable from the steps that sent it. */
export const sentMembers = {
  kind: z
    .enum(valueKinds)
    .nullable()
    .describe('By its value and its name; `null` where none of the steps looked through sent it.'),
  sample: z
    .string()
    .nullable()
    .describe('Masked, at most 80 characters; `null` of lists, objects and what was not sent.'),
  entries: z.int().nullable().describe('Of a list: how many it had.'),
  sentBy: z.int().describe('How many of `steps.count` sent it.'),
};

export const sentSteps = z.object({
  count: z
    .int()
    .describe('How many steps were looked through: at most 100, and 4 MB of what they were given.'),
  since: time.nullable().describe('When the oldest of them came; `null` where there is none.'),
  fromOtherLayouts: z
    .boolean()
    .describe('Whether they are of other layouts of the store, since no step of this one is kept.'),
  truncated: z.boolean().describe('Whether they sent more variables than the 200 that are listed.'),
});
nameSchema('SentSteps', sentSteps);

/** A run of a layout with what its step was given. */
export const layoutRun = z.object({
  id: id.describe('Of the execution in history.'),
  status: z.enum(statuses),
  createdAt: time,
  locale: z.string().nullable(),
  variables: jsonObject.describe('Masked.'),
});
nameSchema('LayoutRun', layoutRun);
