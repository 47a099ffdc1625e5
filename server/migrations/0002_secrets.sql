create table secrets (
  store_id uuid not null references stores (id),
  name text not null,
  description text not null default '',
  -- Sealed with the store's data key; null when the secret has no value yet.
  value bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, name)
);
create index secrets_by_change on secrets (store_id, updated_at desc, name);
alter table secrets enable row level security;
alter table secrets force row level security;
create policy own_store on secrets using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, update, delete on secrets to outstep_app;
