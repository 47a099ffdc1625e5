-- Mails to people about what concerns their account or a store of theirs, until they are sent.
create table people_notices (
  person_id text not null references people (id) on delete cascade,
  id uuid not null,
  at timestamptz not null,
  operation text not null,
  -- The store that it is about, if it is about one.
  about_store uuid,
  -- What it is about is known by; nothing that people chose.
  detail text,
  by_operator boolean not null,
  address text,
  agent text,
  due_at timestamptz not null default now(),
  primary key (person_id, id)
);
create index people_notices_by_due on people_notices (due_at);

-- With a mail to the person, unless the same happened within the pause; without one where there is no pause.
create function record_people_event(event_id uuid, happened_at timestamptz, person text, person_email text,
  event_operation text, event_summary text, is_operator boolean, from_address text, from_agent text, mail_pause interval)
  returns void
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp
  as $$
    insert into people_notices (person_id, id, at, operation, by_operator, address, agent)
    select p.id, event_id, happened_at, event_operation, is_operator, from_address, from_agent from people p
    where mail_pause is not null and (p.id = person or p.email = person_email)
      and not exists (
        select from people_events e
        where e.person_id = p.id and e.operation = event_operation and e.at > happened_at - mail_pause
      );
    select record_people_event(event_id, happened_at, person, person_email, event_operation, event_summary, is_operator,
      from_address, from_agent);
  $$;

-- To the owners of the store that the transaction works for, and to the person who is meant, if it is one.
create function notify_owners(notice uuid, happened_at timestamptz, event_operation text, target text,
  event_detail text, is_operator boolean, from_address text, from_agent text) returns void
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp
  as $$
    insert into people_notices (person_id, id, at, operation, about_store, detail, by_operator, address, agent)
    select p.id, notice, happened_at, event_operation, nullif(current_setting('outstep.store', true), '')::uuid,
      event_detail, is_operator, from_address, from_agent
    from people p
    where p.id = target or p.id in (
      select m.person_id from store_members m
      where m.store_id = nullif(current_setting('outstep.store', true), '')::uuid and m.role = 'owner'
    )
  $$;

-- Those that are due, which are due again after the pause unless they are ended.
create function take_people_notices(most integer, pause_seconds double precision)
  returns table (person_id text, id uuid, email text, at timestamptz, operation text, about_store uuid, detail text,
    by_operator boolean, address text, agent text)
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp
  as $$
    with due as (
      select n.person_id, n.id from people_notices n where n.due_at <= now()
      order by n.due_at limit most for update skip locked
    )
    update people_notices n set due_at = now() + make_interval(secs => pause_seconds)
    from due, people p
    where n.person_id = due.person_id and n.id = due.id and p.id = n.person_id
    returning n.person_id, n.id, p.email, n.at, n.operation, n.about_store, n.detail, n.by_operator, n.address, n.agent
  $$;

create function end_people_notice(person text, notice uuid) returns void
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp
  as $$ delete from people_notices where person_id = person and id = notice $$;
