import { z } from 'zod';
import { id, time } from '../../../kernel/id.ts';
import { jsonObject } from '../../../kernel/json.ts';
import { nameSchema } from '../../../kernel/named-schema.ts';
import { statuses } from '../../records/history/history.schema.ts';

const valueKinds = ['text', 'number', 'amount', 'date', 'boolean', 'list', 'object'] as const;
export type ValueKind = (typeof valueKinds)[number];

/** Facts about a variable from the steps that sent it. */
export const sentMembers = {
  kind: z
    .enum(valueKinds)
    .nullable()
    .describe('Inferred from value and name; `null` if none of the examined steps sent it.'),
  sample: z
    .string()
    .nullable()
    .describe('Masked, at most 80 characters; `null` for lists, objects and variables that were not sent.'),
  entries: z.int().nullable().describe('For a list: how many entries it had.'),
  sentBy: z.int().describe('How many of the `steps.count` steps sent it.'),
};

export const sentSteps = z.object({
  count: z.int().describe('How many steps were examined: at most 100, with at most 4 MB of input.'),
  since: time.nullable().describe('When the oldest of them arrived; `null` if there are none.'),
  fromOtherLayouts: z
    .boolean()
    .describe('Whether the steps belong to other layouts of the store, because none is stored for this one.'),
  truncated: z.boolean().describe('Whether they sent more variables than the 200 listed.'),
});
nameSchema('SentSteps', sentSteps);

/** A run of a layout with the input of its step. */
export const layoutRun = z.object({
  id: id.describe('ID of the execution in history.'),
  status: z.enum(statuses),
  createdAt: time,
  locale: z.string().nullable(),
  variables: jsonObject.describe('Masked.'),
});
nameSchema('LayoutRun', layoutRun);
