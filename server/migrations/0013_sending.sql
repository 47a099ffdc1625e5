-- What mail of a domain is signed with (DKIM).
create table dkim_keys (
  store_id uuid not null references stores (id),
  domain text not null,
  selector text not null,
  -- Sealed with the store's data key.
  private_key bytea not null,
  created_at timestamptz not null default now(),
  primary key (store_id, domain)
);
alter table dkim_keys enable row level security;
alter table dkim_keys force row level security;
create policy own_store on dkim_keys using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, update, delete on dkim_keys to outstep_app;
