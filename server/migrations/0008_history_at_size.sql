-- Every filter and every pair of filters is one range of one index, in the order of the list: no entry is looked at and
-- passed over, and a page far down is found in the index alone. Those with a status leave out PENDING: an execution is
-- entered into them once, when it ends, and `executions_pending` lists the rest.
-- Nothing was released before this file, so there is no history whose indexes would take long to build.
-- squawk-ignore require-concurrent-index-deletion
drop index executions_by_status;
-- squawk-ignore require-concurrent-index-creation
create index executions_by_status on executions (store_id, status, id) where status <> 'PENDING';
-- squawk-ignore require-concurrent-index-creation
create index executions_by_type_and_status on executions (store_id, action_type, status, id) where status <> 'PENDING';
-- squawk-ignore require-concurrent-index-creation
create index executions_by_config_and_status on executions (store_id, action_config_id, status, id)
  where status <> 'PENDING';

-- What `execution_counts` held of past days. A store's counters by day and configuration can be as many as its
-- executions; these are not: a year of days, and a month for each configuration. A count is in one of the two tables
-- at any moment, so their sum is exact whether or not `maintain_history` has run.
create table execution_sums (
  store_id uuid not null references stores (id),
  -- `day`: a day, all configurations together (the nil id), for stats. `month`: a month of one configuration, for totals.
  -- `failures`: a day's FAILED of one configuration, for the part of a month with which a window of days begins.
  grain text not null check (grain in ('day', 'month', 'failures')),
  first_day date not null,
  action_type text not null,
  action_config_id uuid not null,
  success bigint not null,
  failed bigint not null,
  skipped bigint not null,
  primary key (store_id, grain, first_day, action_type, action_config_id) include (success, failed, skipped)
);
alter table execution_sums enable row level security;
alter table execution_sums force row level security;
create policy own_store on execution_sums
  using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select on execution_sums to outstep_app;

-- The day, in UTC, that an execution counts for. From the id and not from `created_at`, because its place in the list and
-- its partition come from the id too: a day then holds exactly the rows that are listed under it and dropped with it.
create function day_of_id(id uuid) returns date
  language sql immutable parallel safe
  as $$ select (timestamp 'epoch' + ('x' || left(translate(id::text, '-', ''), 12))::bit(48)::bigint * interval '1 millisecond')::date $$;

-- Makes the partition of a month, with what the default partition caught of it; false if it was there.
create function make_history_month(month timestamptz) returns boolean
  language plpgsql set search_path = pg_catalog, public, pg_temp
  as $$
  declare
    part text := 'executions_' || to_char(month at time zone 'UTC', 'YYYY_MM');
    low uuid := first_id_of(month);
    high uuid := first_id_of(date_trunc('month', month + interval '40 days', 'UTC'));
  begin
    if to_regclass('public.' || part) is not null then
      return false;
    end if;
    execute format('create table public.%I (like public.executions including all)', part);
    -- Lists are read from indexes alone where a page of rows is known to be visible to all, and vacuum is what knows.
    execute format('alter table public.%I set (autovacuum_vacuum_scale_factor = 0.02,
      autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)', part);
    execute format('with moved as (delete from public.executions_default where id >= %L and id < %L returning *)
      insert into public.%I select * from moved', low, high, part);
    execute format('alter table public.%I enable row level security', part);
    execute format('alter table public.%I force row level security', part);
    execute format('create policy own_store on public.%I
      using (store_id = nullif(current_setting(''outstep.store'', true), '''')::uuid)', part);
    execute format('alter table public.executions attach partition public.%I for values from (%L) to (%L)', part, low, high);
    return true;
  end
  $$;
revoke all on function make_history_month(timestamptz) from public;

-- Moves counters of past days into sums. What a writer holds at this moment is left for the next time, so nobody waits.
create function fold_execution_counts() returns void
  language sql set search_path = pg_catalog, public, pg_temp
  as $$
  with held as (
    select ctid from public.execution_counts where day < (now() at time zone 'UTC')::date for update skip locked
  ), folded as (
    delete from public.execution_counts c using held where c.ctid = held.ctid returning c.*
  )
  insert into public.execution_sums
    (store_id, grain, first_day, action_type, action_config_id, success, failed, skipped)
  select f.store_id, g.grain, g.first_day, f.action_type, g.action_config_id,
    coalesce(sum(f.count) filter (where f.status = 'SUCCESS'), 0),
    coalesce(sum(f.count) filter (where f.status = 'FAILED'), 0),
    coalesce(sum(f.count) filter (where f.status = 'SKIPPED'), 0)
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
    skipped = public.execution_sums.skipped + excluded.skipped
  $$;
revoke all on function fold_execution_counts() from public;

-- Makes partitions ahead, drops those past retention with their counts, and folds the counters of past days.
-- For the schema's owner only: it sees every store.
create or replace function maintain_history(keep_days integer, months_ahead integer default 2)
  returns table (made integer, dropped integer)
  language plpgsql set search_path = pg_catalog, public, pg_temp
  as $$
  declare
    part text;
    oldest date := (date_trunc('month', now() at time zone 'UTC' - make_interval(days => keep_days)))::date;
  begin
    made := 0;
    dropped := 0;
    for ahead in 0..months_ahead loop
      if make_history_month(date_trunc('month', now(), 'UTC') + make_interval(months => ahead)) then
        made := made + 1;
      end if;
    end loop;

    for part in
      select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'public.executions'::regclass and c.relname ~ '^executions_\d{4}_\d\d$'
        and to_date(substr(c.relname, 12), 'YYYY_MM') < oldest
    loop
      execute format('drop table public.%I', part);
      dropped := dropped + 1;
    end loop;
    delete from public.execution_counts where day < oldest;
    delete from public.execution_sums where first_day < oldest;
    perform fold_execution_counts();
    return next;
  end
  $$;
