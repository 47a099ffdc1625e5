import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine, LaneWork } from '../../../kernel/engine.ts';
import type { Queries } from '../../../kernel/ports.ts';
import { claimOverdueWork, renewWork, sweepWorkSoon } from '../ledger/sweep.store.ts';

const PAGE = 100;
/** Looked at together. Steps that are called meanwhile wait behind no more than these. */
const TOGETHER = 4;
/** After some that merely wait, so that nobody feels how a long queue is looked at. */
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

const lookSoon = ({ forStore, patienceMs }: SweepContext, work: LaneWork) =>
  sweepWorkSoon(forStore(work.storeId), work, patienceMs);

/** An engine that could not be asked, or that had lost the work, does not make the next look a late one. */
async function look(sweeping: SweepContext, work: LaneWork): Promise<boolean> {
  try {
    const isLost = await resubmit(sweeping, work);
    if (isLost) await lookSoon(sweeping, work);
    return isLost;
  } catch (error) {
    await lookSoon(sweeping, work);
    throw error;
  }
}

/**
 * Returns how many of them were lost. What is left when the engine cannot be asked, or at the end, is looked at soon.
 */
async function lookAtAll(sweeping: SweepContext, [...left]: LaneWork[]): Promise<number> {
  let lost = 0;
  try {
    while (left.length > 0 && !sweeping.isStopping()) {
      const results = await Promise.allSettled(left.splice(0, TOGETHER).map((work) => look(sweeping, work)));
      const refused = results.find((result) => result.status === 'rejected');
      if (refused) throw refused.reason;
      const lostNow = results.filter((result) => result.status === 'fulfilled' && result.value).length;
      lost += lostNow;
      if (lostNow === 0 && left.length > 0) await sleep(REST_MS);
    }
    return lost;
  } finally {
    for (const work of left) await lookSoon(sweeping, work);
  }
}

/**
 * Resubmits overdue work that the engine lost, or missed while it was away, and returns how many pieces it was.
 * Work that is merely waiting keeps its place. When a page has nothing else, the rest is left for the next
 * sweep: checking a long queue must not make it longer.
 */
export async function sweep(sweeping: SweepContext): Promise<number> {
  let brought = 0;
  for (;;) {
    const overdue = await claimOverdueWork(sweeping.outside, PAGE, sweeping.patienceMs);
    const lost = await lookAtAll(sweeping, overdue);
    brought += lost;
    if (overdue.length < PAGE || lost === 0 || sweeping.isStopping()) return brought;
  }
}
