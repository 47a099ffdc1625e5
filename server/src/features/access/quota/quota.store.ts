import { bind, briefRead, type Queries, type StoreDatabase, sharedWrite } from '../../../kernel/ports.ts';
import { quotaSignalsSql } from '../signals/signals.store.ts';

/** Uses the database's clock, because those of processes may differ. */
const THIS_MONTH = "date_trunc('month', now() at time zone 'utc')::date";

const QUOTA = "(select value::bigint from settings where name = 'quota')";

/** Records a signal if what `reserveUnitsSql` used crossed 80 or 100 % of the quota; `taken` is its CTE. */
export const quotaSignalSql = (taken: string, store: string, units: string) =>
  quotaSignalsSql(taken, store, units, QUOTA);

// Locked, so that a second reservation for the same delivery sees the first.
const lock = sharedWrite<{ reserved: boolean }>(
  'quota_lock_delivery',
  `select quota_month is not null as reserved
   from deliveries where execution_id = $1 and position = $2 for no key update`,
);
const take = sharedWrite<{ taken: boolean }>(
  'quota_take',
  `with wanted as materialized (
     select ${QUOTA} as quota
     from deliveries where execution_id = $2 and position = $3 and quota_month is null
   ), taken as (
     insert into quota_usage as usage (store_id, month, used)
     select $1, ${THIS_MONTH}, 1 from wanted
     on conflict (store_id, month) do update set used = usage.used + 1
     where (select quota is null or usage.used < quota from wanted)
     returning month, used
   ), noticed as (
     ${quotaSignalSql('taken', '$1', '1')}
   )
   update deliveries set quota_month = taken.month from taken
   where execution_id = $2 and position = $3
   returning true as taken`,
);
/**
 * Takes units for several deliveries at once if `condition` holds, and returns their month. Takes none unless
 * this month has room for all of them; each delivery can then still take what is left, with
 * `reserveUnitStatements`.
 */
export const reserveUnitsSql = (store: string, units: string, condition: string) =>
  `insert into quota_usage as usage (store_id, month, used)
   select ${store}, ${THIS_MONTH}, ${units}
   where ${condition} and (${QUOTA} is null or ${units} <= ${QUOTA})
   on conflict (store_id, month) do update set used = usage.used + excluded.used
   where ${QUOTA} is null or usage.used + excluded.used <= ${QUOTA}
   returning month, used`;

const refundQuota = sharedWrite(
  'quota_give_back',
  `with held as (
     select quota_month from deliveries
     where execution_id = $1 and position = $2 and quota_month is not null for no key update
   ), freed as (
     update deliveries set quota_month = null from held where execution_id = $1 and position = $2
   )
   update quota_usage set used = used - 1 from held where month = held.quota_month`,
);

const used = briefRead<{ used: number }>(
  'quota_used',
  `select used from quota_usage where month = ${THIS_MONTH}`,
);

/** Units taken this month. */
export const quotaUsed = async (db: Queries): Promise<number> =>
  Number((await db.rows(bind(used)))[0]?.used ?? 0);

/**
 * Statements that take a unit for a delivery without one, unless this month's are used up. Two in one transaction,
 * because only the second sees what was committed while the first waited.
 */
export const reserveUnitStatements = (storeId: string, executionId: string, position: number) =>
  [bind(lock, executionId, position), bind(take, storeId, executionId, position)] as const;

const returnUnit = (tx: Queries, executionId: string, position: number) =>
  tx.rows(bind(refundQuota, executionId, position));

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

/** Returns the unit, if any, to its month. Only for deliveries that were definitely not sent. */
export async function returnQuota(tx: Queries, executionId: string, position: number): Promise<void> {
  await returnUnit(tx, executionId, position);
}
