-- Work on a layout that is not saved yet: one for each author and layout, kept until it is published or dropped, for 30
-- days at most. It goes with the layout, with the key, and with the person when they leave the store.
create table layout_drafts (
  store_id uuid not null references stores (id),
  id uuid not null,
  layout_id uuid not null,
  -- One of both: the author.
  person_id text,
  key_id uuid,
  author_name text not null,
  revision integer not null default 1,
  base_version integer not null,
  -- Languages of that version that `base` has, some of them perhaps unchanged by now.
  base_locales text[] not null,
  -- Both packed: what these languages said in that version, and what the changed ones say in the draft.
  base bytea not null,
  locales text[] not null,
  content bytea not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  check (num_nonnulls(person_id, key_id) = 1),
  unique nulls not distinct (store_id, layout_id, person_id, key_id),
  foreign key (store_id, layout_id) references layouts (store_id, id) on delete cascade,
  foreign key (store_id, person_id) references store_members (store_id, person_id) on delete cascade,
  foreign key (store_id, key_id) references api_keys (store_id, id) on delete cascade
);
create index layout_drafts_by_person on layout_drafts (store_id, person_id);
create index layout_drafts_by_key on layout_drafts (store_id, key_id) where key_id is not null;
-- For `outstep maintain`, over all stores.
create index layout_drafts_by_age on layout_drafts (updated_at);

insert into default_limits (name, value) values ('drafts', 500) on conflict do nothing;

-- As before, with drafts.
create or replace function limit_used(store uuid, kind text) returns bigint
  language sql volatile set search_path = pg_catalog, public, pg_temp
  as $$
    select case kind
      when 'keys' then (select count(*) from api_keys k where k.store_id = store and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now()))
      when 'layouts' then (select count(*) from layouts l where l.store_id = store)
      when 'drafts' then (select count(*) from layout_drafts d where d.store_id = store)
      when 'requests' then (select count(*) from http_requests r where r.store_id = store)
      when 'files' then (select count(*) from files f where f.store_id = store)
      when 'file-bytes' then (select coalesce(sum(f.size), 0)::bigint from files f where f.store_id = store)
      when 'people' then (select count(*) from store_members m where m.store_id = store)
        + (select count(*) from store_invitations i where i.store_id = store and i.accepted_at is null
             and i.revoked_at is null and i.expires_at > now())
      when 'test-mails' then coalesce((select t.used from test_mail_usage t
        where t.store_id = store and t.hour = date_trunc('hour', now())), 0)
      when 'quota' then coalesce((select q.used from quota_usage q
        where q.store_id = store and q.month = date_trunc('month', now() at time zone 'utc')::date), 0)
    end
  $$;

create trigger require_room after insert on layout_drafts for each row execute function require_room('drafts');
