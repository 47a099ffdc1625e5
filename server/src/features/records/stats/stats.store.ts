import { type BoundStatement, bind, type StoreDatabase, statement } from '../../../kernel/ports.ts';
import type { RetentionRule } from '../../../kernel/retention.ts';
import { NO_ID } from '../../access/signals/signals.store.ts';
import type { ActionType } from '../history/history.schema.ts';
import { forceGenericPlan } from '../history/history.store.ts';
import type { DailyCount } from './stats.schema.ts';

/** Finished executions come from counters, like all other figures; pending ones from their index. */
const warned = statement<{ warned: number }>(
  'stats_warned',
  `select (select coalesce(sum(warned), 0) from execution_counts where day >= $1::date)::bigint
     + (select coalesce(sum(warned_success + warned_failed), 0) from execution_sums
        where grain = 'day' and first_day >= $1::date)::bigint
     - (select coalesce(sum(warned), 0) from trigger_counts where $2 and trigger = 'test' and day >= $1::date)::bigint
     + (select count(*) from executions
        where status = 'PENDING' and warning_count > 0 and ($2 is false or (trigger <> 'test' and not captured))
          and id >= first_id_of($1::date::timestamp at time zone 'UTC')) as warned`,
);

/** Executions with warnings since the start of a day, with or without tests. */
const countWarned = (day: string, withoutTests: boolean): BoundStatement<{ warned: number }> =>
  bind(warned, day, withoutTests);

interface FailingRow {
  actionType: ActionType;
  actionConfigId: string | null;
  actionConfigName: string;
  failed: number;
  lastError: string | null;
  lastFailedAt: Date | null;
}

const MOST = 5;

/** Turns counters with one status per row into columns. */
const BY_STATUS = (count: string) =>
  ['success', 'failed', 'skipped']
    .map((name) => `case status when '${name.toUpperCase()}' then ${count} else 0 end as ${name}`)
    .join(', ');

/**
 * The counters cover all executions. Those that no workflow started, or that were captured, are counted a
 * second time by trigger, so moving them from one to the other is exact. It is a single statement with a
 * single snapshot: an execution that ends concurrently is counted once, as pending or finished.
 */
const counted = statement<DailyCount>(
  'stats_counted',
  `select day::text as day, action_type as "actionType", trigger, sum(success)::bigint as success, sum(failed)::bigint as failed,
     sum(skipped)::bigint as skipped, sum(pending)::bigint as pending
   from (
     select day, action_type, 'workflow' as trigger, ${BY_STATUS('count')}, 0 as pending
     from execution_counts where day >= $1::date
     union all
     select first_day, action_type, 'workflow', success, failed, skipped, 0 from execution_sums
     where grain = 'day' and first_day >= $1::date
     union all
     select day, action_type, moved.trigger, ${BY_STATUS('count * moved.sign')}, 0
     from trigger_counts t, lateral (values (t.trigger, 1), ('workflow', -1)) as moved (trigger, sign)
     where day >= $1::date
     union all
     select day_of_id(id), action_type, case when captured then 'test' else trigger end, 0, 0, 0, 1 from executions
     where status = 'PENDING' and id >= first_id_of($1::date::timestamp at time zone 'UTC')
   ) counted group by day, action_type, trigger`,
);
/**
 * Adds up the window's first month by day and later months as a whole. Executions without a known layout or
 * request are counted as one, named after their last run. Their order includes the null column, because
 * otherwise the index would not be read in order.
 */
const failing = statement<FailingRow>(
  'stats_failing',
  `select f.action_type as "actionType", nullif(f.action_config_id, '${NO_ID}') as "actionConfigId",
     coalesce(last.action_config_name, unknown.action_config_name, '') as "actionConfigName", f.failed,
     coalesce(last.error, unknown.error) as "lastError", coalesce(last.finished_at, unknown.finished_at) as "lastFailedAt"
   from (
     select action_type, action_config_id, sum(count)::bigint as failed
     from (
       select action_type, action_config_id, count from execution_counts where day >= $1::date and status = 'FAILED'
       union all
       select action_type, action_config_id, failed from execution_sums
       where grain = 'failures' and first_day >= $1::date
         and first_day < (date_trunc('month', $1::date::timestamp) + interval '1 month')::date
       union all
       select action_type, action_config_id, failed from execution_sums
       where grain = 'month' and first_day > $1::date and failed > 0
       union all
       select action_type, action_config_id, -count from trigger_counts
       where $2 and trigger = 'test' and day >= $1::date and status = 'FAILED'
     ) each group by 1, 2 having sum(count) > 0 order by failed desc, action_config_id limit ${MOST}
   ) f
   left join lateral (
     select e.action_config_name, e.error, e.finished_at from executions e
     where e.action_config_id = f.action_config_id and e.status = 'FAILED' and ($2 is false or (e.trigger <> 'test' and not e.captured))
     order by e.id desc limit 1
   ) last on true
   left join lateral (
     select e.action_config_name, e.error, e.finished_at from executions e
     where f.action_config_id = '${NO_ID}' and e.action_config_id is null and e.status = 'FAILED'
       and e.action_type = f.action_type and ($2 is false or (e.trigger <> 'test' and not e.captured))
     order by e.action_config_id desc, e.id desc limit 1
   ) unknown on true
   order by f.failed desc, f.action_config_id`,
);

export const OLD_TRIGGER_COUNTS: RetentionRule = {
  table: 'trigger_counts',
  where: "day < date_trunc('month', now() at time zone 'UTC' - make_interval(days => $1))::date",
};

/**
 * Counts since `from`, in one round trip. `withoutTests` excludes tests from the top failures and the warning
 * count (contract: History and stats 10).
 */
export async function countsSince(db: StoreDatabase, from: Date, withoutTests: boolean) {
  const day = from.toISOString().slice(0, 10);
  const [, rows, topFailures, [withWarnings]] = await db.batch<
    [unknown, DailyCount, FailingRow, { warned: number }]
  >([
    bind(forceGenericPlan),
    bind(counted, day),
    bind(failing, day, withoutTests),
    countWarned(day, withoutTests),
  ]);
  return { counted: rows, topFailures, warned: withWarnings?.warned ?? 0 };
}
