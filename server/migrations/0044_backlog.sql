-- What a delivery is for, as its execution says: how much waits is told for calls and mails apart. Rows of earlier
-- releases have none and are not counted.
alter table deliveries add column action_type text;

-- Where the trace of a step goes on, as W3C writes it (`traceparent`): work is submitted again from the ledger alone.
alter table step_inputs add column traceparent text;

-- What waits, for metrics: read every few seconds while a hundred thousand may wait, so nothing here reads more than a
-- bounded part of an index. Deliveries are counted up to `most`; those of suspended stores and commits for repositories
-- that a person has to connect again wait for somebody, and make nothing late.
create function read_backlog(most integer) returns table (
    "httpWaiting" bigint, "httpSeconds" double precision, "mailWaiting" bigint, "mailSeconds" double precision,
    "pushSeconds" double precision, "erasureSeconds" double precision, "isHeld" boolean
  )
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  -- A planner that does not know how few rows are asked for would read and sort them all.
  set enable_sort = off set enable_seqscan = off set enable_bitmapscan = off
  as $$
    with suspended as materialized (
      select array(select s.id from stores s where s.suspended_at is not null) as ids
    ), http as (
      select count(*) as waiting, min(w.due_at) filter (where w.store_id <> all (p.ids)) as oldest
      from suspended p, lateral (
        select d.store_id, d.due_at from deliveries d
        where d.state = 'planned' and d.action_type = 'HTTP_REQUEST' and d.due_at <= now() order by d.due_at limit most
      ) w
    ), mail as (
      select count(*) as waiting, min(w.due_at) filter (where w.store_id <> all (p.ids)) as oldest
      from suspended p, lateral (
        select d.store_id, d.due_at from deliveries d
        where d.state = 'planned' and d.action_type = 'EMAIL' and d.due_at <= now() order by d.due_at limit most
      ) w
    ), pushes as (
      select min(w.made_at) as oldest
      from (select c.store_id, c.made_at from repository_changes c order by c.made_at limit most / 10) w
      where (select r.status from repository_connections r where r.store_id = w.store_id) <> 'reconnect'
    )
    select http.waiting, coalesce(extract(epoch from now() - http.oldest), 0)::double precision,
      mail.waiting, coalesce(extract(epoch from now() - mail.oldest), 0)::double precision,
      coalesce(extract(epoch from now() - pushes.oldest), 0)::double precision,
      coalesce(
        extract(epoch from now() - (select e.created_at from erasures e order by e.created_at limit 1)), 0
      )::double precision,
      exists (select from sending_hold)
    from http, mail, pushes
  $$;
revoke all on function read_backlog(integer) from public;
grant execute on function read_backlog(integer) to outstep_app;
