import { plural } from '../grammar/plural.ts';

export const reach = {
  /** What a change reaches, in one line. */
  line: (facts: readonly string[]) => `Reaches ${facts.join(' · ')}`,
  layouts: (count: number) => plural('en', count, { one: '# layout', other: '# layouts' }),
  steps: (count: number) =>
    count === 0
      ? 'no known workflow step'
      : plural('en', count, { one: '# workflow step', other: '# workflow steps' }),
  runs: (count: number) => plural('en', count, { one: '# run in 30 days', other: '# runs in 30 days' }),
  runsAtLeast: (count: number) =>
    plural('en', count, { one: 'over # run in 30 days', other: 'over # runs in 30 days' }),
  noRuns: 'no run in 30 days',
  nothing: 'No workflow ran this in 30 days.',
  noLayout: 'No layout uses it.',
  looking: 'Looking up what this reaches …',
  unknown: 'What this reaches could not be looked up.',
  hint: 'Runs by workflows. Tests, mails sent again and captured mails are not counted.',
  countedOver: (runs: string, since: string) =>
    `By step and language the newest ${runs} runs are counted, since ${since}.`,
  languages: 'Languages',
  layoutList: 'Layouts',
  stepList: 'Workflow steps',
  runsOf: (count: number) => plural('en', count, { one: '# run', other: '# runs' }),
  lastRan: 'last:',
  step: (stepId: string) => `Step ${stepId}`,
  willFail: (count: number) =>
    plural('en', count, {
      one: '# workflow step uses it and will fail:',
      other: '# workflow steps use it and will fail:',
    }),
  /** Steps of one workflow. */
  inWorkflow: (workflow: string, steps: number) =>
    plural('en', steps, { one: workflow, other: `${workflow} (# steps)` }),
  more: (count: number) => plural('en', count, { one: 'and # more', other: 'and # more' }),
  ran: (runs: string) => `Together: ${runs}.`,
  ranUnused: (runs: string) => `No workflow step is known to use it now. It had ${runs}.`,
};
