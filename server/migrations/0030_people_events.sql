-- Sign-ins, what failed of them, and changes of what somebody signs in with. A store's audit log has those of its members
-- too; this has them all, also of people without a store and of nobody known.
create table people_events (
  id uuid primary key,
  at timestamptz not null,
  person_id text references people (id) on delete cascade,
  operation text not null,
  by_operator boolean not null,
  address text,
  agent text
);
create index people_events_by_person on people_events (person_id, id desc);
create index people_events_by_time on people_events (at);

-- In one statement for people known and unknown, so that neither the answer nor its time tells them apart. The person
-- may be named by their address instead.
create function record_people_event(event_id uuid, happened_at timestamptz, person text, person_email text,
  event_operation text, event_summary text, is_operator boolean, from_address text, from_agent text) returns void
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp
  as $$
    with known as (
      select p.id, p.name from people p where p.id = person or p.email = person_email
    ), event as (
      insert into people_events (id, at, person_id, operation, by_operator, address, agent)
      values (event_id, happened_at, (select known.id from known), event_operation, is_operator, from_address, from_agent)
    )
    insert into audit_log (store_id, id, at, actor_type, actor_id, actor_name, via, operation, target, summary, address,
      agent)
    select m.store_id, event_id, happened_at, case when is_operator then 'operator' else 'user' end,
      case when is_operator then 'operator' else known.id end, case when is_operator then 'operator' else known.name end,
      case when is_operator then 'command' else 'app' end, event_operation, known.id, event_summary, from_address, from_agent
    from known join store_members m on m.person_id = known.id
  $$;
