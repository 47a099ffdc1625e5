import type { WorkRef, WorkReport } from '../../kernel/engine.ts';
import { Refusal } from '../../kernel/error.ts';
import type { Json, JsonObject } from '../../kernel/json.ts';
import type { Queries } from '../../kernel/ports.ts';
import type { TimelineEntry } from '../history/history.schema.ts';
import { finishExecution, noteMail, type Outcome } from '../history/index.ts';
import { fanOutOutcome } from './fan-out.rules.ts';
import { endMessageWork, planMessages } from './fan-out.store.ts';
import { inputPlace } from './input-place.rules.ts';
import type { EndState } from './ledger.schema.ts';
import { type Claim, claimWork, endStepWork, enterDataState } from './ledger.store.ts';
import { persistently } from './persistently.ts';
import { delayAfter } from './retry.rules.ts';
import { retryLater } from './retry-later.ts';
import { LEASE_MARGIN_MS, type LoadedWork, type WorkContext } from './work.ts';

/** What history says of a step once it is planned, masked. */
export interface PlanNote {
  locale: string | null;
  recipients: string[];
  request: Json;
  timeline: TimelineEntry[];
}

export interface Plan {
  /** Everything that sending needs, so that no message depends on what is changed in the meantime. */
  plan: JsonObject;
  messages: number;
  /** Where messages wait their turn: at most `slots` of the lane are under way at once. */
  lane: string;
  slots: number;
  note: PlanNote;
}

export type Planned =
  | Plan
  /** Nothing is to be sent. */
  | { ended: Pick<Outcome, 'status' | 'error'>; note: PlanNote }
  /** Something was not to be had that may be later. */
  | { again: string };

export type Sent =
  | { state: 'sent' }
  /** Surely not sent; `again`: worth another attempt. */
  | { state: 'failed'; sentence: string; again: boolean }
  /** The message went out, and what the server made of it was not heard. */
  | { state: 'unknown'; sentence: string };

/** A step that sends several messages: planned once, then each sent at most once. */
export interface FanOut {
  planningMs: number;
  sendingMs: number;
  /** Whether a message that nobody can tell about counts as sent. */
  unknownIsSent(plan: JsonObject): boolean;
  /** What the message is called in history. */
  nameOf(plan: JsonObject, position: number): string;
  plan(ctx: WorkContext, work: LoadedWork): Promise<Planned>;
  /**
   * `beforeData` is asked before the first byte of the message leaves; when it answers `false` the claim was lost and
   * nothing may leave.
   */
  send(
    ctx: WorkContext,
    plan: JsonObject,
    message: Pick<WorkRef, 'executionId' | 'position'>,
    beforeData: () => Promise<boolean>,
  ): Promise<Sent>;
}

const LOST = 'its process stopped after the message had begun to leave; whether it arrived is not known';

const nothingNoted: PlanNote = { locale: null, recipients: [], request: null, timeline: [] };

async function endUnplanned(
  ctx: WorkContext,
  claim: Claim,
  startedAt: Date,
  { status, error }: Pick<Outcome, 'status' | 'error'>,
  { locale, recipients, request, timeline }: PlanNote,
): Promise<WorkReport> {
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
  const recorded = await persistently(async () => {
    await noteMail(ctx.db, claim.executionId, { locale, recipients });
    return endStepWork(ctx.db, claim, state, ending);
  });
  return recorded ? status : 'PENDING';
}

/** Nothing goes out while a step is planned, so what was only busy is asked again, and no lease is waited for. */
async function plannedOrBusy(ctx: WorkContext, work: LoadedWork, fanOut: FanOut): Promise<Planned> {
  try {
    return await fanOut.plan(ctx, work);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'unavailable') return { again: error.message };
    throw error;
  }
}

async function planStep(ctx: WorkContext, work: LoadedWork, fanOut: FanOut): Promise<WorkReport> {
  const claim = await claimWork(ctx.db, work.ref, 'claimed', fanOut.planningMs + LEASE_MARGIN_MS);
  if (!claim) return 'PENDING';
  const startedAt = ctx.now();
  const planned = await plannedOrBusy(ctx, work, fanOut);
  if ('again' in planned) {
    const { attempt } = work.ref;
    const delayMs = delayAfter(attempt, ctx.ledger.schedule);
    if (delayMs !== null)
      return retryLater(ctx, claim, { attempt, delayMs, startedAt, sentence: planned.again });
    return endUnplanned(ctx, claim, startedAt, { status: 'FAILED', error: planned.again }, nothingNoted);
  }
  if ('ended' in planned) return endUnplanned(ctx, claim, startedAt, planned.ended, planned.note);
  const vault = await ctx.vault.unlock();
  const sealedPlan = vault.seal(inputPlace(claim.executionId), JSON.stringify(planned.plan));
  const { lane, slots, messages: count, note } = planned;
  const { storeId, ledger } = ctx;
  const plan = { storeId, sealedPlan, count, lane, slots, patienceMs: ledger.patienceMs, startedAt, note };
  const messages = await persistently(() => ctx.db.transaction((tx) => planMessages(tx, claim, plan)));
  // What the engine does not take now the sweeper submits again.
  await Promise.all(
    messages.map((message) =>
      ctx.engine.submit(message).catch((error) => ctx.trouble(error, 'the engine did not take a message')),
    ),
  );
  return 'PENDING';
}

async function endMessage(
  ctx: WorkContext,
  fanOut: FanOut,
  work: LoadedWork,
  claim: Claim,
  state: EndState,
  error: string | null,
): Promise<WorkReport> {
  const record = async (tx: Queries): Promise<WorkReport> => {
    const all = await endMessageWork(tx, claim, state, error);
    if (!all) return 'PENDING';
    const {
      status,
      error: sentence,
      attempts,
      timeline,
    } = fanOutOutcome(all, {
      unknownIsSent: fanOut.unknownIsSent(work.input),
      nameOf: (position) => fanOut.nameOf(work.input, position),
    });
    const recorded = await finishExecution(tx, claim.executionId, {
      status,
      error: sentence,
      // Noted when it was planned.
      request: undefined,
      response: null,
      timeline,
      attempts,
      startedAt: work.row.startedAt,
      finishedAt: ctx.now(),
    });
    return recorded ? status : 'PENDING';
  };
  return persistently(() => ctx.db.transaction(record));
}

async function sendMessage(ctx: WorkContext, work: LoadedWork, fanOut: FanOut): Promise<WorkReport> {
  const leaseMs = fanOut.sendingMs + LEASE_MARGIN_MS;
  const claim = await claimWork(ctx.db, work.ref, 'claimed', leaseMs);
  if (!claim) return 'PENDING';
  const startedAt = ctx.now();
  const sent = await fanOut.send(ctx, work.input, work.ref, () => enterDataState(ctx.db, claim, leaseMs));
  if (sent.state === 'failed' && sent.again) {
    const { attempt } = work.ref;
    const delayMs = delayAfter(attempt, ctx.ledger.schedule);
    const subject = fanOut.nameOf(work.input, work.ref.position);
    if (delayMs !== null)
      return retryLater(ctx, claim, { attempt, delayMs, startedAt, sentence: sent.sentence, subject });
  }
  return endMessage(ctx, fanOut, work, claim, sent.state, sent.state === 'sent' ? null : sent.sentence);
}

/** Does what is next of a step with several messages, whichever piece of it the engine has brought. */
export function runFanOut(ctx: WorkContext, work: LoadedWork, fanOut: FanOut): Promise<WorkReport> {
  const { ref, row } = work;
  if (ref.position === 0) return planStep(ctx, work, fanOut);
  // Only work whose lease has ended gets here in this state.
  if (row.state === 'data')
    return endMessage(ctx, fanOut, work, { ...ref, claims: row.claims }, 'unknown', LOST);
  return sendMessage(ctx, work, fanOut);
}
