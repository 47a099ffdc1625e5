-- To whom a mail was addressed, those who were skipped too: an HMAC of the address under a key of the store, so that
-- people of the store can ask whether somebody got a mail. Partitioned and dropped by month as executions are.
create table execution_recipients (
  store_id uuid not null references stores (id),
  execution_id uuid not null,
  address_mac bytea not null check (octet_length(address_mac) = 32),
  -- Of the message to them in `deliveries`; null when none was made.
  position smallint,
  is_skipped boolean not null,
  primary key (store_id, address_mac, execution_id)
) partition by range (execution_id);
alter table execution_recipients enable row level security;
alter table execution_recipients force row level security;
create policy own_store on execution_recipients
  using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, delete on execution_recipients to outstep_app;

-- Catches what no month was made for; `maintain_recipients` moves it where it belongs.
create table execution_recipients_default partition of execution_recipients default;
alter table execution_recipients_default enable row level security;
alter table execution_recipients_default force row level security;
create policy own_store on execution_recipients_default
  using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);

-- Makes partitions ahead and drops those past retention, with the months of `maintain_history`.
-- For the schema's owner only: it sees every store.
create function maintain_recipients(keep_days integer, months_ahead integer default 2) returns void
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
      execute format('alter table public.%I enable row level security', part);
      execute format('alter table public.%I force row level security', part);
      execute format('create policy own_store on public.%I
        using (store_id = nullif(current_setting(''outstep.store'', true), '''')::uuid)', part);
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
revoke all on function maintain_recipients(integer, integer) from public;

-- How many recipients got nothing because they had unsubscribed, were suppressed or left out.
alter table executions add column skipped_recipients smallint not null default 0;
-- Which version of the layout was sent; null before it is planned, and for what has no versions.
alter table executions add column action_config_version integer;

-- The mail after which the address was refused for good.
alter table suppressions add column execution_id uuid;
