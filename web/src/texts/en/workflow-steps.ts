import { plural } from '../grammar/plural.ts';

export const workflowSteps = {
  willFail: (count: number) =>
    plural('en', count, {
      one: '# workflow step uses it and will fail:',
      other: '# workflow steps use it and will fail:',
    }),
  /** Steps of one workflow. */
  inWorkflow: (workflow: string, steps: number) =>
    plural('en', steps, { one: `${workflow} (# step)`, other: `${workflow} (# steps)` }),
  unnamed: (stepId: string) => `Step ${stepId}`,
  more: (count: number) => plural('en', count, { one: 'and # more', other: 'and # more' }),
};
