-- Moves counters of past days into sums, some at a time, and returns how many. What a writer holds at this moment is left
-- for the next time, so nobody waits.
drop function fold_execution_counts();
create function fold_execution_counts(most integer default 10000) returns bigint
  language sql set search_path = pg_catalog, public, pg_temp
  as $$
  with held as (
    select ctid from public.execution_counts where day < (now() at time zone 'UTC')::date limit most
    for update skip locked
  ), folded as (
    delete from public.execution_counts c using held where c.ctid = held.ctid returning c.*
  ), summed as (
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
  )
  select count(*) from folded
  $$;
