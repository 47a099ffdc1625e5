import type { UsingStep } from '../delivery/step-references/step-references.schema.ts';
import { type RecentRuns, RUN_DAYS, type RunCount } from '../records/stats/runs.schema.ts';
import type { Reach, ReachedStep, RunCounts } from './reach.schema.ts';

export interface ReachInput {
  /** The layouts, or the request. */
  ids: readonly string[];
  counts: readonly RunCount[];
  recent: readonly RecentRuns[];
  /** The number of executions scanned per document. */
  lookedAt: number;
  steps: readonly UsingStep[];
  stepCounts: readonly { actionConfigId: string; count: number }[];
}

export interface FoundReach {
  reach: Reach;
  /** The runs and steps of one of the layouts. */
  runsOf(id: string): RunCounts;
  /** The runs of one of the layouts in one of its languages. */
  runsIn(id: string, locale: string): number;
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((all, each) => all + each, 0);

const keyOf = (...parts: (string | null)[]) => JSON.stringify(parts);

const latest = (a: Date | null, b: Date) => (a === null || a < b ? b : a);

/** Adds their runs to the steps that use it now; steps that ran it but use something else now don't count. */
function withRuns(steps: readonly UsingStep[], runs: readonly RecentRuns[]): ReachedStep[] {
  const ran = new Map<string, { runs: number; lastRanAt: Date | null }>();
  for (const { actionConfigId, workflow, stepId, count, lastAt } of runs) {
    const key = keyOf(actionConfigId, workflow, stepId);
    const before = ran.get(key) ?? { runs: 0, lastRanAt: null };
    ran.set(key, { runs: before.runs + count, lastRanAt: latest(before.lastRanAt, lastAt) });
  }
  return steps
    .map((step) => ({
      ...step,
      ...(ran.get(keyOf(step.actionConfigId, step.workflow, step.stepId)) ?? { runs: 0, lastRanAt: null }),
    }))
    .sort((a, b) => b.runs - a.runs);
}

/** The runs over which those of steps and languages were counted. */
function countedOver({ ids, recent, lookedAt }: ReachInput): Reach['countedOver'] {
  const runs = recent.filter(({ areRuns }) => areRuns);
  const looked = new Map<string, number>();
  for (const { actionConfigId, count } of recent)
    looked.set(actionConfigId, (looked.get(actionConfigId) ?? 0) + count);
  return {
    runs: sum(runs.map(({ count }) => count)),
    since: runs.reduce<Date | null>(
      (first, { firstAt }) => (first && first < firstAt ? first : firstAt),
      null,
    ),
    all: ids.every((id) => (looked.get(id) ?? 0) < lookedAt),
  };
}

/** The impact of changing these layouts, or this request (contract: Layouts 18). */
export function reachOf(found: ReachInput): FoundReach {
  const runs = found.recent.filter(({ areRuns }) => areRuns);
  const counts = new Map(found.counts.map((each) => [each.actionConfigId, each]));
  const stepCounts = new Map(found.stepCounts.map(({ actionConfigId, count }) => [actionConfigId, count]));
  const runsOf = (id: string): RunCounts => {
    const { runs = 0, isMore = false } = counts.get(id) ?? {};
    return { runs, runsAtLeast: isMore, stepCount: stepCounts.get(id) ?? 0 };
  };
  const byLocale = new Map<string, number>();
  for (const { actionConfigId, locale, count } of runs) {
    const key = keyOf(actionConfigId, locale);
    byLocale.set(key, (byLocale.get(key) ?? 0) + count);
  }
  return {
    runsOf,
    runsIn: (id, locale) => byLocale.get(keyOf(id, locale)) ?? 0,
    reach: {
      days: RUN_DAYS,
      runs: sum(found.counts.map((each) => each.runs)),
      runsAtLeast: found.counts.some(({ isMore }) => isMore),
      stepCount: sum(stepCounts.values()),
      steps: withRuns(found.steps, runs),
      countedOver: countedOver(found),
    },
  };
}
