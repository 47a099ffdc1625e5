import { slotOf } from '../../../kernel/engine.ts';
import type { Queries } from '../../../kernel/ports.ts';
import { finishExecution, type Outcome } from '../../records/history/record-execution.store.ts';
import { claimWork } from './claim-work.ts';
import { fanOutOutcome } from './fan-out.rules.ts';
import {
  endMessageWork,
  endOneOfMany,
  endOnlyMessage,
  type MessageEnd,
  type MessageRow,
  nextInLine,
} from './fan-out.store.ts';
import type { FanOut } from './fan-out.ts';
import { type Claim, enterDataState, holderOf, releaseClaim } from './ledger.store.ts';
import { releaseClaimOnError } from './release-claim-on-error.ts';
import { delayAfter } from './retry.rules.ts';
import { retryLater } from './retry-later.ts';
import { retryWhileDatabaseDown } from './retry-while-database-down.ts';
import { LEASE_MARGIN_MS, type LoadedWork, type WorkContext } from './work.ts';

/** For this long, further messages are started in the slot that the engine gave to the first. */
const ONE_AFTER_THE_OTHER_MS = 10_000;

/** A message whose plan has been read. */
type PlannedWork<P> = LoadedWork & { plan: P };

/** What history shows of a step whose messages have all ended. */
function outcomeOf<P extends object>(
  ctx: WorkContext,
  { plan, row, ref }: PlannedWork<P>,
  fanOut: FanOut<P>,
  all: readonly MessageRow[],
): Outcome {
  return {
    ...fanOutOutcome(all, {
      unknownIsSent: fanOut.unknownIsSent(plan),
      nameOf: (position) => fanOut.nameOf(plan, position),
    }),
    // Recorded when the step was planned.
    request: undefined,
    response: fanOut.responseOf(plan, ref.executionId, all),
    startedAt: row.startedAt,
    finishedAt: ctx.now(),
  };
}

export async function endMessage<P extends object>(
  ctx: WorkContext,
  fanOut: FanOut<P>,
  work: PlannedWork<P>,
  claim: Claim,
  end: MessageEnd,
): Promise<void> {
  if (fanOut.countOf(work.plan) === 1) {
    const { position } = claim;
    const only = { ...end, position, attempt: work.ref.attempt, endedAt: ctx.now() };
    const outcome = outcomeOf(ctx, work, fanOut, [only]);
    return retryWhileDatabaseDown(() => endOnlyMessage(ctx.db, claim, end, outcome));
  }
  const record = async (tx: Queries): Promise<void> => {
    const all = await endMessageWork(tx, claim, end);
    if (all) await finishExecution(tx, claim.executionId, outcomeOf(ctx, work, fanOut, all));
  };
  await retryWhileDatabaseDown(async () => {
    if (!(await endOneOfMany(ctx.db, claim, end))) await ctx.db.transaction(record);
  });
}

/**
 * `gone`: another run has the message, or had it, or nothing may be sent. `held`: it was begun, and then nothing may be
 * sent any more.
 */
type Went = 'sent' | 'failed' | 'gone' | 'held';

async function sendMessage<P extends object>(
  ctx: WorkContext,
  work: PlannedWork<P>,
  fanOut: FanOut<P>,
  line: string,
): Promise<Went> {
  const { ref, plan } = work;
  const leaseMs = fanOut.sendingMs + LEASE_MARGIN_MS;
  const claim = await claimWork(ctx, ref, 'claimed', leaseMs);
  if (!claim) return 'gone';
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
    return 'held';
  }
  const delayMs = delayAfter(ref.attempt, ctx.ledger.schedule);
  if (sent.state === 'failed' && sent.again && delayMs !== null) {
    const subject = fanOut.nameOf(plan, ref.position);
    const waitMs = Math.max(delayMs, sent.waitMs ?? 0);
    const failed = { attempt: ref.attempt, delayMs: waitMs, startedAt, sentence: sent.sentence, subject };
    await retryLater(ctx, claim, failed);
    return 'failed';
  }
  await endMessage(ctx, fanOut, work, claim, {
    state: sent.state,
    error: sent.state === 'sent' ? null : sent.sentence,
    answer: ('answer' in sent ? sent.answer : null) ?? null,
  });
  return sent.state === 'sent' ? 'sent' : 'failed';
}

/** The messages of a line stand as many positions apart as there are slots. */
async function nextOf<P extends object>(
  ctx: WorkContext,
  { ref: { executionId }, row: { slots, lane }, plan }: PlannedWork<P>,
  fanOut: FanOut<P>,
  { position, went }: { position: number; went: Went },
): Promise<number | null> {
  if (went === 'gone') return nextInLine(ctx.db, executionId, position, lane);
  return position + slots <= fanOut.countOf(plan) ? position + slots : null;
}

/** The message that a run begins with. A step begins with the one that would wait in the slot which it has. */
export function beginningOf<P extends object>({ ref, row, plan }: PlannedWork<P>, fanOut: FanOut<P>): number {
  if (ref.position > 0) return ref.position;
  const { lane, slots } = row;
  const own = slotOf({ ...ref, lane, slots });
  const heads = Math.min(slots, fanOut.countOf(plan));
  const slotOfHead = (position: number) =>
    slotOf({ ...ref, position, attempt: 1, generation: 0, lane, slots });
  return Array.from({ length: heads }, (_, i) => i + 1).find((head) => slotOfHead(head) === own) ?? 1;
}

/** Where a run goes on that was begun earlier; a later attempt is for its message alone. */
async function leftOf<P extends object>(
  { db }: WorkContext,
  work: PlannedWork<P>,
  fanOut: FanOut<P>,
): Promise<number | null> {
  const { ref, row } = work;
  const beginning = beginningOf(work, fanOut);
  if (ref.position === 0) return nextInLine(db, ref.executionId, beginning - row.slots, row.lane);
  return ref.attempt === 1 ? nextInLine(db, ref.executionId, beginning, row.lane) : null;
}

/** What the engine does not take now, the sweeper submits later. */
const handOver = (ctx: WorkContext, { ref, row: { lane, slots } }: LoadedWork, position: number) =>
  ctx.engine
    .submit({ ...ref, position, attempt: 1, generation: 0, lane, slots })
    .catch((error) => ctx.warn(error, 'the engine did not take a message'));

/**
 * Sends a message and then those of its line, one after the other in the slot that the engine gave to the first, while
 * their connection is open. That is closed before the slot is freed: another process may get the slot next. If this
 * process dies, the engine brings the first one again, and its run goes on with what is left. An attempt after the first
 * is for one message alone.
 */
export async function sendMessages<P extends object>(
  ctx: WorkContext,
  work: PlannedWork<P>,
  fanOut: FanOut<P>,
): Promise<void> {
  const { ref: first } = work;
  const until = performance.now() + ONE_AFTER_THE_OTHER_MS;
  let line = ctx.newId();
  const goesOn = first.position === 0 || first.attempt === 1;
  let position = work.isOver ? await leftOf(ctx, work, fanOut) : beginningOf(work, fanOut);
  let before: Went | null = null;
  try {
    while (position !== null) {
      if (performance.now() > until) return await handOver(ctx, work, position);
      // Leased in the name of the first message: if the engine runs that again, it waits for these.
      const further = { ...first, position, attempt: 1, generation: holderOf(first) };
      const ref = position === first.position ? first : further;
      const went: Went = await sendMessage(ctx, { ...work, ref }, fanOut, line);
      // Twice in a row: nothing may be sent, or another run is a step ahead.
      if (went === 'held' || (went === 'gone' && before === 'gone') || !goesOn) return;
      if (went === 'failed') {
        await fanOut.leave(ctx, line);
        line = ctx.newId();
      }
      before = went;
      position = await nextOf(ctx, work, fanOut, { position, went });
    }
  } finally {
    await fanOut.leave(ctx, line);
  }
}
