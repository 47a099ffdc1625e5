-- A version that outlives the newest 25: since when it is kept, and what a person calls it.
alter table layout_versions add column label text, add column kept_at timestamptz;
alter table preset_versions add column label text, add column kept_at timestamptz;
alter table http_request_versions add column label text, add column kept_at timestamptz;

-- The files that a version uses; null where an earlier release wrote it. A file that is deleted stays for as long as a
-- version needs it, and this answers it without reading what versions say.
alter table layout_versions add column files text[];
alter table preset_versions add column files text[];

-- Deleted files that a version may still need, with their bytes in storage. Everything that reads `files` does not know
-- of them, so that neither does anybody outside.
create table deleted_files (
  store_id uuid not null references stores (id),
  key text not null,
  filename text not null,
  content_type text not null,
  size bigint not null,
  width integer,
  height integer,
  created_at timestamptz not null,
  deleted_at timestamptz not null default clock_timestamp(),
  primary key (store_id, key)
);
create index deleted_files_by_age on deleted_files (store_id, deleted_at desc, key desc);
