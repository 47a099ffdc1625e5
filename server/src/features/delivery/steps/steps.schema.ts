import { z } from 'zod';
import { requiredText, text } from '../../../kernel/fields.ts';
import { id } from '../../../kernel/id.ts';
import { jsonObject } from '../../../kernel/json.ts';
import { nameSchema } from '../../../kernel/named-schema.ts';
import { statuses } from '../../records/history/history.schema.ts';

/** Fields that every step sends. */
export const stepInput = {
  runId: requiredText(200).describe('Names this run of this step; the same one again is the same execution.'),
  stepId: requiredText(200).describe('Names the step in its workflow.'),
  workflow: text(200).optional().describe('Name of the workflow, for people.'),
  variables: jsonObject.optional().describe('Values for {{ variables.path }}.'),
};

/** How far the step has got. */
export const stepAnswer = z.object({
  executionId: id.describe('Its entry in history.'),
  status: z.enum(statuses),
  error: z.string().optional().describe('Why it failed, in a plain sentence.'),
});
nameSchema('StepAnswer', stepAnswer);
