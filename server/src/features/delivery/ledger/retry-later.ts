import { type Claim, retryWork } from './ledger.store.ts';
import { retryWhileDatabaseDown } from './retry-while-database-down.ts';
import type { WorkContext } from './work.ts';

interface Failed {
  attempt: number;
  delayMs: number;
  startedAt: Date;
  sentence: string;
  /** The message that the sentence is about, where a step has several. */
  subject?: string;
}

/**
 * Plans the next attempt and submits it with a delay, so that waiting holds no slot. If the engine does not
 * take it, the sweeper submits it later.
 */
export async function retryLater(ctx: WorkContext, claim: Claim, failed: Failed): Promise<void> {
  const { attempt, delayMs, startedAt, sentence, subject } = failed;
  const detail = `${subject ? `${subject}, ` : ''}attempt ${attempt}: ${sentence}; next in ${delayMs / 1000} s`;
  const note = {
    attempts: attempt,
    startedAt,
    timeline: [{ at: ctx.now().toISOString(), event: 'retry', detail }],
  };
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
