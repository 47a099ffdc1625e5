import type { WorkRef } from '../../../kernel/engine.ts';
import { type Claim, type HeldClaim, recordClaim, releaseClaim } from './ledger.store.ts';
import { retryWhileDatabaseDown } from './retry-while-database-down.ts';
import type { WorkContext } from './work.ts';

/**
 * Returns `null` if another run has or had the work, or if nothing may be sent. If the database does not
 * respond, the claim may still have been recorded: it is requested again under the same token until the
 * result is known, because work that is claimed and then abandoned would end as unknown although nothing was
 * sent.
 */
export function claimWork(
  { db, newId }: Pick<WorkContext, 'db' | 'newId'>,
  ref: WorkRef,
  into: 'claimed' | 'data',
  leaseMs: number,
): Promise<HeldClaim | null> {
  const token = newId();
  return retryWhileDatabaseDown(() => recordClaim(db, ref, { token, into, leaseMs }));
}

/**
 * Runs claimed work. If it throws before anything can have been sent, the claim is released, so that the next
 * run need not wait for the lease to expire.
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
