import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine, LaneWork } from '../../../kernel/engine.ts';
import type { Queries } from '../../../kernel/ports.ts';
import { claimOverdueWork, renewWork, resetWorkSweep } from '../ledger/sweep.store.ts';

const PAGE = 100;
/** How much work is checked at once. Steps that are called in the meantime wait behind no more than this. */
const TOGETHER = 4;
/** Pauses after a batch of waiting work, so that checking a long queue does not delay other work. */
const REST_MS = 100;

export interface SweepContext {
  /** May call a fixed list of database functions, and sees no store's rows. */
  outside: Queries;
  forStore(storeId: string): Queries;
  engine: Engine;
  patienceMs: number;
  isStopping(): boolean;
}

/** Returns whether the engine no longer had the work. */
async function resubmit({ engine, forStore }: SweepContext, work: LaneWork): Promise<boolean> {
  const found = await engine.ensure(work);
  if (found !== 'over') return found === 'taken';
  const again = await renewWork(forStore(work.storeId), work);
  if (again) await engine.submit(again);
  return again !== null;
}

const scheduleCheck = ({ forStore, patienceMs }: SweepContext, work: LaneWork) =>
  resetWorkSweep(forStore(work.storeId), work, patienceMs);

/** If the engine is unreachable or had lost the work, the next check is not delayed. */
async function checkWork(sweeping: SweepContext, work: LaneWork): Promise<boolean> {
  try {
    const isLost = await resubmit(sweeping, work);
    if (isLost) await scheduleCheck(sweeping, work);
    return isLost;
  } catch (error) {
    await scheduleCheck(sweeping, work);
    throw error;
  }
}

/**
 * Returns how many of them the engine had lost. Work left over when the engine is unreachable, or at shutdown, is
 * checked again soon.
 */
async function checkAllWork(sweeping: SweepContext, [...left]: LaneWork[]): Promise<number> {
  let lost = 0;
  try {
    while (left.length > 0 && !sweeping.isStopping()) {
      const results = await Promise.allSettled(
        left.splice(0, TOGETHER).map((work) => checkWork(sweeping, work)),
      );
      const refused = results.find((result) => result.status === 'rejected');
      if (refused) throw refused.reason;
      const lostNow = results.filter((result) => result.status === 'fulfilled' && result.value).length;
      lost += lostNow;
      if (lostNow === 0 && left.length > 0) await sleep(REST_MS);
    }
    return lost;
  } finally {
    for (const work of left) await scheduleCheck(sweeping, work);
  }
}

/**
 * Resubmits overdue work that the engine lost, or missed while it was away, and returns how many pieces it
 * was. Work that is merely waiting keeps its place. When a page has no other work, the rest is left for the
 * next sweep: checking a long queue must not make it longer.
 */
export async function sweep(sweeping: SweepContext): Promise<number> {
  let brought = 0;
  for (;;) {
    const overdue = await claimOverdueWork(sweeping.outside, PAGE, sweeping.patienceMs);
    const lost = await checkAllWork(sweeping, overdue);
    brought += lost;
    if (overdue.length < PAGE || lost === 0 || sweeping.isStopping()) return brought;
  }
}
