import type { Queries, StoreDatabase } from '../../../kernel/ports.ts';
import { reserveUnitStatements, returnUnit } from './quota.store.ts';

/**
 * Takes one unit of the store's quota of this month for a delivery; `false` when it is used up (contract: Sending 7).
 * A delivery that has a unit keeps it, so a repeated call after a crash takes no second one.
 */
export async function reserveQuota(
  db: StoreDatabase,
  storeId: string,
  executionId: string,
  position: number,
): Promise<boolean> {
  const [[delivery], taken] = await db.batch(reserveUnitStatements(storeId, executionId, position));
  if (!delivery) throw new Error(`no delivery ${position} of execution ${executionId}`);
  return delivery.reserved || taken.length > 0;
}

/** Returns the unit, if any, to the month it was taken from. For deliveries that were surely not sent. */
export async function returnQuota(tx: Queries, executionId: string, position: number): Promise<void> {
  await returnUnit(tx, executionId, position);
}
