-- The owner of the tables sees every store by a policy, because no managed PostgreSQL gives it BYPASSRLS: it is a member of
-- `outstep_operator`, and so are the functions that look across stores, which run as their owner.

-- Row-level security of a table with rows of stores, forced, with both policies; what is there already is not touched,
-- since each change locks the table. `outstep migrate` calls it for every table, one at a time.
create function guard_store_table(guarded regclass) returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp
  as $$
  declare
    store_column text := case guarded when 'public.stores'::regclass then 'id' else 'store_id' end;
    found_table pg_class;
  begin
    select * into found_table from pg_class where oid = guarded;
    if not found_table.relrowsecurity then
      execute format('alter table %s enable row level security', guarded);
    end if;
    if not found_table.relforcerowsecurity then
      execute format('alter table %s force row level security', guarded);
    end if;
    if not exists (select from pg_policy where polrelid = guarded and polname = 'own_store') then
      execute format('create policy own_store on %s
        using (%I = nullif(current_setting(''outstep.store'', true), '''')::uuid)', guarded, store_column);
    end if;
    if not exists (select from pg_policy where polrelid = guarded and polname = 'every_store') then
      execute format('create policy every_store on %s to outstep_operator using (true)', guarded);
    end if;
  end
  $$;

-- Makes the partition of a month, with what the default partition caught of it; false if it was there.
create or replace function make_history_month(month timestamptz) returns boolean
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
    perform guard_store_table(('public.' || part)::regclass);
    execute format('alter table public.executions attach partition public.%I for values from (%L) to (%L)', part, low, high);
    return true;
  end
  $$;

-- Makes partitions ahead and drops those past retention, with the months of `maintain_history`.
-- For the schema's owner only: it sees every store.
create or replace function maintain_recipients(keep_days integer, months_ahead integer default 2) returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp
  as $$
  declare
    month timestamptz;
    part text;
    low uuid;
    high uuid;
    oldest date := (date_trunc('month', now() at time zone 'UTC' - make_interval(days => keep_days)))::date;
  begin
    for ahead in 0..months_ahead loop
      month := date_trunc('month', now(), 'UTC') + make_interval(months => ahead);
      part := 'execution_recipients_' || to_char(month at time zone 'UTC', 'YYYY_MM');
      continue when to_regclass('public.' || part) is not null;
      low := first_id_of(month);
      high := first_id_of(date_trunc('month', month + interval '40 days', 'UTC'));
      execute format('create table public.%I (like public.execution_recipients including all)', part);
      execute format('with moved as (
        delete from public.execution_recipients_default where execution_id >= %L and execution_id < %L returning *)
        insert into public.%I select * from moved', low, high, part);
      perform guard_store_table(('public.' || part)::regclass);
      execute format('alter table public.execution_recipients attach partition public.%I for values from (%L) to (%L)',
        part, low, high);
    end loop;
    for part in
      select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'public.execution_recipients'::regclass and c.relname ~ '_\d{4}_\d\d$'
        and to_date(right(c.relname, 7), 'YYYY_MM') < oldest
    loop
      execute format('drop table public.%I', part);
    end loop;
    delete from public.execution_recipients_default where execution_id < first_id_of(oldest::timestamp at time zone 'UTC');
  end
  $$;
