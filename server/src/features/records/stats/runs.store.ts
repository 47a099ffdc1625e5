import { type BoundStatement, bind, statement } from '../../../kernel/ports.ts';
import type { ActionType } from '../history/history.schema.ts';
import type { RunWindow } from './runs.rules.ts';
import type { RecentRuns, RunCount } from './runs.schema.ts';

/** How many index entries to scan per call, divided among the layouts. */
const MOST_ENTRIES = 100_000;
/** How many history rows to read per call. */
const MOST_ROWS = 2_000;
const FEWEST_ROWS = 50;

/**
 * Finished workflow runs. Once a day is over, the counters of a single layout cover whole months, so the days
 * before the window's first month are counted in an index, up to the limit. It is a single statement with a
 * single snapshot, so that rows moved by concurrent maintenance are counted once.
 */
const counted = statement<RunCount>(
  'runs_counted',
  `select c.id as "actionConfigId", past.count > $5 as "isMore",
     greatest(0, least(past.count, $5::bigint) + coalesce(known.count, 0))::bigint as runs
   from unnest($1::uuid[]) as c (id)
   left join (
     select action_config_id as id, sum(count) as count from (
       select action_config_id, count from execution_counts
       where day >= $4::date and action_type = $2 and action_config_id = any($1)
       union all
       select action_config_id, success + failed + skipped from execution_sums
       where grain = 'month' and first_day >= $4::date and action_type = $2 and action_config_id = any($1)
       union all
       select action_config_id, -count from trigger_counts
       where day >= $3::date and action_type = $2 and action_config_id = any($1)
     ) each group by 1
   ) known on known.id = c.id
   cross join lateral (
     select count(*) as count from (
       select from executions e
       where e.action_config_id = c.id and e.status in ('SUCCESS', 'FAILED', 'SKIPPED')
         and e.id >= first_id_of($3::date::timestamp at time zone 'UTC')
         and e.id < first_id_of($4::date::timestamp at time zone 'UTC')
       limit $5::bigint + 1
     ) entries
   ) past`,
);

const recent = statement<RecentRuns>(
  'runs_recent',
  `select c.id as "actionConfigId", r.are_runs as "areRuns", r.workflow, r.step_id as "stepId", r.locale,
     count(*) as count, max(r.created_at) as "lastAt", min(r.created_at) as "firstAt"
   from unnest($1::uuid[]) as c (id) cross join lateral (
     select e.trigger = 'workflow' and not e.captured and e.status <> 'PENDING' as are_runs, e.workflow, e.step_id,
       e.locale, e.created_at
     from executions e
     where e.action_config_id = c.id and e.id >= first_id_of($2::date::timestamp at time zone 'UTC')
     order by e.id desc limit $3
   ) r group by 1, 2, 3, 4, 5`,
);

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** How often each of them ran in the window. Tests, replays and captured emails don't count as runs. */
export const countRunsQuery = (
  ids: readonly string[],
  actionType: ActionType,
  { from, monthsFrom }: RunWindow,
): BoundStatement<RunCount> =>
  bind(counted, ids, actionType, dayOf(from), dayOf(monthsFrom), Math.floor(MOST_ENTRIES / ids.length));

/** How many of the newest executions of each to read. */
export const newestExecutionsQuery = (ids: readonly string[]) =>
  Math.max(FEWEST_ROWS, Math.floor(MOST_ROWS / ids.length));

/** The newest executions of each in the window, grouped by what ran them and by language. */
export const recentRuns = (ids: readonly string[], { from }: RunWindow): BoundStatement<RecentRuns> =>
  bind(recent, ids, dayOf(from), newestExecutionsQuery(ids));
