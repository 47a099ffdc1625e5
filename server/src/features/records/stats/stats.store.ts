import { bind, type StoreDatabase, statement } from '../../../kernel/ports.ts';
import type { ActionType } from '../history/history.schema.ts';
import { forceGenericPlan } from '../history/history.store.ts';
import type { Counted } from './stats.schema.ts';

interface FailingRow {
  actionType: ActionType;
  actionConfigId: string | null;
  actionConfigName: string;
  failed: number;
  lastError: string | null;
  lastFailedAt: Date | null;
}

const MOST = 5;

/** One statement for one snapshot: an execution that ends meanwhile is counted once, as pending or finished. */
const counted = statement<Counted>(
  'stats_counted',
  `select day::text as day, action_type as "actionType", sum(success)::bigint as success, sum(failed)::bigint as failed,
     sum(skipped)::bigint as skipped, sum(pending)::bigint as pending
   from (
     select day, action_type, success, failed, skipped, 0 as pending
     from execution_counts, lateral (
       select case status when 'SUCCESS' then count else 0 end as success,
         case status when 'FAILED' then count else 0 end as failed,
         case status when 'SKIPPED' then count else 0 end as skipped
     ) each
     where day >= $1::date
     union all
     select first_day, action_type, success, failed, skipped, 0 from execution_sums
     where grain = 'day' and first_day >= $1::date
     union all
     select day_of_id(id), action_type, 0, 0, 0, 1 from executions
     where status = 'PENDING' and id >= first_id_of($1::date::timestamp at time zone 'UTC')
   ) counted group by day, action_type`,
);
/** Adds up the window's first month by day and later months as a whole. */
const failing = statement<FailingRow>(
  'stats_failing',
  `select f.action_type as "actionType", nullif(f.action_config_id, '00000000-0000-0000-0000-000000000000') as "actionConfigId",
     coalesce(last.action_config_name, '') as "actionConfigName", f.failed, last.error as "lastError",
     last.finished_at as "lastFailedAt"
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
     ) each group by 1, 2 order by failed desc, action_config_id limit ${MOST}
   ) f
   left join lateral (
     select e.action_config_name, e.error, e.finished_at from executions e
     where e.action_config_id = f.action_config_id and e.status = 'FAILED'
     order by e.id desc limit 1
   ) last on true
   order by f.failed desc, f.action_config_id`,
);

/** Counts since `from`, in one round trip. */
export async function countsSince(db: StoreDatabase, from: Date) {
  const day = from.toISOString().slice(0, 10);
  const [, rows, topFailures] = await db.batch<[unknown, Counted, FailingRow]>([
    bind(forceGenericPlan),
    bind(counted, day),
    bind(failing, day),
  ]);
  return { counted: rows, topFailures };
}
