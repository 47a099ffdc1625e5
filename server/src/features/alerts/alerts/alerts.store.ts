import { offsetOf, type PageRequest } from '../../../kernel/page.ts';
import {
  type BoundStatement,
  bind,
  briefRead,
  type Queries,
  type StoreDatabase,
  statement,
} from '../../../kernel/ports.ts';
import type { RetentionRule } from '../../../kernel/retention.ts';
import type { Alert, AlertKind, WatchedCause } from './alerts.schema.ts';

const COLUMNS = `id, kind, cause, source, reason, detail, sender_id as "senderId", config_ids as "configIds",
  more_configs as "moreConfigs", count, first_id as "firstId", last_id as "lastId", first_at as "firstAt",
  last_at as "lastAt", recent, quiet_seconds as "quietSeconds", look_at as "lookAt", opened_at as "openedAt",
  closed_at as "closedAt", closed_why as "closedWhy"`;

const selectWatchedCauses = statement<WatchedCause>(
  'alerts_watched',
  `select ${COLUMNS} from alerts where closed_at is null`,
);
const put = statement(
  'alert_put',
  `insert into alerts (store_id, id, kind, cause, source, reason, detail, sender_id, config_ids, more_configs, count,
     first_id, last_id, first_at, last_at, recent, quiet_seconds, look_at, opened_at, closed_at, closed_why)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
   on conflict (store_id, id) do update set config_ids = excluded.config_ids, more_configs = excluded.more_configs,
     count = excluded.count, first_id = excluded.first_id, last_id = excluded.last_id, first_at = excluded.first_at,
     last_at = excluded.last_at, recent = excluded.recent, quiet_seconds = excluded.quiet_seconds,
     look_at = excluded.look_at, opened_at = excluded.opened_at, closed_at = excluded.closed_at,
     closed_why = excluded.closed_why`,
);
const drop = statement('alert_drop', 'delete from alerts where id = $1');
const lastQuiet = statement<{ cause: string; quietSeconds: number }>(
  'alerts_last_quiet',
  `select cause, max(quiet_seconds) as "quietSeconds" from alerts
   where closed_at > $2 and cause = any($1) group by cause`,
);
const some = statement<WatchedCause>('alerts_get', `select ${COLUMNS} from alerts where id = any($1)`);

/** All causes of the store that are not closed. */
export const readWatches = (tx: Queries) => tx.rows(bind(selectWatchedCauses));

export const upsertWatch = (storeId: string, watch: WatchedCause): BoundStatement<unknown> =>
  bind(
    put,
    ...[storeId, watch.id, watch.kind, watch.cause, watch.source, watch.reason, watch.detail, watch.senderId],
    ...[watch.configIds, watch.moreConfigs, watch.count, watch.firstId, watch.lastId],
    ...[watch.firstAt, watch.lastAt, JSON.stringify(watch.recent), watch.quietSeconds, watch.lookAt],
    ...[watch.openedAt, watch.closedAt, watch.closedWhy],
  );

export const deleteWatch = (id: string): BoundStatement<unknown> => bind(drop, id);

/** The last quiet periods of those of these causes that were closed after `since`, by cause. */
export const readLastQuietPeriods = async (tx: Queries, causes: readonly string[], since: Date) =>
  new Map((await tx.rows(bind(lastQuiet, causes, since))).map((row) => [row.cause, row.quietSeconds]));

export const readAlerts = (db: Queries, ids: readonly string[]) => db.rows(bind(some, ids));

const IS_ONE = 'cardinality(a.config_ids) = 1 and not a.more_configs';
const SHOWN = `a.id, a.kind, case when a.closed_at is null then 'open' else 'closed' end as state, a.source, a.reason, a.detail,
  a.sender_id as "senderId",
  coalesce((select s.name from smtp_senders s where s.id = a.sender_id),
    (select m.masked_address from mailboxes m where m.id = a.sender_id)) as "senderName",
  case when ${IS_ONE} then a.config_ids[1] end as "actionConfigId",
  case when ${IS_ONE} then coalesce((select l.name from layouts l where l.id = a.config_ids[1]),
    (select r.name from http_requests r where r.id = a.config_ids[1])) end as "actionConfigName",
  a.count, a.first_at as "firstAt", a.last_at as "lastAt", a.first_id as "firstExecutionId",
  a.last_id as "lastExecutionId", a.opened_at as "openedAt", a.closed_at as "closedAt", a.closed_why as "closedWhy"`;
const LISTED = `opened_at is not null and ($1::text is null or (closed_at is null) = ($1 = 'open'))`;

const count = statement<{ total: number }>(
  'alerts_count',
  `select count(*) as total from alerts where ${LISTED}`,
);
const page = statement<Record<keyof Alert, never>>(
  'alerts_page',
  `select ${SHOWN} from alerts a where ${LISTED}
   order by a.closed_at is not null, a.opened_at desc, a.id limit $2 offset $3`,
);
const open = briefRead<{ total: number }>(
  'alerts_open',
  'select count(*) as total from alerts where closed_at is null and opened_at is not null and kind = any($1)',
);

/** Open alerts first. */
export async function pageOfAlerts(db: StoreDatabase, request: PageRequest, state: string | null) {
  const [[counted], rows] = await db.batch<[{ total: number }, Record<keyof Alert, never>]>([
    bind(count, state),
    bind(page, state, request.limit, offsetOf(request)),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

export const countOpen = async (db: Queries, kinds: readonly AlertKind[]) =>
  (await db.rows(bind(open, kinds)))[0]?.total ?? 0;

/** Closed alerts past their 90 days (contract: Alerts 6). */
export const OLD_ALERTS: RetentionRule = { table: 'alerts', where: "closed_at < now() - interval '90 days'" };
