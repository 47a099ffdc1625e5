-- Which processes run, and the IDs (fingerprints) of the master keys that they know. A process renews its row; one that
-- has ended without removing its row is no longer counted once the row is old.
create table running_processes (
  id uuid primary key,
  kind text not null,
  host text not null,
  pid integer not null,
  master_key_ids text[] not null,
  seen_at timestamptz not null
);

-- Announces the process, and returns one wrapped data key for each master key in use, so that the process can try to open
-- it. `master-key rotate` excludes announcements while it rewraps a page: a process is seen by that page, or sees it.
create function announce_process(this uuid, process_kind text, on_host text, process_pid integer, key_ids text[])
  returns table (store_id uuid, wrapped bytea, master_key_id text)
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp
  as $$
  begin
    perform pg_advisory_xact_lock_shared(hashtext('outstep master key'));
    insert into running_processes (id, kind, host, pid, master_key_ids, seen_at)
      values (this, process_kind, on_host, process_pid, key_ids, clock_timestamp())
      on conflict (id) do update set seen_at = excluded.seen_at, master_key_ids = excluded.master_key_ids;
    delete from running_processes where seen_at < clock_timestamp() - interval '1 hour';
    return query
      with recursive used as (
        select min(k.master_key_id) as id from store_keys k
        union all
        select (select min(k.master_key_id) from store_keys k where k.master_key_id > used.id)
        from used where used.id is not null
      )
      select k.store_id, k.wrapped, k.master_key_id from used
      cross join lateral (
        select * from store_keys s where s.master_key_id = used.id order by s.store_id limit 1
      ) k;
  end
  $$;
revoke all on function announce_process(uuid, text, text, integer, text[]) from public;
grant execute on function announce_process(uuid, text, text, integer, text[]) to outstep_app;

-- For a process that ends in order.
create function withdraw_process(this uuid) returns void
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp
  as $$ delete from running_processes where id = this $$;
revoke all on function withdraw_process(uuid) from public;
grant execute on function withdraw_process(uuid) to outstep_app;
