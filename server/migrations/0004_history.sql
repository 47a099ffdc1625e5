-- One execution a row. Ranges of the UUIDv7 `id` are ranges of time, so a partition is a month,
-- a single read finds its partition from the id alone, and retention drops tables instead of rows.
-- Request, response, recipients and timeline are masked before they get here.
create table executions (
  store_id uuid not null references stores (id),
  id uuid not null,
  action_type text not null check (action_type in ('EMAIL', 'HTTP_REQUEST')),
  status text not null check (status in ('PENDING', 'SUCCESS', 'FAILED', 'SKIPPED')),
  action_config_id uuid,
  action_config_name text not null,
  trigger text not null check (trigger in ('workflow', 'test', 'replay')),
  run_id text,
  step_id text,
  locale text,
  recipients json,
  attempts integer not null default 0,
  error text,
  request json,
  response json,
  timeline json not null default '[]',
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (store_id, id)
) partition by range (id);
create index executions_by_status on executions (store_id, status, id);
create index executions_by_action_type on executions (store_id, action_type, id);
create index executions_by_config on executions (store_id, action_config_id, id);
create index executions_pending on executions (store_id, id) include (action_type, action_config_id)
  where status = 'PENDING';
alter table executions enable row level security;
alter table executions force row level security;
create policy own_store on executions using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, update on executions to outstep_app;

-- Catches what no month was made for; `maintain_history` moves it where it belongs.
create table executions_default partition of executions default;
alter table executions_default enable row level security;
alter table executions_default force row level security;
create policy own_store on executions_default
  using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);

-- Finished executions, counted in the transaction that finishes them; totals and stats never count rows of history.
-- Sixteen shards, because one row that everybody updates would be where everybody waits. Days are those of `created_at`.
create table execution_counts (
  store_id uuid not null references stores (id),
  day date not null,
  action_type text not null,
  -- The nil id stands for an execution whose layout or request is not known.
  action_config_id uuid not null,
  status text not null,
  shard smallint not null,
  count bigint not null,
  primary key (store_id, day, action_type, action_config_id, status, shard)
);
alter table execution_counts enable row level security;
alter table execution_counts force row level security;
create policy own_store on execution_counts
  using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, update on execution_counts to outstep_app;

-- The smallest UUIDv7 of a moment.
create function first_id_of(moment timestamptz) returns uuid
  language sql immutable parallel safe
  as $$ select (lpad(to_hex(floor(extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid $$;

-- Makes partitions ahead, drops those past retention with their counts, and folds the shards of past days into one.
-- For the schema's owner only: it sees every store.
create function maintain_history(keep_days integer, months_ahead integer default 2)
  returns table (made integer, dropped integer)
  language plpgsql set search_path = pg_catalog, public, pg_temp
  as $$
  declare
    month timestamptz;
    part text;
    low uuid;
    high uuid;
    oldest date := (date_trunc('month', now() at time zone 'UTC' - make_interval(days => keep_days)))::date;
  begin
    made := 0;
    dropped := 0;
    for ahead in 0..months_ahead loop
      month := date_trunc('month', now(), 'UTC') + make_interval(months => ahead);
      part := 'executions_' || to_char(month at time zone 'UTC', 'YYYY_MM');
      continue when to_regclass('public.' || part) is not null;
      low := first_id_of(month);
      high := first_id_of(date_trunc('month', month + interval '40 days', 'UTC'));
      execute format('create table public.%I (like public.executions including all)', part);
      execute format('with moved as (delete from public.executions_default where id >= %L and id < %L returning *)
        insert into public.%I select * from moved', low, high, part);
      execute format('alter table public.%I enable row level security', part);
      execute format('alter table public.%I force row level security', part);
      execute format('create policy own_store on public.%I
        using (store_id = nullif(current_setting(''outstep.store'', true), '''')::uuid)', part);
      execute format('alter table public.executions attach partition public.%I for values from (%L) to (%L)', part, low, high);
      made := made + 1;
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

    with folded as (
      delete from public.execution_counts where shard > 0 and day < (now() at time zone 'UTC')::date - 1 returning *
    )
    insert into public.execution_counts (store_id, day, action_type, action_config_id, status, shard, count)
    select f.store_id, f.day, f.action_type, f.action_config_id, f.status, 0, sum(f.count) from folded f
    group by 1, 2, 3, 4, 5
    on conflict (store_id, day, action_type, action_config_id, status, shard)
      do update set count = public.execution_counts.count + excluded.count;
    return next;
  end
  $$;
revoke all on function maintain_history(integer, integer) from public;
