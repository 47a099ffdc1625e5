import type { Queries } from '../../../kernel/ports.ts';
import { finishExecution } from '../../records/history/record-execution.store.ts';
import { fanOutOutcome } from './fan-out.rules.ts';
import { endMessageWork, endOneOfMany, type MessageEnd } from './fan-out.store.ts';
import type { FanOut } from './fan-out.ts';
import { claimWork } from './claim-work.ts';
import { type Claim, enterDataState, releaseClaim } from './ledger.store.ts';
import { releaseClaimOnError } from './release-claim-on-error.ts';
import { delayAfter } from './retry.rules.ts';
import { retryLater } from './retry-later.ts';
import { retryWhileDatabaseDown } from './retry-while-database-down.ts';
import { LEASE_MARGIN_MS, type LoadedWork, type WorkContext } from './work.ts';

/** For this long, further messages are started in the slot that the engine gave to the first. */
const ONE_AFTER_THE_OTHER_MS = 10_000;

/** A message whose plan has been read. */
type PlannedWork<P> = LoadedWork & { plan: P };

export async function endMessage<P extends object>(
  ctx: WorkContext,
  fanOut: FanOut<P>,
  work: PlannedWork<P>,
  claim: Claim,
  end: MessageEnd,
): Promise<void> {
  const record = async (tx: Queries): Promise<void> => {
    const all = await endMessageWork(tx, claim, end);
    if (!all) return;
    const {
      status,
      error: sentence,
      attempts,
      timeline,
    } = fanOutOutcome(all, {
      unknownIsSent: fanOut.unknownIsSent(work.plan),
      nameOf: (position) => fanOut.nameOf(work.plan, position),
    });
    await finishExecution(tx, claim.executionId, {
      status,
      error: sentence,
      // Recorded when the step was planned.
      request: undefined,
      response: fanOut.responseOf(work.plan, claim.executionId, all),
      timeline,
      attempts,
      startedAt: work.row.startedAt,
      finishedAt: ctx.now(),
    });
  };
  await retryWhileDatabaseDown(async () => {
    if (!(await endOneOfMany(ctx.db, claim, end))) await ctx.db.transaction(record);
  });
}

/** `null` when another run has the message, or had it, or nothing may be sent. */
async function sendMessage<P extends object>(
  ctx: WorkContext,
  work: PlannedWork<P>,
  fanOut: FanOut<P>,
  line: string,
): Promise<{ wasSent: boolean } | null> {
  const { ref, plan } = work;
  const leaseMs = fanOut.sendingMs + LEASE_MARGIN_MS;
  const claim = await claimWork(ctx, ref, 'claimed', leaseMs);
  if (!claim) return null;
  const startedAt = ctx.now();
  /** `null` until it is asked. */
  let mayLeave: boolean | null = null;
  const beforeData = async () => {
    mayLeave = await enterDataState(ctx.db, claim, leaseMs);
    return mayLeave;
  };
  const send = () => fanOut.send(ctx, plan, { ...ref, line }, beforeData);
  const sent = await releaseClaimOnError(ctx, claim, () => mayLeave === true, send);
  if (mayLeave === false) {
    // The claim was lost, or everything is held back; in that case it is as if nobody had begun.
    await retryWhileDatabaseDown(() => releaseClaim(ctx.db, claim, ctx.ledger.patienceMs));
    return { wasSent: false };
  }
  const delayMs = delayAfter(ref.attempt, ctx.ledger.schedule);
  if (sent.state === 'failed' && sent.again && delayMs !== null) {
    const subject = fanOut.nameOf(plan, ref.position);
    const waitMs = Math.max(delayMs, sent.waitMs ?? 0);
    const failed = { attempt: ref.attempt, delayMs: waitMs, startedAt, sentence: sent.sentence, subject };
    await retryLater(ctx, claim, failed);
    return { wasSent: false };
  }
  const wasSent = sent.state === 'sent';
  await endMessage(ctx, fanOut, work, claim, {
    state: sent.state,
    error: sent.state === 'sent' ? null : sent.sentence,
    answer: ('answer' in sent ? sent.answer : null) ?? null,
  });
  return { wasSent };
}

/**
 * Sends a message and, while all goes well, those of its step that wait behind it in the same slot, as its
 * connection is open. That is closed before the slot is freed: another process may get the slot next. When the
 * engine comes to the messages sent early, they have already ended.
 */
export async function sendMessages<P extends object>(
  ctx: WorkContext,
  work: PlannedWork<P>,
  fanOut: FanOut<P>,
): Promise<void> {
  const line = ctx.newId();
  const until = performance.now() + ONE_AFTER_THE_OTHER_MS;
  try {
    let { ref } = work;
    let last = await sendMessage(ctx, work, fanOut, line);
    while (last?.wasSent && performance.now() < until) {
      // Leased in the name of the first message: if the engine runs that again, it waits for these.
      ref = { ...ref, position: ref.position + work.row.slots, attempt: 1, generation: -work.ref.position };
      last = await sendMessage(ctx, { ...work, ref }, fanOut, line);
    }
  } finally {
    await fanOut.leave(ctx, line);
  }
}
