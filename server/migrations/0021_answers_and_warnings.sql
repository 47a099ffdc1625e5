-- What the server or provider last said about a message, masked; null when it said nothing.
alter table deliveries add column answer jsonb;

-- Variables that were empty: how many, and which and where. Counts of executions with any are kept beside the others.
alter table executions add column warning_count smallint;
alter table executions add column warnings json;
alter table execution_counts add column warned bigint not null default 0;
alter table execution_sums add column warned_success bigint not null default 0;
alter table execution_sums add column warned_failed bigint not null default 0;

-- They hold executions with warnings alone, of which there are none yet, but each is built by reading all history: so
-- there are two, and not one for each pair of filters. Type and status, of which there are two each among these, are
-- looked at within the index.
-- squawk-ignore require-concurrent-index-creation
create index executions_warned on executions (store_id, id) include (action_type, status) where warning_count > 0;
-- squawk-ignore require-concurrent-index-creation
create index executions_warned_by_config on executions (store_id, action_config_id, id) include (action_type, status)
  where warning_count > 0;

-- Moves counters of past days into sums. What a writer holds at this moment is left for the next time, so nobody waits.
create or replace function fold_execution_counts() returns void
  language sql set search_path = pg_catalog, public, pg_temp
  as $$
  with held as (
    select ctid from public.execution_counts where day < (now() at time zone 'UTC')::date for update skip locked
  ), folded as (
    delete from public.execution_counts c using held where c.ctid = held.ctid returning c.*
  )
  insert into public.execution_sums
    (store_id, grain, first_day, action_type, action_config_id, success, failed, skipped, warned_success, warned_failed)
  select f.store_id, g.grain, g.first_day, f.action_type, g.action_config_id,
    coalesce(sum(f.count) filter (where f.status = 'SUCCESS'), 0),
    coalesce(sum(f.count) filter (where f.status = 'FAILED'), 0),
    coalesce(sum(f.count) filter (where f.status = 'SKIPPED'), 0),
    coalesce(sum(f.warned) filter (where f.status = 'SUCCESS'), 0),
    coalesce(sum(f.warned) filter (where f.status = 'FAILED'), 0)
  from folded f
  cross join lateral (values
    ('day', f.day, '00000000-0000-0000-0000-000000000000'::uuid),
    ('month', date_trunc('month', f.day)::date, f.action_config_id),
    ('failures', f.day, f.action_config_id)
  ) as g (grain, first_day, action_config_id)
  where g.grain <> 'failures' or f.status = 'FAILED'
  group by 1, 2, 3, 4, 5
  on conflict (store_id, grain, first_day, action_type, action_config_id) do update set
    success = public.execution_sums.success + excluded.success,
    failed = public.execution_sums.failed + excluded.failed,
    skipped = public.execution_sums.skipped + excluded.skipped,
    warned_success = public.execution_sums.warned_success + excluded.warned_success,
    warned_failed = public.execution_sums.warned_failed + excluded.warned_failed
  $$;
