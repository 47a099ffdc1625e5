import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkRef, WorkReport } from '../../../kernel/engine.ts';
import type { ActionType } from '../../records/history/history.schema.ts';
import { endStepWork, loadWork } from '../ledger/ledger.store.ts';
import type { LoadedWork, WorkContext } from '../ledger/work.ts';
import { openInput } from './step-input.ts';

export type StepRunner = (ctx: WorkContext, work: LoadedWork) => Promise<WorkReport>;
export type StepRunners = Partial<Record<ActionType, StepRunner>>;

const LOOK_AGAIN_MS = 250;
/** The engine's clock may be a little ahead of the database's; more than this, and the sweeper will bring it again. */
const EARLY_MS = 2_000;

const ENDED = ['sent', 'failed', 'unknown'];

async function refuse(ctx: WorkContext, { ref, row }: LoadedWork): Promise<WorkReport> {
  const error = `this release does not know how to run ${row.actionType}`;
  const finishedAt = ctx.now();
  const recorded = await endStepWork(ctx.db, { ...ref, claims: row.claims }, 'failed', {
    status: 'FAILED',
    error,
    request: null,
    response: null,
    timeline: [{ at: finishedAt.toISOString(), event: 'failed', detail: error }],
    attempts: 0,
    startedAt: null,
    finishedAt,
  });
  return recorded ? 'FAILED' : 'PENDING';
}

/**
 * What the engine's handler does: looks the work up and does it if it still is to be done. The engine may bring the
 * same work twice, and may bring it again while the first one still runs; the ledger tells.
 */
export async function runWork(ctx: WorkContext, ref: WorkRef, runners: StepRunners): Promise<WorkReport> {
  for (;;) {
    const row = await loadWork(ctx.db, ref);
    if (row?.goesOn) {
      // It was brought before, and that run is still in the slot with the next message: leaving now would free it.
      await sleep(LOOK_AGAIN_MS);
      continue;
    }
    if (!row || row.attempt !== ref.attempt || ENDED.includes(row.state)) {
      return row?.status ?? 'PENDING';
    }
    const leased = row.leaseMs !== null && row.leaseMs > 0;
    if (leased && row.holder === ref.generation) {
      // This very submission was brought before and is still under way somewhere: leaving now would free its slot.
      await sleep(Math.min(LOOK_AGAIN_MS, row.leaseMs ?? 0));
      continue;
    }
    if (leased || row.dueInMs > EARLY_MS) return 'PENDING';
    if (row.dueInMs > 0) {
      await sleep(row.dueInMs);
      continue;
    }
    const vault = await ctx.vault.unlock();
    const work = { ref, row, input: openInput(vault, ref.executionId, row.sealedInput) };
    return (runners[row.actionType] ?? refuse)(ctx, work);
  }
}
