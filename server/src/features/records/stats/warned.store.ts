import { type Bound, bind, statement } from '../../../kernel/ports.ts';

/** From counters like all other figures; those under way from their index. */
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

/** Executions with warnings since the start of a day, all or without tests. */
export const warnedSince = (day: string, withoutTests: boolean): Bound<{ warned: number }> =>
  bind(warned, day, withoutTests);
