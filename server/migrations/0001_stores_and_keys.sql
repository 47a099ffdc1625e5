-- The role every transaction of the application works as, whatever login it came with.
-- It owns nothing and bypasses nothing, so row-level security holds even for a superuser's login.
grant usage on schema public to outstep_app;

create table stores (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null default now()
);
alter table stores enable row level security;
alter table stores force row level security;
create policy own_store on stores using (id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, update on stores to outstep_app;

-- One data key a store, wrapped by the master key that `master_key_id` names.
create table store_keys (
  store_id uuid primary key references stores (id),
  wrapped bytea not null,
  master_key_id text not null,
  updated_at timestamptz not null default now()
);
alter table store_keys enable row level security;
alter table store_keys force row level security;
create policy own_store on store_keys using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert on store_keys to outstep_app;
create index store_keys_by_master_key on store_keys (master_key_id, store_id);

create table api_keys (
  store_id uuid not null references stores (id),
  id uuid not null,
  name text not null,
  -- SHA-256 of the whole key. The key itself is nowhere.
  hash bytea not null,
  prefix text not null,
  level text not null check (level in ('read', 'write', 'execute')),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- When anything that decides access last changed; every process asks for recent changes.
  changed_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
-- A key is looked up before its store is known, so its hash is unique across stores.
create unique index api_keys_by_hash on api_keys (hash);
create index api_keys_by_id on api_keys (id);
create index api_keys_by_change on api_keys (changed_at);
alter table api_keys enable row level security;
alter table api_keys force row level security;
create policy own_store on api_keys using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, update on api_keys to outstep_app;

-- What must cross stores is this closed list of functions.

create function key_by_hash(wanted bytea)
  returns table (
    id uuid, store_id uuid, store_name text, name text, prefix text, level text,
    created_at timestamptz, expires_at timestamptz, revoked_at timestamptz, last_used_at timestamptz
  )
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
    select k.id, k.store_id, s.name, k.name, k.prefix, k.level, k.created_at, k.expires_at, k.revoked_at, k.last_used_at
    from api_keys k join stores s on s.id = k.store_id
    where k.hash = wanted
  $$;

-- Hashes of the keys changed in the last `seconds`. The reader asks with a generous overlap:
-- a change becomes visible when its transaction ends, not when it was stamped.
create function keys_changed_within(seconds double precision) returns table (hash bytea)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$ select k.hash from api_keys k where k.changed_at > clock_timestamp() - make_interval(secs => seconds) $$;

create function touch_keys(ids uuid[], used timestamptz[]) returns void
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp
  as $$
    update api_keys k set last_used_at = greatest(k.last_used_at, u.used)
    from unnest(ids, used) as u (id, used)
    where k.id = u.id
  $$;

create function store_of_key(wanted uuid) returns uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$ select k.store_id from api_keys k where k.id = wanted $$;

revoke all on function key_by_hash(bytea), keys_changed_within(double precision), touch_keys(uuid[], timestamptz[]),
  store_of_key(uuid) from public;
grant execute on function key_by_hash(bytea), keys_changed_within(double precision), touch_keys(uuid[], timestamptz[]),
  store_of_key(uuid) to outstep_app;

-- Answers of POSTs that carried an Idempotency-Key, kept a day.
create table idempotent_answers (
  store_id uuid not null references stores (id),
  key_id uuid not null,
  idempotency_key text not null,
  -- SHA-256 of method, path and body: the same key for another call is refused.
  fingerprint bytea not null,
  -- Null while the first call is under way, and for good if it was cut off.
  answer json,
  expires_at timestamptz not null,
  primary key (store_id, key_id, idempotency_key),
  foreign key (store_id, key_id) references api_keys (store_id, id)
);
create index idempotent_answers_by_expiry on idempotent_answers (store_id, expires_at);
alter table idempotent_answers enable row level security;
alter table idempotent_answers force row level security;
create policy own_store on idempotent_answers
  using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, update, delete on idempotent_answers to outstep_app;
