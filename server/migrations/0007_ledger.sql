-- Which execution a run of a platform became: the same run id again is the same execution. Kept 30 days.
create table runs (
  store_id uuid not null references stores (id),
  platform text not null,
  run_id text not null,
  execution_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (store_id, platform, run_id)
);
create index runs_by_age on runs using brin (created_at);
alter table runs enable row level security;
alter table runs force row level security;
create policy own_store on runs using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert on runs to outstep_app;

-- What a step was given, sealed with the store's data key. History is masked, so retry and replay work from this.
-- Erased a week after the step has ended.
create table step_inputs (
  store_id uuid not null references stores (id),
  execution_id uuid not null,
  sealed bytea not null,
  created_at timestamptz not null default now(),
  primary key (store_id, execution_id)
);
create index step_inputs_by_age on step_inputs using brin (created_at);
alter table step_inputs enable row level security;
alter table step_inputs force row level security;
create policy own_store on step_inputs using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, update, delete on step_inputs to outstep_app;

-- What must be done, and how far it is. The record decides whether something goes out, not the engine.
-- Position 0 is the step itself: the call it makes, or the planning of its messages; a message each from 1 on.
create table deliveries (
  store_id uuid not null references stores (id),
  execution_id uuid not null,
  position smallint not null check (position >= 0),
  -- planned → claimed → data → sent | failed | unknown. From `data` on it may have gone out.
  state text not null check (state in ('planned', 'claimed', 'data', 'sent', 'failed', 'unknown')),
  -- Where it waits its turn: a store or a sender, and how many may be under way there at once.
  lane text not null,
  slots smallint not null check (slots > 0),
  attempt smallint not null default 1,
  due_at timestamptz not null default now(),
  -- Counts submissions of this attempt that the engine ran in vain: it takes the same one twice for one.
  generation integer not null default 0,
  -- Counts claims: whoever held an earlier one records nothing any more.
  claims integer not null default 0,
  -- The submission that holds the claim.
  holder integer,
  lease_until timestamptz,
  -- When somebody must look at it if nobody has; null once it has ended.
  sweep_at timestamptz,
  -- How often somebody has, and found it waiting.
  sweeps smallint not null default 0,
  -- A masked sentence, when it ended otherwise than well.
  error text,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (store_id, execution_id, position)
) with (autovacuum_vacuum_scale_factor = 0.02);
create index deliveries_to_sweep on deliveries (sweep_at) where sweep_at is not null;
create index deliveries_by_age on deliveries using brin (created_at);
alter table deliveries enable row level security;
alter table deliveries force row level security;
create policy own_store on deliveries using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, update on deliveries to outstep_app;

-- Takes what nobody has looked at in time, whichever store's it is. What only waits in a long line is not lost, so
-- each time it is left in peace for twice as long.
create function take_overdue_deliveries(most integer, patience_seconds double precision)
  returns table (
    "storeId" uuid, "executionId" uuid, "position" smallint, attempt smallint, generation integer, lane text, slots smallint
  )
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp
  as $$
    update deliveries d
    set sweeps = least(d.sweeps + 1, 6),
      sweep_at = now() + make_interval(secs => patience_seconds * 2 ^ d.sweeps)
    from (
      select o.store_id, o.execution_id, o.position from deliveries o
      where o.sweep_at < now() order by o.sweep_at limit most for update skip locked
    ) overdue
    where d.store_id = overdue.store_id and d.execution_id = overdue.execution_id and d.position = overdue.position
    returning d.store_id, d.execution_id, d.position, d.attempt, d.generation, d.lane, d.slots
  $$;
revoke all on function take_overdue_deliveries(integer, double precision) from public;
grant execute on function take_overdue_deliveries(integer, double precision) to outstep_app;

-- Erases what steps were given a week after their end, and forgets runs and deliveries after a month.
-- For the schema's owner only: it sees every store.
create function maintain_ledger() returns table (inputs_erased bigint, runs_forgotten bigint)
  language plpgsql set search_path = pg_catalog, public, pg_temp
  as $$
  begin
    with erased as (
      delete from public.step_inputs i
      where i.created_at < now() - interval '7 days' and not exists (
        select from public.executions e where e.store_id = i.store_id and e.id = i.execution_id
          and (e.finished_at is null or e.finished_at > now() - interval '7 days'))
      returning 1
    )
    select count(*) into inputs_erased from erased;
    with forgotten as (delete from public.runs where created_at < now() - interval '30 days' returning 1)
    select count(*) into runs_forgotten from forgotten;
    delete from public.deliveries where created_at < now() - interval '30 days' and sweep_at is null;
    return next;
  end
  $$;
revoke all on function maintain_ledger() from public;
