-- Texts are stored with literal credentials masked; what was masked is in `sealed` alone.
-- So no read, search or dump of the plain columns can show a credential.
-- `json`, not `jsonb`: what was sent reads back as it was sent, in its order.
create table http_requests (
  store_id uuid not null references stores (id),
  id uuid not null,
  name text not null,
  description text not null,
  method text not null,
  url text not null,
  headers json not null,
  body json,
  timeout_ms integer not null,
  test_variables json,
  -- The complete content, sealed with the store's data key; null when nothing was masked.
  sealed bytea,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id)
);
create index http_requests_by_change on http_requests (store_id, updated_at desc, id desc);
alter table http_requests enable row level security;
alter table http_requests force row level security;
create policy own_store on http_requests using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, update, delete on http_requests to outstep_app;
