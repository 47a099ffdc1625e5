import { z } from 'zod';
import { idInput } from '../../../kernel/id.ts';
import { appOperation } from '../../../kernel/operation.ts';
import { pageOf, singlePage } from '../../../kernel/page.ts';
import { requireLayout } from '../content/layout-document.ts';
import { maskSteps, recentStepsOf } from './recent-steps.ts';
import { layoutRun } from './sent-variables.schema.ts';

const MOST_RUNS = 10;

/** The last runs of a layout with the masked input of their steps (contract: The app 18). */
export const listLayoutRuns = appOperation({
  name: 'list_layout_runs',
  summary: 'List the last ten runs of a layout with the inputs of their steps, masked.',
  description:
    'Includes workflow steps whose input is still stored; fewer than ten if the inputs are large. Use it to view an email with real data.',
  app: [{ method: 'GET', path: '/email-templates/:id/runs', role: 'viewer' }],
  input: z.object({ id: idInput('layout') }),
  output: pageOf(layoutRun),
  find: requireLayout,
  async run(ctx, _input, { id }) {
    const steps = await recentStepsOf(ctx, id, { steps: MOST_RUNS });
    const shown = await maskSteps(ctx, steps, MOST_RUNS);
    return {
      value: singlePage(
        shown.map(({ executionId, status, createdAt, locale, variables }) => ({
          ...{ id: executionId, status, createdAt, locale, variables },
        })),
      ),
    };
  },
});
