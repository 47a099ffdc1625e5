import type { Context } from '../../kernel/operation.ts';
import { bind } from '../../kernel/ports.ts';
import type { UsingStep } from '../delivery/step-references/step-references.schema.ts';
import { stepCountsOf, stepsUsing } from '../delivery/step-references/step-references.store.ts';
import type { ActionType } from '../records/history/history.schema.ts';
import { forceGenericPlan } from '../records/history/history.store.ts';
import { runWindow } from '../records/stats/runs.rules.ts';
import type { RecentRuns, RunCount } from '../records/stats/runs.schema.ts';
import { countRunsQuery, newestExecutionsQuery, recentRuns } from '../records/stats/runs.store.ts';
import { type FoundReach, reachOf } from './reach.rules.ts';
import { MAX_LISTED_STEPS } from './reach.schema.ts';

const NOTHING = { counts: [], recent: [], lookedAt: 1, steps: [], stepCounts: [] };

/**
 * The impact of changing these layouts, or this request: at most a page of them, in bounded time (ADR 61).
 */
export async function findReach(
  { db, now }: Pick<Context, 'db' | 'now'>,
  actionType: ActionType,
  ids: readonly string[],
): Promise<FoundReach> {
  if (ids.length === 0) return reachOf({ ids, ...NOTHING });
  const window = runWindow(now());
  const [, counts, recent, stepCounts, steps] = await db.batch<
    [unknown, RunCount, RecentRuns, { actionConfigId: string; count: number }, UsingStep]
  >([
    bind(forceGenericPlan),
    countRunsQuery(ids, actionType, window),
    recentRuns(ids, window),
    stepCountsOf(ids),
    stepsUsing(ids, MAX_LISTED_STEPS),
  ]);
  return reachOf({ ids, counts, recent, lookedAt: newestExecutionsQuery(ids), steps, stepCounts });
}
