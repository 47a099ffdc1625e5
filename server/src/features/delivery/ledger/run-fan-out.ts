import type { WorkRef } from '../../../kernel/engine.ts';
import { OperationError } from '../../../kernel/error.ts';
import { message } from '../../../kernel/messages/message.ts';
import {
  addWarnings,
  type ExecutionOutcome,
  updateMailDetails,
} from '../../records/history/record-execution.store.ts';
import { messageOf } from '../../records/history/stored-message.rules.ts';
import { claimWork, releaseClaimOnError } from './claim-work.ts';
import { planMessages } from './fan-out.store.ts';
import type { FanOut, PlanDetails, PlanResult } from './fan-out.ts';
import { type Claim, endStepWork } from './ledger.store.ts';
import { kindOf, reportAttempt } from './report-attempt.ts';
import { delayAfter } from './retry.rules.ts';
import { retryLater } from './retry-later.ts';
import { retryWhileDatabaseDown } from './retry-while-database-down.ts';
import { endMessage, firstPositionOf, leaseOf, messageInLine, sendMessages } from './send-messages.ts';
import { stepInputSealContext } from './step-input.rules.ts';
import { LEASE_MARGIN_MS, type LoadedWork, type WorkContext } from './work.ts';

const LOST = message('stopped_during_sending');

const emptyPlanNote: PlanDetails = {
  ...{ locale: null, recipients: [], request: null, timeline: [], warnings: [], addressed: [] },
  version: null,
  captured: false,
  words: [],
};

async function failUnplannedStep(
  ctx: WorkContext,
  claim: Claim,
  startedAt: Date,
  { status, error }: Pick<ExecutionOutcome, 'status' | 'error'>,
  note: PlanDetails,
): Promise<void> {
  const { request, timeline } = note;
  const ending = {
    status,
    error,
    request,
    response: null,
    timeline,
    attempts: 1,
    startedAt,
    finishedAt: ctx.now(),
  };
  const state = status === 'FAILED' ? 'failed' : 'sent';
  await retryWhileDatabaseDown(async () => {
    await updateMailDetails(ctx.db, claim.executionId, note);
    if (note.warnings.length > 0) await addWarnings(ctx.db, claim.executionId, note.warnings);
    await endStepWork(ctx, claim, state, ending);
  });
}

/**
 * Planning sends no message, so if a dependency is unavailable, it is retried without waiting for the lease.
 */
async function plannedOrBusy<P extends object>(
  ctx: WorkContext,
  work: LoadedWork,
  fanOut: FanOut<P>,
): Promise<PlanResult<P>> {
  try {
    return await fanOut.plan(ctx, work);
  } catch (error) {
    if (error instanceof OperationError && error.kind === 'unavailable') return { again: error.said };
    throw error;
  }
}

const claimFor = (ctx: WorkContext, ref: WorkRef, fanOut: Pick<FanOut<object>, 'sendingMs'>) => ({
  ref,
  claim: { token: ctx.newId(), into: 'claimed', leaseMs: leaseOf(fanOut) } as const,
});

async function planStep<P extends object>(
  ctx: WorkContext,
  work: LoadedWork,
  fanOut: FanOut<P>,
): Promise<void> {
  const began = performance.now();
  const { instruments } = ctx;
  const kind = kindOf(work.row.actionType);
  const claim = await instruments.measure(kind, 'claim', () =>
    claimWork(ctx, work.ref, 'claimed', fanOut.planningMs + LEASE_MARGIN_MS),
  );
  if (!claim) return;
  const startedAt = ctx.now();
  const planned = await releaseClaimOnError(
    ctx,
    claim,
    () => false,
    () => instruments.measure(kind, 'prepare', () => plannedOrBusy(ctx, work, fanOut)),
  );
  if ('again' in planned) {
    const { attempt } = work.ref;
    const delayMs = delayAfter(attempt, ctx.ledger.schedule);
    if (delayMs !== null) {
      await retryLater(ctx, claim, { attempt, delayMs, startedAt, sentence: planned.again });
      return reportAttempt(ctx, work, 'retry', began);
    }
    await failUnplannedStep(ctx, claim, startedAt, { status: 'FAILED', error: planned.again }, emptyPlanNote);
    return reportAttempt(ctx, work, 'failed', began);
  }
  if ('ended' in planned) {
    await failUnplannedStep(ctx, claim, startedAt, planned.ended, planned.note);
    return reportAttempt(ctx, work, planned.ended.status === 'FAILED' ? 'failed' : 'planned', began);
  }
  const vault = await ctx.vault.unlock();
  // The plan of an email contains its HTML twice; deflating shrinks it to a tenth.
  const sealedPlan = vault.sealDeflated(
    stepInputSealContext(claim.executionId),
    fanOut.plans.write(planned.plan),
  );
  const { lane, slots, messages: count, units, note } = planned;
  const { storeId, ledger } = ctx;
  const plan = {
    storeId,
    sealedPlan,
    count,
    units,
    lane,
    slots,
    patienceMs: ledger.patienceMs,
    startedAt,
    note,
  };
  // A step that waited in the lane of its sender already has a slot there, and continues with one line.
  const isHere = lane === work.row.lane && slots === work.row.slots;
  const begun = { ...work, row: { ...work.row, startedAt }, plan: planned.plan };
  const own = isHere ? firstPositionOf(begun, fanOut) : null;
  const atOnce = own === null ? null : claimFor(ctx, messageInLine(work.ref, own), fanOut);
  const { heads, claimed } = await instruments.measure(kind, 'record', () =>
    retryWhileDatabaseDown(() => planMessages(ctx.db, claim, plan, atOnce)),
  );
  if (heads.length > 0) reportAttempt(ctx, work, 'planned', began);
  const elsewhere = heads.filter(({ position }) => position !== own);
  // The sweeper later submits work that the engine does not accept now.
  await Promise.all(
    elsewhere.map((message) =>
      ctx.engine.submit(message).catch((error) => ctx.warn(error, 'the engine did not take a message')),
    ),
  );
  if (isHere && heads.length > 0) await sendMessages(ctx, begun, fanOut, { claim: claimed });
}

/**
 * Ends a step that may have been planned and sent in a period that the database has no record of, such as the
 * time after a backup that was restored.
 */
async function endLostStep(ctx: WorkContext, { ref, row }: LoadedWork): Promise<void> {
  const began = performance.now();
  const error = messageOf(row) ?? LOST;
  const finishedAt = ctx.now();
  await endStepWork(ctx, { ...ref, claims: row.claims }, 'unknown', {
    status: 'FAILED',
    error,
    request: null,
    response: null,
    timeline: [{ at: finishedAt.toISOString(), event: 'unknown', detail: error }],
    attempts: ref.attempt,
    startedAt: row.startedAt,
    finishedAt,
  });
  reportAttempt(ctx, { ref, row }, 'unknown', began);
}

/** Runs one piece of work of a step with several messages: planning it, or sending from one message on. */
export async function runFanOut<P extends object>(
  ctx: WorkContext,
  work: LoadedWork,
  fanOut: FanOut<P>,
): Promise<void> {
  const { ref, row } = work;
  if (ref.position === 0 && !work.isOver)
    return row.state === 'data' ? endLostStep(ctx, work) : planStep(ctx, work, fanOut);
  const planned = { ...work, plan: fanOut.plans.read(work.input) };
  // Work reaches this state only when its lease has expired.
  const isLost = !work.isOver && row.state === 'data';
  if (isLost) {
    const began = performance.now();
    const end = { state: 'unknown', error: messageOf(row) ?? LOST, answer: null } as const;
    await endMessage(ctx, fanOut, planned, { ...ref, claims: row.claims }, end);
    reportAttempt(ctx, work, 'unknown', began);
  }
  return sendMessages(ctx, { ...planned, isOver: work.isOver || isLost }, fanOut);
}
