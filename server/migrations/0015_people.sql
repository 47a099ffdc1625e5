-- People who sign in to the app. What they sign in with belongs to no store, so it is kept from the role that works for
-- stores, and the role that signs people in sees these tables alone.
grant usage on schema public to outstep_people;

create table people (
  id text primary key,
  name text not null,
  -- Lower-cased.
  email text not null,
  email_verified boolean not null,
  image text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index people_by_email on people (email);

create table people_sessions (
  id text primary key,
  person_id text not null references people (id) on delete cascade,
  -- Worth nothing without the signature that its cookie carries.
  token text not null,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index people_sessions_by_token on people_sessions (token);
create index people_sessions_by_person on people_sessions (person_id);

-- Passwords, hashed.
create table people_accounts (
  id text primary key,
  person_id text not null references people (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index people_accounts_by_person on people_accounts (person_id);

-- Links to set a password and challenges of passkeys, for as long as they can be used.
create table people_verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index people_verifications_by_identifier on people_verifications (identifier);

create table people_passkeys (
  id text primary key,
  person_id text not null references people (id) on delete cascade,
  name text,
  public_key text not null,
  credential_id text not null,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz
);
create unique index people_passkeys_by_credential on people_passkeys (credential_id);
create index people_passkeys_by_person on people_passkeys (person_id);

-- How often an address on the network has tried to sign in.
create table people_rate_limits (
  id text primary key,
  key text not null,
  count bigint not null,
  last_request bigint not null
);
create unique index people_rate_limits_by_key on people_rate_limits (key);

grant select, insert, update, delete on people, people_sessions, people_accounts, people_verifications, people_passkeys,
  people_rate_limits to outstep_people;

create table store_members (
  store_id uuid not null references stores (id),
  person_id text not null references people (id) on delete cascade,
  role text not null check (role in ('viewer', 'editor', 'owner')),
  created_at timestamptz not null default now(),
  primary key (store_id, person_id)
);
create index store_members_by_person on store_members (person_id);
alter table store_members enable row level security;
alter table store_members force row level security;
create policy own_store on store_members using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, update, delete on store_members to outstep_app;

create table store_invitations (
  store_id uuid not null references stores (id),
  id uuid not null,
  -- SHA-256 of the token in the link. The token itself is nowhere.
  token_hash bytea not null,
  -- Lower-cased: the person with this address alone may take it.
  email text not null,
  role text not null check (role in ('viewer', 'editor', 'owner')),
  invited_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  primary key (store_id, id)
);
-- An invitation is looked up before its store is known.
create unique index store_invitations_by_token on store_invitations (token_hash);
alter table store_invitations enable row level security;
alter table store_invitations force row level security;
create policy own_store on store_invitations
  using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, update on store_invitations to outstep_app;

-- Who changed what. No values: which operation, on which record.
create table audit_log (
  store_id uuid not null references stores (id),
  id uuid not null,
  at timestamptz not null,
  actor_type text not null check (actor_type in ('key', 'user', 'operator')),
  actor_id text not null,
  actor_name text not null,
  via text not null check (via in ('api', 'app', 'mcp', 'command')),
  operation text not null,
  target text,
  summary text not null,
  primary key (store_id, id)
);
-- For retention, over all stores.
create index audit_log_by_time on audit_log (at);
alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy own_store on audit_log using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert on audit_log to outstep_app;

-- People send idempotent calls too, and are no keys.
alter table idempotent_answers drop constraint idempotent_answers_store_id_key_id_fkey;

-- What must cross stores, or the line between stores and people.

create function stores_of_person(wanted text) returns table (id uuid, name text, role text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
    select s.id, s.name, m.role from store_members m join stores s on s.id = m.store_id
    where m.person_id = wanted order by s.name, s.id
  $$;

-- Of the store that the transaction works for.
create function members_of_store() returns table (id text, name text, email text, role text, since timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
    select p.id, p.name, p.email, m.role, m.created_at from store_members m join people p on p.id = m.person_id
    where m.store_id = nullif(current_setting('outstep.store', true), '')::uuid
    order by m.created_at, p.id
  $$;

create function invitation_by_token(wanted bytea)
  returns table (store_id uuid, id uuid, store_name text, email text, role text, invited_by text, expires_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
    select i.store_id, i.id, s.name, i.email, i.role, i.invited_by, i.expires_at
    from store_invitations i join stores s on s.id = i.store_id
    where i.token_hash = wanted and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
  $$;

revoke all on function stores_of_person(text), members_of_store(), invitation_by_token(bytea) from public;
grant execute on function stores_of_person(text), members_of_store(), invitation_by_token(bytea) to outstep_app;
