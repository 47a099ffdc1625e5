import { bind, type Queries, statement } from '../../../kernel/ports.ts';
import type { RetentionRule } from '../../../kernel/retention.ts';
import { NO_ID } from '../../access/signals/signals.store.ts';
import type { SignalRow } from './causes.rules.ts';

/** How many signals are processed at once; the rest follow in the next run. */
export const SIGNALS_AT_ONCE = 2000;

const lock = statement<{ mine: boolean }>(
  'alerts_lock',
  `select pg_try_advisory_xact_lock(hashtextextended('outstep alerts ' || $1, 0)) as mine`,
);
// Reads past minutes only, to which signals are no longer added, so no writer has to wait for us.
const take = statement<SignalRow>(
  'alert_signals_take',
  `delete from alert_signals where ctid = any(array(
     select ctid from alert_signals where minute < date_trunc('minute', $1::timestamptz) order by minute limit ${SIGNALS_AT_ONCE}
   )) returning minute, source, reason, detail, nullif(config_id, '${NO_ID}') as "configId",
     nullif(sender_id, '${NO_ID}') as "senderId", count, first_id as "firstId", last_id as "lastId",
     first_at as "firstAt", last_at as "lastAt"`,
);
const urls = statement<{ id: string; url: string }>(
  'alert_request_urls',
  'select id, url from http_requests where id = any($1)',
);
const stores = statement<{ id: string }>('alert_stores', 'select id from stores_with_alert_work($1, $2)');

/** Whether this process has the store to itself until the transaction ends. */
export const lockStoreAlerts = async (tx: Queries, storeId: string) =>
  (await tx.rows(bind(lock, storeId)))[0]?.mine === true;

export const claimSignals = (tx: Queries, now: Date) => tx.rows(bind(take, now));

export const readUrls = (tx: Queries, ids: readonly string[]) => tx.rows(bind(urls, ids));

/** Looks across stores, through a dedicated database function. */
export const findStoresWithWork = async (outside: Queries, now: Date, most: number) =>
  (await outside.rows(bind(stores, now, most))).map(({ id }) => id);

/** Signals that were never judged: the store was suspended or being deleted, or no worker was running. */
export const OLD_SIGNALS: RetentionRule = {
  table: 'alert_signals',
  where: "minute < now() - interval '2 days'",
};
