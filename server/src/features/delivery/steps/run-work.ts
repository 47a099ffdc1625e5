import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkRef } from '../../../kernel/engine.ts';
import { message } from '../../../kernel/messages/message.ts';
import type { OpenVault } from '../../../kernel/ports.ts';
import type { ActionType } from '../../records/history/history.schema.ts';
import { endStepWork, type LedgerRow, loadWork } from '../ledger/ledger.store.ts';
import { kindOf, reportAttempt } from '../ledger/report-attempt.ts';
import { stepInputSealContext } from '../ledger/step-input.rules.ts';
import type { LoadedWork, WorkContext } from '../ledger/work.ts';

const openInput = (vault: OpenVault, executionId: string, sealed: Buffer | null): string =>
  sealed === null ? '{}' : vault.open(stepInputSealContext(executionId), sealed);

export type StepRunner = (ctx: WorkContext, work: LoadedWork) => Promise<void>;
export type StepRunners = Partial<Record<ActionType, StepRunner>>;

const POLL_INTERVAL_MS = 250;
/** The engine's clock may be a little ahead of the database's; work that is too early goes to the sweeper. */
const EARLY_MS = 2_000;

const ENDED = ['sent', 'failed', 'unknown'];

async function refuse(ctx: WorkContext, { ref, row }: LoadedWork): Promise<void> {
  const began = performance.now();
  const error = message('unknown_work', { what: row.actionType });
  const finishedAt = ctx.now();
  await endStepWork(ctx, { ...ref, claims: row.claims }, 'failed', {
    status: 'FAILED',
    error,
    request: null,
    response: null,
    timeline: [{ at: finishedAt.toISOString(), event: 'failed', detail: error }],
    attempts: 0,
    startedAt: null,
    finishedAt,
  });
  reportAttempt(ctx, { ref, row }, 'failed', began);
}

/** The engine redelivers a step or the first message of a line if the run it started was interrupted. */
const canResume = ({ position, attempt }: WorkRef, { status, state }: LedgerRow) =>
  status === 'PENDING' && (position === 0 ? ENDED.includes(state) : attempt === 1);

/**
 * The engine's handler: looks up the work and does it if that is still necessary. The engine may run the same
 * work twice, even while the first run is still under way; the ledger decides which run proceeds.
 */
export async function runWork(ctx: WorkContext, ref: WorkRef, runners: StepRunners): Promise<void> {
  const run = async (row: LedgerRow, isOver: boolean) => {
    const { traceparent } = row;
    const waitedMs = row.state === 'planned' ? Math.max(0, -row.dueInMs) : null;
    await ctx.instruments.inWork(
      { kind: kindOf(row.actionType), ...ref, traceparent, waitedMs },
      async () => {
        const vault = await ctx.vault.unlock();
        const input = openInput(vault, ref.executionId, row.sealedInput);
        await (runners[row.actionType] ?? refuse)(ctx, { ref, row, input, isOver });
      },
    );
  };
  let wasQuiet = false;
  for (;;) {
    const row = await loadWork(ctx.db, ref);
    if (row?.goesOn) {
      wasQuiet = false;
      // An earlier run is still sending the next messages in this slot: returning now would free it.
      await sleep(POLL_INTERVAL_MS);
      continue;
    }
    // The sweeper submits held work again once sending is released.
    if (!row || row.isHeld) return;
    if (row.attempt !== ref.attempt || ENDED.includes(row.state)) {
      if (!canResume(ref, row)) return;
      if (wasQuiet) return run(row, true);
      // Between two messages, none is leased.
      wasQuiet = true;
      await sleep(POLL_INTERVAL_MS);
      continue;
    }
    const leased = row.leaseMs !== null && row.leaseMs > 0;
    if (leased && row.holder === ref.generation) {
      // An earlier run of this same submission is still under way: returning now would free its slot.
      await sleep(Math.min(POLL_INTERVAL_MS, row.leaseMs ?? 0));
      continue;
    }
    if (leased || row.dueInMs > EARLY_MS) return;
    if (row.dueInMs > 0) {
      await sleep(row.dueInMs);
      continue;
    }
    return run(row, false);
  }
}
