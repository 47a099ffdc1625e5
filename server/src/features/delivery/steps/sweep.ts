import type { Engine, Work } from '../../../kernel/engine.ts';
import type { Queries } from '../../../kernel/ports.ts';
import { renewWork, takeOverdueWork } from '../ledger/ledger.store.ts';

const PAGE = 100;

export interface Sweeping {
  /** Sees the closed list of functions and no store's rows. */
  outside: Queries;
  forStore(storeId: string): Queries;
  engine: Engine;
  patienceMs: number;
  isStopping(): boolean;
}

/** Whether the engine did not have it any more. */
async function resubmit({ engine, forStore }: Sweeping, work: Work): Promise<boolean> {
  const found = await engine.ensure(work);
  if (found !== 'over') return found === 'taken';
  const again = await renewWork(forStore(work.storeId), work);
  if (again) await engine.submit(again);
  return again !== null;
}

/**
 * Brings back what nobody has looked at in time: the engine lost it, or was away when it came. Answers how many it
 * were. What only waits stays where it is, and when a page has nothing else the rest is left for the next sweep: a
 * long line must not become longer by being looked at.
 */
export async function sweep(sweeping: Sweeping): Promise<number> {
  const { outside, patienceMs, isStopping } = sweeping;
  let brought = 0;
  for (;;) {
    const overdue = await takeOverdueWork(outside, PAGE, patienceMs);
    const results = await Promise.allSettled(overdue.map((work) => resubmit(sweeping, work)));
    const refused = results.find((result) => result.status === 'rejected');
    if (refused) throw refused.reason;
    const lost = results.filter((result) => result.status === 'fulfilled' && result.value).length;
    brought += lost;
    if (overdue.length < PAGE || lost === 0 || isStopping()) return brought;
  }
}
