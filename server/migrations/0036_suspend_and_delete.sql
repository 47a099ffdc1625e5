-- A suspended store keeps what it has, and nothing of it is sent. One that is being deleted is suspended too.
alter table stores
  add column suspended_at timestamptz,
  add column suspended_why text not null default '',
  add column deleted_at timestamptz;
alter table people add column suspended_at timestamptz;

-- What remains of a deleted store: that there was one, and who deleted it. Rows are gone when `finished_at` is set.
create table deleted_stores (
  id uuid primary key,
  deleted_at timestamptz not null default now(),
  deleted_by_type text not null check (deleted_by_type in ('operator', 'user')),
  deleted_by text not null,
  finished_at timestamptz
);

drop function key_by_hash(bytea);
create function key_by_hash(wanted bytea)
  returns table (
    id uuid, store_id uuid, store_name text, name text, prefix text, level text,
    created_at timestamptz, expires_at timestamptz, revoked_at timestamptz, last_used_at timestamptz,
    allowed_addresses text[], suspended_why text
  )
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
    select k.id, k.store_id, s.name, k.name, k.prefix, k.level, k.created_at, k.expires_at, k.revoked_at, k.last_used_at,
      k.allowed_addresses, case when s.suspended_at is not null then s.suspended_why end
    from api_keys k join stores s on s.id = k.store_id
    where k.hash = wanted
  $$;

drop function stores_of_person(text);
create function stores_of_person(wanted text)
  returns table (id uuid, name text, role text, suspended_why text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
    select s.id, s.name, m.role, case when s.suspended_at is not null then s.suspended_why end
    from store_members m join stores s on s.id = m.store_id
    where m.person_id = wanted order by s.name, s.id
  $$;

drop function stores_of_shop(text);
create function stores_of_shop(wanted text)
  returns table ("storeId" uuid, "shopId" text, "isConnected" boolean, "suspendedWhy" text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
    select s.store_id, s.shop_id, s.disconnected_at is null, case when o.suspended_at is not null then o.suspended_why end
    from shopify_shops s join stores o on o.id = s.store_id where s.shop_domain = wanted
  $$;

-- Takes what nobody has looked at in time, whichever store's it is; nothing during a hold, and nothing of suspended
-- stores. What only waits in a long line is not lost, so each time it is left in peace for twice as long.
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
        and o.store_id <> all (array(select s.id from stores s where s.suspended_at is not null))
      order by o.sweep_at limit most for update skip locked
    ) overdue
    where d.store_id = overdue.store_id and d.execution_id = overdue.execution_id and d.position = overdue.position
    returning d.store_id, d.execution_id, d.position, d.attempt, d.generation, d.lane, d.slots
  $$;

create or replace function take_overdue_repositories(most integer, patience_seconds double precision)
  returns table ("storeId" uuid, provider text, owner text, repository text)
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp
  as $$
    update repository_connections c set due_at = now()
    from (
      select d.store_id from repository_connections d
      where d.due_at < now() - make_interval(secs => patience_seconds)
        and not exists (select from sending_hold)
        and d.store_id <> all (array(select s.id from stores s where s.suspended_at is not null))
        and exists (
          select from repository_changes w
          where w.store_id = d.store_id and w.made_at < now() - make_interval(secs => patience_seconds)
        )
      order by d.due_at limit most for update skip locked
    ) overdue
    where c.store_id = overdue.store_id
    returning c.store_id, c.provider, c.owner, c.repository
  $$;
-- Suspended stores are few among many, and looked for with every sweep.
-- squawk-ignore require-concurrent-index-creation
create index stores_suspended on stores (id) where suspended_at is not null;

-- From here on nobody gets into the store that the transaction works for, and nothing of it is sent. False if its
-- deletion had begun before.
create function begin_store_deletion(by_type text, by_id text) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp
  as $$
  declare
    store uuid := nullif(current_setting('outstep.store', true), '')::uuid;
  begin
    update stores set deleted_at = now(), suspended_at = coalesce(suspended_at, now()), suspended_why = 'it is being deleted'
    where id = store and deleted_at is null;
    if not found then
      return false;
    end if;
    insert into deleted_stores (id, deleted_by_type, deleted_by) values (store, by_type, by_id) on conflict do nothing;
    update api_keys set revoked_at = coalesce(revoked_at, now()), changed_at = clock_timestamp() where store_id = store;
    delete from store_members where store_id = store;
    update store_invitations set revoked_at = coalesce(revoked_at, now()) where store_id = store;
    delete from platform_secrets where store_id = store;
    update shopify_shops set disconnected_at = coalesce(disconnected_at, now()) where store_id = store;
    return true;
  end
  $$;

create function stores_to_delete() returns table (id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$ select s.id from stores s where s.deleted_at is not null order by s.deleted_at $$;

-- Deletes some rows of the store that the transaction works for, and returns how many; 0 when none are left but its own
-- and its data key. Tables are found in the catalogue, those that refer to others first: a table that is added later
-- needs no line here, and no cascade makes a page larger than it says.
create function delete_store_rows(most integer) returns bigint
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp
  as $$
  declare
    store uuid := nullif(current_setting('outstep.store', true), '')::uuid;
    part regclass;
    gone bigint;
  begin
    if not exists (select from stores s where s.id = store and s.deleted_at is not null) then
      return 0;
    end if;
    for part in
      with recursive parts as (
        select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'store_id'
          and c.relname <> 'store_keys'
      ), links as (
        select distinct k.conrelid as child, k.confrelid as parent from pg_constraint k
        where k.contype = 'f' and k.conrelid <> k.confrelid
          and k.conrelid in (select oid from parts) and k.confrelid in (select oid from parts)
      ), depths as (
        select oid, 0 as depth from parts
        union
        select l.child, d.depth + 1 from depths d join links l on l.parent = d.oid where d.depth < 20
      )
      select oid from depths group by oid order by max(depth) desc, oid
    loop
      execute format('delete from %s where ctid = any (array(
        select ctid from %s where store_id = $1 limit $2 for update skip locked))', part, part) using store, most;
      get diagnostics gone = row_count;
      if gone > 0 then
        return gone;
      end if;
    end loop;
    return 0;
  end
  $$;

-- The last rows of a store. False when something was written meanwhile and there are others again.
create function finish_store_deletion() returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp
  as $$
  declare
    store uuid := nullif(current_setting('outstep.store', true), '')::uuid;
  begin
    if not exists (select from stores s where s.id = store and s.deleted_at is not null) then
      return true;
    end if;
    delete from store_keys where store_id = store;
    delete from stores where id = store;
    update deleted_stores set finished_at = now() where id = store;
    return true;
  exception when foreign_key_violation then
    return false;
  end
  $$;

-- Deletes somebody who signs in, unless stores would be left without an owner: then their names are returned.
create function delete_person(event_id uuid, person text, event_summary text, is_operator boolean, from_address text,
  from_agent text) returns text[]
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp
  as $$
  declare
    orphans text[];
  begin
    -- Others who leave at this moment wait, so that two last owners cannot both go.
    perform from store_members o
    where o.role = 'owner' and o.store_id in (select m.store_id from store_members m where m.person_id = person)
    order by o.store_id, o.person_id for update;
    select coalesce(array_agg(s.name order by s.name), '{}') into orphans
    from store_members m join stores s on s.id = m.store_id
    where m.person_id = person and m.role = 'owner' and not exists (
      select from store_members o where o.store_id = m.store_id and o.role = 'owner' and o.person_id <> person);
    if orphans <> '{}' then
      return orphans;
    end if;
    perform record_people_event(event_id, now(), person, null, 'delete_account', event_summary, is_operator, from_address,
      from_agent);
    -- It outlives the person, and names nobody.
    update people_events set person_id = null, address = null, agent = null where id = event_id;
    delete from people where id = person;
    return orphans;
  end
  $$;
