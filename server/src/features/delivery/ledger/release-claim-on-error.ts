import { type Claim, releaseClaim } from './ledger.store.ts';
import { retryWhileDatabaseDown } from './retry-while-database-down.ts';
import type { WorkContext } from './work.ts';

/**
 * Runs claimed work. If it throws while nothing can have left, the claim is released, so that the next run need
 * not wait for the lease to expire.
 */
export async function releaseClaimOnError<T>(
  ctx: WorkContext,
  claim: Claim,
  mayHaveLeft: () => boolean,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!mayHaveLeft())
      await retryWhileDatabaseDown(() => releaseClaim(ctx.db, claim, ctx.ledger.patienceMs)).catch(
        (trouble) => ctx.warn(trouble, 'a claim could not be released; its lease will expire'),
      );
    throw error;
  }
}
