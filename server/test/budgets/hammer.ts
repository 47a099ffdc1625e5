import { setTimeout as sleep } from 'node:timers/promises';
import { createBudgets } from '../../src/adapters/redis/budgets.ts';
import type { BudgetLimit } from '../../src/kernel/budget.ts';
import type { BudgetName, BudgetVerdict } from '../../src/kernel/ports.ts';

/** The orders for one hammering process. */
export interface HammerOptions {
  redisUrl: string;
  limits: Record<BudgetName, BudgetLimit>;
  keys: string[];
  /**
   * Spends one unit per process first and the rest at the end of the window, as a caller would to get twice
   * the limit.
   */
  lateKey: string;
  burst: number;
  runMs: number;
}

export interface HammerReport {
  accepted: Record<string, number>;
  tries: number;
  stateChanges: number;
}

const EDGE_MS = 3;
const LATE_MS = 30;

/** Spends in bursts. Once rejected, waits until just before the oldest unit is restored and bursts again. */
async function hammer(orders: HammerOptions): Promise<HammerReport> {
  let stateChanges = 0;
  // A busy test machine must not trigger the fallback here; that has its own tests.
  const budgets = createBudgets({
    ...orders,
    stallMs: 5000,
    onStateChange: () => {
      stateChanges++;
    },
  });
  await budgets.started;
  const endAt = Date.now() + orders.runMs;
  const report: HammerReport = { accepted: {}, tries: 0, stateChanges: 0 };
  const granted = (key: string, verdicts: readonly BudgetVerdict[]) => {
    const allowed = verdicts.filter((verdict) => verdict.allowed).length;
    report.accepted[key] = (report.accepted[key] ?? 0) + allowed;
    report.tries += verdicts.length;
  };
  const hammerLate = async (key: string) => {
    const first = await budgets.spend('request', key);
    granted(key, [first]);
    await sleep(Math.max(1, first.resetsAt.getTime() - Date.now() - LATE_MS));
    await hammerKey(key);
  };
  const hammerKey = async (key: string) => {
    while (Date.now() < endAt) {
      const burst = await Promise.all(
        Array.from({ length: orders.burst }, () => budgets.spend('request', key)),
      );
      granted(key, burst);
      const refused = burst.find((verdict) => !verdict.allowed);
      const pause = refused ? refused.resetsAt.getTime() - Date.now() - EDGE_MS : Math.random() * 20;
      await sleep(Math.max(1, Math.min(pause, endAt - Date.now())));
    }
  };
  await Promise.all([...orders.keys.map(hammerKey), hammerLate(orders.lateKey)]);
  report.stateChanges = stateChanges;
  await budgets.close();
  return report;
}

process.send?.('ready');
process.once('message', async (orders: HammerOptions) => {
  process.send?.(await hammer(orders));
  process.disconnect();
});
