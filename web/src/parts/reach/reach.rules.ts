import type { Reach as ReachSchema } from 'outstep/features/documents/reach.schema.ts';
import type { Wire } from '../../api/wire.ts';

export type Reach = Wire<ReachSchema>;
export type RunCounts = Pick<Reach, 'runs' | 'runsAtLeast' | 'stepCount'>;

interface ReachTexts {
  steps: (count: number) => string;
  runs: (count: number) => string;
  runsAtLeast: (count: number) => string;
  noRuns: string;
}

/** `318 runs in 30 days` */
export function runsIn(
  { runs, runsAtLeast }: Pick<Reach, 'runs' | 'runsAtLeast'>,
  words: ReachTexts,
): string {
  if (runsAtLeast) return words.runsAtLeast(runs);
  return runs === 0 ? words.noRuns : words.runs(runs);
}

/**
 * Facts for one line, such as `3 workflow steps` and `318 runs in 30 days`. If there were no runs, that is
 * the only one.
 */
export const factsOf = (reach: RunCounts, words: ReachTexts): string[] =>
  hasNoReach(reach) ? [words.noRuns] : [words.steps(reach.stepCount), runsIn(reach, words)];

export const hasNoReach = ({ runs, runsAtLeast, stepCount }: RunCounts) =>
  runs === 0 && !runsAtLeast && stepCount === 0;

/** Groups steps by workflow; a step without a known workflow is listed by itself. */
export function workflowsOf(
  steps: Reach['steps'],
  words: { inWorkflow: (workflow: string, steps: number) => string; step: (stepId: string) => string },
): string[] {
  const counts = new Map<string, number>();
  const lone: string[] = [];
  for (const { workflow, stepId } of steps) {
    if (workflow === null) lone.push(words.step(stepId));
    else counts.set(workflow, (counts.get(workflow) ?? 0) + 1);
  }
  return [...[...counts].map(([workflow, count]) => words.inWorkflow(workflow, count)), ...lone];
}
