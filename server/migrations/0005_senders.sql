create table smtp_senders (
  store_id uuid not null references stores (id),
  id uuid not null,
  name text not null,
  host text not null,
  port integer not null check (port between 1 and 65535),
  security text not null check (security in ('none', 'starttls', 'tls')),
  from_name text not null default '',
  from_address text not null,
  -- Both sealed with the store's data key; null when the server asks for no login.
  username bytea,
  password bytea,
  -- Connections to this server at a time, over all processes.
  connection_limit integer not null default 2 check (connection_limit > 0),
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id)
);
create index smtp_senders_by_change on smtp_senders (store_id, updated_at desc, id desc);
create unique index smtp_senders_one_default on smtp_senders (store_id) where is_default;
alter table smtp_senders enable row level security;
alter table smtp_senders force row level security;
create policy own_store on smtp_senders using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, update, delete on smtp_senders to outstep_app;

create table mailboxes (
  store_id uuid not null references stores (id),
  id uuid not null,
  provider text not null check (provider in ('google', 'microsoft')),
  -- What mail is sent from. Lists show and search the masked one alone, which is made when this is written.
  address text not null,
  masked_address text not null check (masked_address ~ '^.{1,2}\*{6}@[^@]+$'),
  -- Sealed with the store's data key.
  token bytea not null,
  status text not null default 'connected' check (status in ('connected', 'reconnect')),
  is_default boolean not null default false,
  connected_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id)
);
create index mailboxes_by_change on mailboxes (store_id, updated_at desc, id desc);
create unique index mailboxes_one_default on mailboxes (store_id) where is_default;
alter table mailboxes enable row level security;
alter table mailboxes force row level security;
create policy own_store on mailboxes using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, update, delete on mailboxes to outstep_app;
