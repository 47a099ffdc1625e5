import { slotOf, type WorkRef } from '../../../kernel/engine.ts';
import type { BatchedQueries, BoundStatement } from '../../../kernel/ports.ts';
import { type ExecutionOutcome, finishExecution } from '../../records/history/record-execution.store.ts';
import { withErrorWords } from '../../records/history/search-words.rules.ts';
import { textOrNull } from '../../records/history/stored-message.rules.ts';
import { claimWork, releaseClaimOnError } from './claim-work.ts';
import { fanOutOutcome } from './fan-out.rules.ts';
import {
  endMessageUnlessLast,
  endMessageWork,
  endOnlyMessage,
  type MessageEnd,
  type MessageRow,
  nextUnstartedMessage,
} from './fan-out.store.ts';
import type { FanOut } from './fan-out.ts';
import { type Claim, claimHolderOf, enterDataState, type HeldClaim, releaseClaim } from './ledger.store.ts';
import { kindOf, reportAttempt } from './report-attempt.ts';
import { delayAfter } from './retry.rules.ts';
import { retryLater } from './retry-later.ts';
import { retryWhileDatabaseDown } from './retry-while-database-down.ts';
import { LEASE_MARGIN_MS, type LoadedWork, type WorkContext } from './work.ts';

/** For this long, further messages are started in the slot that the engine gave to the first. */
const SLOT_REUSE_MS = 10_000;

/** A message whose plan has been read. */
type PlannedWork<P> = LoadedWork & { plan: P };

/** The outcome that history shows for a step whose messages have all ended. */
function outcomeOf<P extends object>(
  ctx: WorkContext,
  { plan, row, ref }: PlannedWork<P>,
  fanOut: FanOut<P>,
  all: readonly MessageRow[],
): ExecutionOutcome {
  return {
    ...fanOutOutcome(all, {
      unknownIsSent: fanOut.unknownIsSent(plan),
      sentStatus: fanOut.sentStatus?.(plan) ?? 'sent',
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
  record: readonly BoundStatement<unknown>[] = [],
): Promise<void> {
  if (fanOut.countOf(work.plan) === 1) {
    const { position } = claim;
    const sentence = { error: textOrNull(end.error), message: end.error };
    const only = { ...end, ...sentence, position, attempt: work.ref.attempt, endedAt: ctx.now() };
    const outcome = outcomeOf(ctx, work, fanOut, [only]);
    return retryWhileDatabaseDown(() => endOnlyMessage(ctx, claim, end, outcome, record));
  }
  const vault = await ctx.vault.unlock();
  const endLast = async (tx: BatchedQueries): Promise<void> => {
    const all = await endMessageWork(tx, claim, end);
    if (record.length > 0) await tx.batch([...record]);
    if (!all) return;
    const outcome = withErrorWords(vault, outcomeOf(ctx, work, fanOut, all));
    await finishExecution(tx, claim.executionId, outcome);
  };
  await retryWhileDatabaseDown(async () => {
    if (!(await endMessageUnlessLast(ctx.db, claim, end, record))) await ctx.db.transaction(endLast);
  });
}

/**
 * `gone`: another run has or had the message, or sending is on hold. `held`: the hold began after the message was
 * claimed.
 */
type MessageOutcome = 'sent' | 'failed' | 'gone' | 'held';

/** How long a message is leased to the run that sends it. */
export const leaseOf = ({ sendingMs }: Pick<FanOut<object>, 'sendingMs'>) => sendingMs + LEASE_MARGIN_MS;

async function sendMessage<P extends object>(
  ctx: WorkContext,
  work: PlannedWork<P>,
  fanOut: FanOut<P>,
  { line, claim }: { line: string; claim: HeldClaim | null },
): Promise<MessageOutcome> {
  if (!claim) return 'gone';
  const began = performance.now();
  const { ref, plan } = work;
  const kind = kindOf(work.row.actionType);
  ctx.instruments.sending(kind, ref);
  const leaseMs = leaseOf(fanOut);
  const startedAt = ctx.now();
  /** `null` until `beforeData` is called. */
  let mayLeave: boolean | null = null;
  const beforeData = async () => {
    mayLeave = await enterDataState(ctx.db, claim, leaseMs);
    return mayLeave;
  };
  const send = () => fanOut.send(ctx, plan, { ...ref, line, hasUnit: claim.hasUnit }, beforeData);
  const sent = await releaseClaimOnError(ctx, claim, () => mayLeave === true, send);
  if (mayLeave === false) {
    // The claim was lost, or sending is on hold; then the work counts as never started.
    await retryWhileDatabaseDown(() => releaseClaim(ctx.db, claim, ctx.ledger.patienceMs));
    return 'held';
  }
  const delayMs = delayAfter(ref.attempt, ctx.ledger.schedule);
  if (sent.state === 'failed' && sent.again && delayMs !== null) {
    const subject = fanOut.nameOf(plan, ref.position);
    const waitMs = Math.max(delayMs, sent.waitMs ?? 0);
    const failed = { attempt: ref.attempt, delayMs: waitMs, startedAt, sentence: sent.sentence, subject };
    await ctx.instruments.measure(kind, 'record', () => retryLater(ctx, claim, failed));
    reportAttempt(ctx, work, 'retry', began);
    return 'failed';
  }
  const end = {
    state: sent.state,
    error: sent.state === 'sent' ? null : sent.sentence,
    answer: ('answer' in sent ? sent.answer : null) ?? null,
  };
  const record = sent.state === 'sent' ? sent.record?.(claim) : [];
  await ctx.instruments.measure(kind, 'record', () => endMessage(ctx, fanOut, work, claim, end, record));
  reportAttempt(ctx, work, sent.state, began);
  return sent.state === 'sent' ? 'sent' : 'failed';
}

/**
 * A further message of a line, sent by the run of the first one. It is leased in the first one's name: if the
 * engine runs the first one again, that run waits for this message.
 */
export const messageInLine = (first: WorkRef, position: number): WorkRef =>
  position === first.position ? first : { ...first, position, attempt: 1, generation: claimHolderOf(first) };

/** The next position of a line, whose messages are as many positions apart as there are slots. */
async function nextOf<P extends object>(
  ctx: WorkContext,
  { ref: { executionId }, row: { slots, lane }, plan }: PlannedWork<P>,
  fanOut: FanOut<P>,
  { position, went }: { position: number; went: MessageOutcome },
): Promise<number | null> {
  if (went === 'gone') return nextUnstartedMessage(ctx.db, executionId, position, lane);
  return position + slots <= fanOut.countOf(plan) ? position + slots : null;
}

/** The message that a run begins with. A step begins with the one that would wait in the step's slot. */
export function firstPositionOf<P extends object>(
  { ref, row, plan }: PlannedWork<P>,
  fanOut: FanOut<P>,
): number {
  if (ref.position > 0) return ref.position;
  const { lane, slots } = row;
  const own = slotOf({ ...ref, lane, slots });
  const heads = Math.min(slots, fanOut.countOf(plan));
  const slotOfHead = (position: number) =>
    slotOf({ ...ref, position, attempt: 1, generation: 0, lane, slots });
  return Array.from({ length: heads }, (_, i) => i + 1).find((head) => slotOfHead(head) === own) ?? 1;
}

/** The next position for a run that was started earlier. A retry sends only its own message. */
async function nextPositionOf<P extends object>(
  { db }: WorkContext,
  work: PlannedWork<P>,
  fanOut: FanOut<P>,
): Promise<number | null> {
  const { ref, row } = work;
  const beginning = firstPositionOf(work, fanOut);
  if (ref.position === 0) return nextUnstartedMessage(db, ref.executionId, beginning - row.slots, row.lane);
  return ref.attempt === 1 ? nextUnstartedMessage(db, ref.executionId, beginning, row.lane) : null;
}

/** The sweeper later submits work that the engine does not accept now. */
const submitMessage = (ctx: WorkContext, { ref, row: { lane, slots } }: LoadedWork, position: number) =>
  ctx.engine
    .submit({ ...ref, position, attempt: 1, generation: 0, lane, slots })
    .catch((error) => ctx.warn(error, 'the engine did not take a message'));

/**
 * Sends a message and then the others of its line, one after the other, in the slot that the engine assigned
 * to the first, over one open connection. The connection closes before the slot is freed, because another
 * process may get the slot next. If this process dies, the engine redelivers the first message, and its run
 * continues with the remaining ones. A retry sends one message alone. `begun` is the result of claiming the
 * first message, if it is already claimed.
 */
export async function sendMessages<P extends object>(
  ctx: WorkContext,
  work: PlannedWork<P>,
  fanOut: FanOut<P>,
  begun?: { claim: HeldClaim | null },
): Promise<void> {
  const { ref: first } = work;
  const kind = kindOf(work.row.actionType);
  const until = performance.now() + SLOT_REUSE_MS;
  let line = ctx.newId();
  const goesOn = first.position === 0 || first.attempt === 1;
  let position = work.isOver ? await nextPositionOf(ctx, work, fanOut) : firstPositionOf(work, fanOut);
  let before: MessageOutcome | null = null;
  try {
    while (position !== null) {
      if (performance.now() > until) return await submitMessage(ctx, work, position);
      const ref = messageInLine(first, position);
      const thisLine = line;
      const claim: HeldClaim | null =
        begun && before === null
          ? begun.claim
          : await ctx.instruments.measure(kind, 'claim', () =>
              claimWork(ctx, ref, 'claimed', leaseOf(fanOut)),
            );
      const went: MessageOutcome = await ctx.instruments.inMessage(ref.position, () =>
        sendMessage(ctx, { ...work, ref }, fanOut, { line: thisLine, claim }),
      );
      // Twice in a row: sending is on hold, or another run is ahead.
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
