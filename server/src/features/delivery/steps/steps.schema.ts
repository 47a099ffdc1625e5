import { z } from 'zod';
import { requiredText, text } from '../../../kernel/fields.ts';
import { id } from '../../../kernel/id.ts';
import { jsonObject } from '../../../kernel/json.ts';
import { nameSchema } from '../../../kernel/named-schema.ts';
import { statuses } from '../../records/history/history.schema.ts';

/** Fields that every step sends. */
export const stepInput = {
  runId: requiredText(200).describe(
    'Identifies this run of this step. A repeated ID refers to the same execution.',
  ),
  stepId: requiredText(200).describe('Identifies the step in its workflow.'),
  workflow: text(200).optional().describe('Display name of the workflow.'),
  variables: jsonObject.optional().describe('Values for {{ variables.path }}.'),
};

/** How far the step has got. */
export const stepAnswer = z.object({
  executionId: id.describe('ID of the history entry.'),
  status: z.enum(statuses),
  error: z.string().optional().describe('Why it failed, as a plain sentence.'),
  warnings: z
    .array(z.string())
    .optional()
    .describe(
      'What the author of the step may not expect: variables that were empty, or a language that the layout lacks. Until the step has ended, only the warnings known so far.',
    ),
});
nameSchema('StepResult', stepAnswer);
