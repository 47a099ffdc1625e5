import type { WorkRef } from '../../../kernel/engine.ts';
import { type HeldClaim, recordClaim } from './ledger.store.ts';
import { retryWhileDatabaseDown } from './retry-while-database-down.ts';
import type { WorkContext } from './work.ts';

/**
 * `null` when another run has the work, or had it, or nothing may be sent. When the database does not answer, the claim
 * may have been recorded: it is asked for again under the same token until that is known, since work that was claimed
 * and then left alone would end as unknown although nothing was sent.
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
