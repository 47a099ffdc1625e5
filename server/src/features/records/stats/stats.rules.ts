import { actionTypes, triggers } from '../history/history.schema.ts';
import type { DailyCount } from './stats.schema.ts';

interface StatusCounts {
  total: number;
  success: number;
  failed: number;
  skipped: number;
  pending: number;
}

const MS_PER_DAY = 86_400_000;

const none = (): StatusCounts => ({ total: 0, success: 0, failed: 0, skipped: 0, pending: 0 });

function add(counts: StatusCounts, { success, failed, skipped, pending }: DailyCount) {
  counts.success += success;
  counts.failed += failed;
  counts.skipped += skipped;
  counts.pending += pending;
  counts.total += success + failed + skipped + pending;
}

export const rateOf = ({ success, failed }: StatusCounts) =>
  success + failed > 0 ? success / (success + failed) : null;

/** The start of a window of `days` days that ends today, in UTC. */
export const windowStart = (now: Date, days: number) =>
  new Date(Math.floor(now.getTime() / MS_PER_DAY) * MS_PER_DAY - (days - 1) * MS_PER_DAY);

/** Includes every day of the window, even those without executions (contract: History and stats 6). */
export function summarize(rows: readonly DailyCount[], from: Date, days: number) {
  const totals = none();
  const byType = new Map(actionTypes.map((type) => [type, none()]));
  const byTrigger = new Map(triggers.map((trigger) => [trigger, none()]));
  const byDay = new Map<string, StatusCounts>();
  for (let i = 0; i < days; i++)
    byDay.set(new Date(from.getTime() + i * MS_PER_DAY).toISOString().slice(0, 10), none());
  for (const row of rows) {
    add(totals, row);
    add(byType.get(row.actionType) ?? none(), row);
    add(byTrigger.get(row.trigger) ?? none(), row);
    add(byDay.get(row.day) ?? none(), row);
  }
  return {
    totals,
    successRate: rateOf(totals),
    byActionType: [...byType].map(([actionType, counts]) => ({
      actionType,
      ...counts,
      successRate: rateOf(counts),
    })),
    byTrigger: [...byTrigger].map(([trigger, counts]) => ({
      trigger,
      ...counts,
      successRate: rateOf(counts),
    })),
    byDay: [...byDay].map(([day, counts]) => ({ day, ...counts })),
  };
}
