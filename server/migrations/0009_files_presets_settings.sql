-- What stands here is in storage under the same key; what is in storage alone is nobody's and is swept away.
create table files (
  store_id uuid not null references stores (id),
  -- Made by the server and not to be guessed: it is all that the public address of a picture rests on.
  key text not null check (key ~ '^f_[0-9a-z]{26}(\.[a-z0-9]{1,5})?$'),
  filename text not null,
  content_type text not null,
  size bigint not null check (size >= 0),
  -- Of pictures, in pixels.
  width integer,
  height integer,
  created_at timestamptz not null default now(),
  primary key (store_id, key)
);
create index files_by_age on files (store_id, created_at desc, key desc);
alter table files enable row level security;
alter table files force row level security;
create policy own_store on files using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
-- Updating is what locking asks for.
grant select, insert, update, delete on files to outstep_app;
-- No file is ever changed; but who refers to one locks it, and locking takes this right.
grant update (filename) on files to outstep_app;

-- Shared headers and footers. `json`, not `jsonb`: blocks read back as they were sent.
create table presets (
  store_id uuid not null references stores (id),
  id uuid not null,
  kind text not null check (kind in ('header', 'footer')),
  name text not null,
  blocks json not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id)
);
create index presets_by_change on presets (store_id, updated_at desc, id desc);
alter table presets enable row level security;
alter table presets force row level security;
create policy own_store on presets using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, update, delete on presets to outstep_app;

-- Texts that hold for the whole store, by name: `companyDetails`, or `companyDetails.de` for one language.
create table settings (
  store_id uuid not null references stores (id),
  name text not null,
  value text not null,
  -- Set where the value is the key of a file, which then cannot be deleted.
  file_key text,
  updated_at timestamptz not null default now(),
  primary key (store_id, name),
  foreign key (store_id, file_key) references files (store_id, key)
);
create index settings_by_file on settings (store_id, file_key) where file_key is not null;
alter table settings enable row level security;
alter table settings force row level security;
create policy own_store on settings using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, update, delete on settings to outstep_app;
