-- Words by which history finds an execution: for each a hash of 64 bits under a key of the store, so that nobody who reads
-- the database can read them. One row for each execution, with at most 32. Partitioned and dropped by month as executions
-- are.
create table execution_words (
  store_id uuid not null,
  execution_id uuid not null,
  words bigint[] not null,
  primary key (store_id, execution_id)
) partition by range (execution_id);
-- New entries are collected and entered together, which takes a third of the time. The list of those that wait is short,
-- because every search reads it whole and one writer in several hundred enters all of it.
create index execution_words_by_word on execution_words using gin (words) with (gin_pending_list_limit = 256);
select guard_store_table('execution_words');
grant select, insert, update, delete on execution_words to outstep_app;

-- Catches what no month was made for; `maintain_months_of` moves it where it belongs.
create table execution_words_default partition of execution_words default;
select guard_store_table('execution_words_default');

-- For tables that are partitioned by the months of `execution_id`: makes partitions ahead and drops those past retention,
-- with the months of `maintain_history`. For the schema's owner only: it sees every store.
create function maintain_months_of(parent text, keep_days integer, months_ahead integer default 2) returns void
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
      part := parent || '_' || to_char(month at time zone 'UTC', 'YYYY_MM');
      continue when to_regclass('public.' || part) is not null;
      low := first_id_of(month);
      high := first_id_of(date_trunc('month', month + interval '40 days', 'UTC'));
      execute format('create table public.%I (like public.%I including all)', part, parent);
      execute format('with moved as (
        delete from public.%I where execution_id >= %L and execution_id < %L returning *)
        insert into public.%I select * from moved', parent || '_default', low, high, part);
      perform guard_store_table(('public.' || part)::regclass);
      execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)',
        parent, part, low, high);
    end loop;
    for part in
      select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = ('public.' || parent)::regclass and c.relname ~ '_\d{4}_\d\d$'
        and to_date(right(c.relname, 7), 'YYYY_MM') < oldest
    loop
      execute format('drop table public.%I', part);
    end loop;
    execute format('delete from public.%I where execution_id < %L', parent || '_default',
      first_id_of(oldest::timestamp at time zone 'UTC'));
  end
  $$;
revoke all on function maintain_months_of(text, integer, integer) from public;

-- Processes of the previous release call this.
create or replace function maintain_recipients(keep_days integer, months_ahead integer default 2) returns void
  language sql set search_path = pg_catalog, public, pg_temp
  as $$ select maintain_months_of('execution_recipients', keep_days, months_ahead) $$;

-- The executions of the store that the transaction works for which have all these words. PostgreSQL uses no index on an
-- array under row-level security, because the operator is not known to leak nothing about rows of other stores; here
-- the store is a condition like any other.
create function executions_with_words(wanted bigint[], low uuid, high uuid) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
    select w.execution_id from execution_words w
    where w.store_id = nullif(current_setting('outstep.store', true), '')::uuid
      and w.words @> wanted and w.execution_id >= low and w.execution_id < high
  $$;
revoke all on function executions_with_words(bigint[], uuid, uuid) from public;
grant execute on function executions_with_words(bigint[], uuid, uuid) to outstep_app;
