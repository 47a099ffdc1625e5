import { createHash } from 'node:crypto';
import type pg from 'pg';
import { withClient } from './postgres.ts';

/**
 * Configurations of the store under test: the first are layouts, the rest HTTP requests. Other stores have
 * one layout and one request.
 */
const CONFIGS = 20;
const LAYOUTS = 12;
/** Within a window of 365 days that begins at midnight. */
const DAYS = 364;

/** One row in five belongs to the store under test. */
export const SHARE = 5;

export interface Rows {
  storeId: string;
  others: readonly string[];
  /** Rows are numbered, so two loads with different numbers never collide. */
  first: number;
  count: number;
  /** A part of them: several sessions may load at once. */
  from?: number;
  to?: number;
  /** This many of the store's newest rows are still running. */
  pending?: number;
}

/** The store's configuration with this number, as `loadRows` names it. */
export const configOf = (storeId: string, number: number) =>
  createHash('md5')
    .update(`${storeId}:${number}`)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

const document = (
  id: string,
) => `'{"method":"POST","url":"https://warehouse.example.com/orders/' || ${id} || '",
"headers":{"content-type":"application/json","authorization":"Bearer ********","x-shop":"bench"},
"body":{"order":{"id":' || ${id} || ',"email":"ma******@example.com","name":"J******","phone":"+49 ******",
"lines":[{"sku":"A-1","quantity":2,"price":"19.90"},{"sku":"B-2","quantity":1,"price":"5.00"}],
"note":"please leave it with the neighbors, thank you very much"}}}'`;

/** Spread evenly over the past year; request and response are half a kilobyte each. */
const FILL = `
  insert into executions (store_id, id, action_type, status, action_config_id, action_config_name, trigger, run_id,
    step_id, locale, recipients, attempts, error, request, response, timeline, created_at, started_at, finished_at, warning_count)
  select store, (lpad(to_hex(ms), 12, '0') || '7' || substr(noise, 1, 3) || '8' || substr(noise, 4, 15))::uuid,
    case when config < ${LAYOUTS} then 'EMAIL' else 'HTTP_REQUEST' end, status,
    md5(store || ':' || config)::uuid, 'Configuration ' || config,
    case when k % 15 = 0 then 'test' when k % 35 = 0 then 'replay' else 'workflow' end, 'run-' || k, 'step-1', 'en',
    case when config < ${LAYOUTS} then '["ma******@example.com"]'::json end, 1,
    case when status = 'FAILED' then 'target answered 503' end,
    (${document('k')})::json, (${document('k')})::json, '[{"at":"2026-01-01T00:00:00.000Z","event":"sent"}]',
    created, created, case when status <> 'PENDING' then created + interval '150 ms' end,
    case when status <> 'SKIPPED' and dice % 7 = 0 then 2 end
  from (
    select k, md5(k::text) as noise, $3::bigint - (k - $4::bigint) * ${DAYS} * 86400000::bigint / $5::bigint as ms,
      case when k % ${SHARE} = 0 then $1::uuid else ($2::uuid[])[1 + (hashint8(k + 1) & 2147483647) % cardinality($2::uuid[])] end as store,
      (hashint8(k + 2) & 2147483647) % ${CONFIGS} as number, (hashint8(k + 3) & 2147483647) % 100 as dice
    from generate_series($6::bigint, $7::bigint - 1) k
  ) picked, lateral (
    select case when k % ${SHARE} = 0 then number when number < ${LAYOUTS} then 0 else ${LAYOUTS} end as config,
      to_timestamp(ms / 1000.0) as created,
      case when k % ${SHARE} = 0 and k - $4 < $8::bigint * ${SHARE} then 'PENDING' when dice < 5 then 'FAILED'
        when dice < 10 then 'SKIPPED' else 'SUCCESS' end as status
  ) decided`;

/** Inserted directly, because ten million calls would take hours; `countRows` creates the counters. */
export async function loadRows(url: string, rows: Rows) {
  const { storeId, others, first, count, from = first, to = first + count, pending = 0 } = rows;
  await withClient(url, async (client) => {
    // Otherwise each row would look up its store.
    await client.query("set session_replication_role = 'replica'");
    await client.query(FILL, [storeId, others, Date.now(), first, count, from, to, pending]);
  });
}

/** Partitions of the past year; `migrate` creates only future ones. */
export const makePastMonths = (client: pg.Client) =>
  client.query(`select make_history_month(date_trunc('month', now(), 'UTC') - make_interval(months => ago))
    from generate_series(1, 13) as ago`);

/** Counters as writers would have left them; `fold_execution_counts` then folds them, as once a day. */
export async function countRows(client: pg.Client) {
  await client.query("set session_replication_role = 'replica'");
  await client.query("set work_mem = '256MB'");
  await client.query('truncate execution_counts, execution_sums, trigger_counts');
  await client.query(`insert into execution_counts (store_id, day, action_type, action_config_id, status, shard, count, warned)
    select store_id, day, action_type, action_config_id, status, shard, count(*), count(*) filter (where warning_count > 0)
    from (
      select *, case when day = (now() at time zone 'UTC')::date then floor(random() * 16) else 0 end::smallint as shard
      from (select *, day_of_id(id) as day from executions where status <> 'PENDING') finished
    ) sharded group by 1, 2, 3, 4, 5, 6`);
  await client.query(`insert into trigger_counts (store_id, day, trigger, action_type, action_config_id, status, count, warned)
    select store_id, day_of_id(id), trigger, action_type, action_config_id, status, count(*), count(*) filter (where warning_count > 0)
    from executions where status <> 'PENDING' and trigger <> 'workflow' group by 1, 2, 3, 4, 5, 6`);
  await client.query('select maintain_history(400)');
  await client.query('vacuum analyze execution_counts, execution_sums');
}
