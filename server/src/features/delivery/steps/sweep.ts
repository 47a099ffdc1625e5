import type { Engine, Work } from '../../../kernel/engine.ts';
import type { Queries } from '../../../kernel/ports.ts';
import { renewWork, sweepWorkSoon, takeOverdueWork } from '../ledger/sweep.store.ts';

const PAGE = 100;

export interface Sweeping {
  /** May call a fixed list of database functions, and sees no store's rows. */
  outside: Queries;
  forStore(storeId: string): Queries;
  engine: Engine;
  patienceMs: number;
  isStopping(): boolean;
}

/** Returns whether the engine no longer had the work. */
async function resubmit({ engine, forStore }: Sweeping, work: Work): Promise<boolean> {
  const found = await engine.ensure(work);
  if (found !== 'over') return found === 'taken';
  const again = await renewWork(forStore(work.storeId), work);
  if (again) await engine.submit(again);
  return again !== null;
}

/** An engine that could not be asked, or that had lost the work, does not make the next look a late one. */
async function look(sweeping: Sweeping, work: Work): Promise<boolean> {
  const lookSoon = () => sweepWorkSoon(sweeping.forStore(work.storeId), work, sweeping.patienceMs);
  try {
    const isLost = await resubmit(sweeping, work);
    if (isLost) await lookSoon();
    return isLost;
  } catch (error) {
    await lookSoon();
    throw error;
  }
}

/**
 * Resubmits overdue work that the engine lost, or missed while it was away, and returns how many pieces it was.
 * Work that is merely waiting keeps its place. When a page has nothing else, the rest is left for the next
 * sweep: checking a long queue must not make it longer.
 */
export async function sweep(sweeping: Sweeping): Promise<number> {
  const { outside, patienceMs, isStopping } = sweeping;
  let brought = 0;
  for (;;) {
    const overdue = await takeOverdueWork(outside, PAGE, patienceMs);
    const results = await Promise.allSettled(overdue.map((work) => look(sweeping, work)));
    const refused = results.find((result) => result.status === 'rejected');
    if (refused) throw refused.reason;
    const lost = results.filter((result) => result.status === 'fulfilled' && result.value).length;
    brought += lost;
    if (overdue.length < PAGE || lost === 0 || isStopping()) return brought;
  }
}
