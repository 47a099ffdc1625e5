-- What may become an alert, counted where it happens and taken away by whoever judges it: a failure in the statement that
-- ends its execution, the rest where it is noticed. A minute of one cause is at most as many rows as there are shards of
-- `execution_counts`: a shard is the one that the execution was counted in, so nobody waits here who did not wait there.
-- Nothing in it was said by a server or written by a customer: reasons are words of a closed list, details are statuses,
-- domains, and names of secrets and variables.
create table alert_signals (
  store_id uuid not null references stores (id),
  minute timestamptz not null,
  source text not null check (source in ('EMAIL', 'HTTP_REQUEST', 'quota', 'repository', 'domain')),
  reason text not null,
  detail text not null,
  -- The nil id stands for none.
  config_id uuid not null,
  sender_id uuid not null,
  shard smallint not null,
  count bigint not null,
  -- Executions; null where it is none.
  first_id uuid,
  last_id uuid,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (store_id, minute, source, reason, detail, config_id, sender_id, shard)
);
alter table alert_signals set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);

-- A cause that is watched, and from `opened_at` on told of, until `closed_at`.
create table alerts (
  store_id uuid not null references stores (id),
  id uuid not null,
  kind text not null check (kind in ('failures', 'sender', 'domain', 'missing_value', 'quota', 'repository')),
  -- What makes two signals one cause.
  cause text not null,
  source text not null,
  reason text not null,
  detail text not null,
  sender_id uuid,
  -- Layouts or requests, a few at most; `more_configs` says that there were others.
  config_ids uuid[] not null,
  more_configs boolean not null,
  count bigint not null,
  first_id uuid,
  last_id uuid,
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- Counts of the last minutes: [[minute, count], …].
  recent jsonb not null,
  -- How long it must be quiet before it counts as over; longer for what comes back again and again.
  quiet_seconds integer not null,
  look_at timestamptz not null,
  opened_at timestamptz,
  closed_at timestamptz,
  closed_why text check (closed_why in ('recovered', 'quiet', 'removed')),
  primary key (store_id, id)
);
create unique index alerts_by_cause on alerts (store_id, cause) where closed_at is null;
create index alerts_due on alerts (look_at) where closed_at is null;
create index alerts_by_opening on alerts (store_id, opened_at desc, id) where opened_at is not null;
create index alerts_closed on alerts (closed_at) where closed_at is not null;

-- What a person of the store wants to be told of, and how; without a row it depends on the role.
create table alert_choices (
  store_id uuid not null references stores (id),
  person_id text not null,
  language text not null check (language in ('en', 'de')),
  in_app text[] not null,
  by_mail text[] not null,
  primary key (store_id, person_id),
  foreign key (store_id, person_id) references store_members (store_id, person_id) on delete cascade
);

-- The one address of a store that alerts are posted to.
create table alert_webhooks (
  store_id uuid primary key references stores (id),
  -- Both sealed with the store's data key: a path or a query may be a credential.
  url bytea not null,
  secret bytea not null,
  host text not null,
  kinds text[] not null,
  created_at timestamptz not null default now(),
  last_at timestamptz,
  -- Null when the last one was taken.
  last_error text
);

-- What is still to be told: to a person by mail, or to the webhook.
create table alert_messages (
  store_id uuid not null references stores (id),
  id uuid not null,
  alert_id uuid not null,
  event text not null check (event in ('opened', 'closed')),
  -- Null for the webhook.
  person_id text,
  attempts smallint not null default 0,
  due_at timestamptz not null,
  made_at timestamptz not null,
  primary key (store_id, id),
  foreign key (store_id, alert_id) references alerts (store_id, id) on delete cascade,
  foreign key (store_id, person_id) references store_members (store_id, person_id) on delete cascade
);
create index alert_messages_by_alert on alert_messages (store_id, alert_id);
create index alert_messages_by_person on alert_messages (store_id, person_id);
create index alert_messages_due on alert_messages (due_at);

-- When SPF, DKIM and DMARC of a sender are looked up next, and what was found last:
-- {"domain": "example.com", "host": "smtp.example.com", "right": ["spf"], "broken": ["dkim"]}.
alter table smtp_senders
  add column domain_due_at timestamptz not null default now(),
  add column domain_states jsonb;

-- Stores with signals of past minutes, or with an alert that is to be looked at; no more than `most` of either. Reads one
-- entry of the index for each store, however many signals it has.
create function stores_with_alert_work(at timestamptz, most integer) returns table (id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
    with recursive signalled as (
      (select s.store_id, 1 as nth from alert_signals s where s.minute < date_trunc('minute', at) order by s.store_id limit 1)
      union all
      select (
        select n.store_id from alert_signals n
        where n.store_id > p.store_id and n.minute < date_trunc('minute', at) order by n.store_id limit 1
      ), p.nth + 1
      from signalled p where p.store_id is not null and p.nth < most
    ), due as (
      select a.store_id from alerts a where a.closed_at is null and a.look_at <= at order by a.look_at limit most
    )
    select w.store_id from (select store_id from signalled union select store_id from due) w
    where w.store_id is not null
  $$;

-- What is due, with whom it goes to; it is due again after the pause unless it is ended. Nothing of suspended stores, and
-- nothing while everything is held back. `email` is null where nobody may be mailed any more.
create function take_alert_messages(at timestamptz, most integer, pause_seconds double precision)
  returns table (store_id uuid, id uuid, alert_id uuid, event text, person_id text, attempts smallint, email text)
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp
  as $$
    with due as (
      select m.store_id, m.id from alert_messages m
      where m.due_at <= at and not exists (select from sending_hold)
        and m.store_id <> all (array(select s.id from stores s where s.suspended_at is not null))
      order by m.due_at limit most for update skip locked
    )
    update alert_messages m set attempts = m.attempts + 1, due_at = at + make_interval(secs => pause_seconds)
    from due where m.store_id = due.store_id and m.id = due.id
    returning m.store_id, m.id, m.alert_id, m.event, m.person_id, m.attempts,
      (select p.email from people p where p.id = m.person_id and p.email_verified and p.suspended_at is null)
  $$;

-- Senders whose domain is to be looked up, which are due again a day later.
create function take_due_domains(at timestamptz, most integer) returns table (store_id uuid, sender_id uuid)
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp
  as $$
    with due as (
      select s.store_id, s.id from smtp_senders s
      where s.domain_due_at <= at and s.store_id <> all (array(select o.id from stores o where o.suspended_at is not null))
      order by s.domain_due_at limit most for update skip locked
    )
    update smtp_senders s set domain_due_at = at + interval '1 day'
    from due where s.store_id = due.store_id and s.id = due.id
    returning s.store_id, s.id
  $$;
