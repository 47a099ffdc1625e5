import { type Message, message } from '../../../kernel/messages/message.ts';
import type { NewTimelineEntry } from '../../records/history/history.schema.ts';
import { type Claim, retryWork } from './ledger.store.ts';
import { retryWhileDatabaseDown } from './retry-while-database-down.ts';
import type { WorkContext } from './work.ts';

interface FailedAttempt {
  attempt: number;
  delayMs: number;
  startedAt: Date;
  sentence: Message;
  /** The message that the sentence is about, where a step has several. */
  subject?: string;
}

/** The history entry for an attempt that is followed by another. */
export const retryEntry = (
  { attempt, delayMs, sentence, subject }: Omit<FailedAttempt, 'startedAt'>,
  at: Date,
): NewTimelineEntry => ({
  at: at.toISOString(),
  event: 'retry',
  detail: subject
    ? message('retry_of', { subject, attempt, error: sentence, seconds: delayMs / 1000 })
    : message('retry_later', { attempt, error: sentence, seconds: delayMs / 1000 }),
});

/**
 * Plans the next attempt and submits it with a delay, so that waiting holds no slot. If the engine does not
 * accept it, the sweeper submits it later.
 */
export async function retryLater(ctx: WorkContext, claim: Claim, failed: FailedAttempt): Promise<void> {
  const { attempt, delayMs, startedAt } = failed;
  const note = { attempts: attempt, startedAt, timeline: [retryEntry(failed, ctx.now())] };
  const { patienceMs } = ctx.ledger;
  const next = await retryWhileDatabaseDown(() =>
    retryWork(ctx.db, ctx.storeId, claim, { delayMs, patienceMs, note }),
  );
  if (next) {
    await ctx.engine
      .submit(next, delayMs)
      .catch((error) => ctx.warn(error, 'the engine did not take the next attempt'));
  }
}
