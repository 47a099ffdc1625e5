import { Refusal } from '../../../kernel/error.ts';
import { noteMail, noteWarnings, type Outcome } from '../../records/history/record-execution.store.ts';
import { claimWork } from './claim-work.ts';
import { planMessages } from './fan-out.store.ts';
import type { FanOut, PlanNote, Planned } from './fan-out.ts';
import { inputPlace } from './input-place.rules.ts';
import { type Claim, endStepWork } from './ledger.store.ts';
import { releaseClaimOnError } from './release-claim-on-error.ts';
import { delayAfter } from './retry.rules.ts';
import { retryLater } from './retry-later.ts';
import { retryWhileDatabaseDown } from './retry-while-database-down.ts';
import { beginningOf, endMessage, sendMessages } from './send-messages.ts';
import { LEASE_MARGIN_MS, type LoadedWork, type WorkContext } from './work.ts';

const LOST = 'its process stopped after the message had begun to leave; whether it arrived is not known';

const nothingNoted: PlanNote = {
  ...{ locale: null, recipients: [], request: null, timeline: [], warnings: [], addressed: [] },
  version: null,
};

async function endUnplanned(
  ctx: WorkContext,
  claim: Claim,
  startedAt: Date,
  { status, error }: Pick<Outcome, 'status' | 'error'>,
  note: PlanNote,
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
    await noteMail(ctx.db, claim.executionId, note);
    if (note.warnings.length > 0) await noteWarnings(ctx.db, claim.executionId, note.warnings);
    await endStepWork(ctx.db, claim, state, ending);
  });
}

/** Planning sends nothing, so when something is unavailable it is retried without waiting for the lease. */
async function plannedOrBusy<P extends object>(
  ctx: WorkContext,
  work: LoadedWork,
  fanOut: FanOut<P>,
): Promise<Planned<P>> {
  try {
    return await fanOut.plan(ctx, work);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'unavailable') return { again: error.message };
    throw error;
  }
}

async function planStep<P extends object>(
  ctx: WorkContext,
  work: LoadedWork,
  fanOut: FanOut<P>,
): Promise<void> {
  const claim = await claimWork(ctx, work.ref, 'claimed', fanOut.planningMs + LEASE_MARGIN_MS);
  if (!claim) return;
  const startedAt = ctx.now();
  const planned = await releaseClaimOnError(
    ctx,
    claim,
    () => false,
    () => plannedOrBusy(ctx, work, fanOut),
  );
  if ('again' in planned) {
    const { attempt } = work.ref;
    const delayMs = delayAfter(attempt, ctx.ledger.schedule);
    if (delayMs !== null)
      return retryLater(ctx, claim, { attempt, delayMs, startedAt, sentence: planned.again });
    return endUnplanned(ctx, claim, startedAt, { status: 'FAILED', error: planned.again }, nothingNoted);
  }
  if ('ended' in planned) return endUnplanned(ctx, claim, startedAt, planned.ended, planned.note);
  const vault = await ctx.vault.unlock();
  const sealedPlan = vault.seal(inputPlace(claim.executionId), fanOut.plans.write(planned.plan));
  const { lane, slots, messages: count, note } = planned;
  const { storeId, ledger } = ctx;
  const plan = { storeId, sealedPlan, count, lane, slots, patienceMs: ledger.patienceMs, startedAt, note };
  const messages = await retryWhileDatabaseDown(() => planMessages(ctx.db, claim, plan));
  // A step that waited with its sender has a slot there already, and goes on with one line.
  const isHere = lane === work.row.lane && slots === work.row.slots;
  const begun = { ...work, row: { ...work.row, startedAt }, plan: planned.plan };
  const own = isHere ? beginningOf(begun, fanOut) : null;
  const elsewhere = messages.filter(({ position }) => position !== own);
  // What the engine does not take now, the sweeper submits later.
  await Promise.all(
    elsewhere.map((message) =>
      ctx.engine.submit(message).catch((error) => ctx.warn(error, 'the engine did not take a message')),
    ),
  );
  if (isHere && messages.length > 0) await sendMessages(ctx, begun, fanOut);
}

/** A step that may have been planned and sent in a time that nobody remembers. */
async function endLostStep(ctx: WorkContext, { ref, row }: LoadedWork): Promise<void> {
  const error = row.error ?? LOST;
  const finishedAt = ctx.now();
  await endStepWork(ctx.db, { ...ref, claims: row.claims }, 'unknown', {
    status: 'FAILED',
    error,
    request: null,
    response: null,
    timeline: [{ at: finishedAt.toISOString(), event: 'unknown', detail: error }],
    attempts: ref.attempt,
    startedAt: row.startedAt,
    finishedAt,
  });
}

/** Runs one piece of a step with several messages: planning it, or sending from one message on. */
export async function runFanOut<P extends object>(
  ctx: WorkContext,
  work: LoadedWork,
  fanOut: FanOut<P>,
): Promise<void> {
  const { ref, row } = work;
  if (ref.position === 0 && !work.isOver)
    return row.state === 'data' ? endLostStep(ctx, work) : planStep(ctx, work, fanOut);
  const planned = { ...work, plan: fanOut.plans.read(work.input) };
  // Work gets here in this state only when its lease has expired.
  const isLost = !work.isOver && row.state === 'data';
  if (isLost) {
    const end = { state: 'unknown', error: row.error ?? LOST, answer: null } as const;
    await endMessage(ctx, fanOut, planned, { ...ref, claims: row.claims }, end);
  }
  return sendMessages(ctx, { ...planned, isOver: work.isOver || isLost }, fanOut);
}
