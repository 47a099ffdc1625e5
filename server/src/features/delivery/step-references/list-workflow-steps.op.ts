import { z } from 'zod';
import { isUuid } from '../../../kernel/id.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { pageInput, pageOf, toPage } from '../../../kernel/page.ts';
import { workflowStep } from './step-references.schema.ts';
import { pageOfSteps } from './step-references.store.ts';

export const listWorkflowSteps = appOperation({
  name: 'list_workflow_steps',
  summary: 'List the workflow steps that use one layout or one HTTP request now.',
  app: [{ method: 'GET', path: '/workflow-steps', role: 'viewer' }],
  input: z.object({
    ...pageInput,
    actionConfigId: z.string().describe('Id of the layout or the HTTP request.'),
  }),
  output: pageOf(workflowStep),
  async run(ctx, { actionConfigId, ...request }) {
    // Not a UUID: it matches nothing, and PostgreSQL would fail on it.
    if (!isUuid(actionConfigId)) return { value: toPage(request, [], 0) };
    const { rows, total } = await pageOfSteps(ctx.db, request, actionConfigId);
    return { value: toPage(request, rows, total) };
  },
});
