import { plural } from '../grammar/plural.ts';

export const reach = {
  /** The impact of a change, in one line. */
  line: (facts: readonly string[]) => `Impact: ${facts.join(' · ')}`,
  layouts: (count: number) => plural('en', count, { one: '# layout', other: '# layouts' }),
  steps: (count: number) =>
    count === 0
      ? 'no known workflow steps'
      : plural('en', count, { one: '# workflow step', other: '# workflow steps' }),
  runs: (count: number) => plural('en', count, { one: '# run in 30 days', other: '# runs in 30 days' }),
  runsAtLeast: (count: number) =>
    plural('en', count, {
      one: 'over # run in 30 days',
      other: 'over # runs in 30 days',
    }),
  noRuns: 'no runs in 30 days',
  nothing: 'No workflow used this in the last 30 days.',
  noLayout: 'Not used by any layout.',
  looking: 'Checking impact…',
  unknown: 'Couldn’t check the impact.',
  hint: 'Counts workflow runs. Tests, resends and emails in the test inbox aren’t counted.',
  countedOver: (runs: string, since: string) =>
    `Numbers per step and language are based on the latest ${runs} runs, since ${since}.`,
  languages: 'Languages',
  layoutList: 'Layouts',
  stepList: 'Workflow steps',
  runsOf: (count: number) => plural('en', count, { one: '# run', other: '# runs' }),
  lastRan: 'last run:',
  step: (stepId: string) => `Step ${stepId}`,
  willFail: (count: number) =>
    plural('en', count, {
      one: '# workflow step uses this and will fail:',
      other: '# workflow steps use this and will fail:',
    }),
  /** Steps of one workflow. */
  inWorkflow: (workflow: string, steps: number) =>
    steps === 1 ? workflow : `${workflow} (${plural('en', steps, { one: '# step', other: '# steps' })})`,
  more: (count: number) => plural('en', count, { one: 'and # more', other: 'and # more' }),
  ran: (runs: string) => `In total: ${runs}.`,
  ranUnused: (runs: string) => `No known workflow step uses this now. It had ${runs}.`,
};
