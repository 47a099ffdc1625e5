-- While there is a row here, nothing is sent: what is restored from a backup may have been sent since. Only `outstep hold`
-- and `outstep restore` write it.
create table sending_hold (
  is_on boolean primary key default true check (is_on),
  since timestamptz not null default clock_timestamp()
);

-- Takes what nobody has looked at in time, whichever store's it is; nothing during a hold. What only waits in a long line
-- is not lost, so each time it is left in peace for twice as long.
create or replace function take_overdue_deliveries(most integer, patience_seconds double precision)
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
      where o.sweep_at < now() and not exists (select from sending_hold)
      order by o.sweep_at limit most for update skip locked
    ) overdue
    where d.store_id = overdue.store_id and d.execution_id = overdue.execution_id and d.position = overdue.position
    returning d.store_id, d.execution_id, d.position, d.attempt, d.generation, d.lane, d.slots
  $$;

-- Takes repositories for which something has waited too long, whichever store's they are: the engine lost it, or was
-- away when it came; none during a hold. Each is left alone for the same time afterwards.
create or replace function take_overdue_repositories(most integer, patience_seconds double precision)
  returns table ("storeId" uuid, provider text, owner text, repository text)
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp
  as $$
    update repository_connections c set due_at = now()
    from (
      select d.store_id from repository_connections d
      where d.due_at < now() - make_interval(secs => patience_seconds)
        and not exists (select from sending_hold)
        and exists (
          select from repository_changes w
          where w.store_id = d.store_id and w.made_at < now() - make_interval(secs => patience_seconds)
        )
      order by d.due_at limit most for update skip locked
    ) overdue
    where c.store_id = overdue.store_id
    returning c.store_id, c.provider, c.owner, c.repository
  $$;

-- Makes deliveries that had not ended when the hold began look as if their sending had begun and nobody had come back:
-- workers then end each as unknown and send none. Returns how many; called until there are none.
-- For the owner of the tables only: it sees every store.
create function give_up_held_deliveries(most integer, why text) returns bigint
  language sql volatile set search_path = pg_catalog, public, pg_temp
  as $$
    with held as (
      select o.store_id, o.execution_id, o.position from public.deliveries o
      where o.sweep_at is not null and o.error is null and o.created_at <= (select since from public.sending_hold)
      limit most for update
    ), given_up as (
      update public.deliveries d
      set state = 'data', error = why, due_at = least(d.due_at, now()), sweep_at = now(), sweeps = 0,
        holder = null, lease_until = now() - interval '1 second'
      from held where d.store_id = held.store_id and d.execution_id = held.execution_id and d.position = held.position
      returning 1
    )
    select count(*) from given_up
  $$;
