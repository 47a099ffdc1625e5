import { type Claim, releaseClaim } from './ledger.store.ts';
import { retryWhileDatabaseDown } from './retry-while-database-down.ts';
import type { WorkContext } from './work.ts';

/**
 * Does what was claimed. If that throws while surely nothing has left, the claim is given back, so that whoever is
 * brought the work next need not wait for the lease to end.
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
        (trouble) => ctx.warn(trouble, 'a claim could not be given back; its lease will end'),
      );
    throw error;
  }
}
