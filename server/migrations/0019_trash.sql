-- Layouts and requests that were deleted, for as long as they can be brought back. They are gone from their own tables,
-- so nothing else has to know of this one, and what they used can be deleted.
create table trash (
  store_id uuid not null references stores (id),
  id uuid not null,
  kind text not null check (kind in ('layout', 'http-request')),
  name text not null,
  deleted_by_type text not null check (deleted_by_type in ('key', 'user')),
  deleted_by_name text not null,
  deleted_at timestamptz not null default clock_timestamp(),
  -- What its versions do not say: of a request all of it, with credentials masked.
  content json not null,
  -- The complete content of a request, sealed with the store's data key; null when nothing was masked.
  sealed bytea,
  -- Of all of it, its versions too.
  bytes bigint not null default 0,
  primary key (store_id, id)
);
create index trash_by_age on trash (store_id, deleted_at desc, id desc);
-- For its end, over all stores.
create index trash_by_end on trash (deleted_at);
alter table trash enable row level security;
alter table trash force row level security;
create policy own_store on trash using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
-- Updating is what locking asks for.
grant select, insert, update, delete on trash to outstep_app;

-- Their versions. What is in `about` stands in columns of its own where versions are kept.
create table trash_versions (
  store_id uuid not null references stores (id),
  item_id uuid not null,
  version integer not null,
  about json not null,
  snapshot bytea not null,
  primary key (store_id, item_id, version),
  foreign key (store_id, item_id) references trash (store_id, id) on delete cascade
);
-- It is compressed already.
alter table trash_versions alter column snapshot set storage external;
alter table trash_versions enable row level security;
alter table trash_versions force row level security;
create policy own_store on trash_versions using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, delete on trash_versions to outstep_app;
