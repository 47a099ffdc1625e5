-- A layout as lists and searches need it; the content of its languages is apart, so that they read short rows.
create table layouts (
  store_id uuid not null references stores (id),
  id uuid not null,
  name text not null,
  description text not null,
  body_type text not null check (body_type in ('visual', 'text')),
  category text not null check (category in ('transactional', 'marketing')),
  -- Which of its languages is the main one.
  default_locale text not null,
  -- Copies of the main language's, to be listed and searched.
  subject text not null,
  preview_text text not null,
  -- All that a search looks at, in lower case once and for all: ILIKE would do that to each row of each search.
  searched text not null generated always as (lower(name || E'\x1f' || subject || E'\x1f' || description)) stored,
  -- Number of its newest version; every write makes one.
  version integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id)
);
create index layouts_by_change on layouts (store_id, updated_at desc, id desc);
create index layouts_by_category on layouts (store_id, category, updated_at desc, id desc);
alter table layouts enable row level security;
alter table layouts force row level security;
create policy own_store on layouts using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, update, delete on layouts to outstep_app;

-- How many layouts a store has, so that listing a page of many does not count them all.
create table layout_totals (
  store_id uuid not null references stores (id),
  category text not null check (category in ('transactional', 'marketing')),
  total bigint not null,
  primary key (store_id, category)
);
alter table layout_totals enable row level security;
alter table layout_totals force row level security;
create policy own_store on layout_totals using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, update on layout_totals to outstep_app;

-- The content of one language, of the main one too. `json`, not `jsonb`: a design reads back as it was sent.
create table layout_languages (
  store_id uuid not null references stores (id),
  layout_id uuid not null,
  locale text not null,
  subject text not null,
  preview_text text not null,
  -- Of visual layouts.
  body_design json,
  -- Of text layouts.
  body text,
  -- Null where a translation sends the layout's.
  attachments json,
  marketing_texts json,
  -- What the main language was when this translation was written, as digests; null for the main language itself.
  written_for json,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, layout_id, locale),
  foreign key (store_id, layout_id) references layouts (store_id, id) on delete cascade
);
alter table layout_languages enable row level security;
alter table layout_languages force row level security;
create policy own_store on layout_languages using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, update, delete on layout_languages to outstep_app;

-- What compiling made of a language's content, good for as long as `input` is the digest of what it was made from.
create table compiled_languages (
  store_id uuid not null references stores (id),
  layout_id uuid not null,
  locale text not null,
  input bytea not null,
  compiled json not null,
  primary key (store_id, layout_id, locale),
  foreign key (store_id, layout_id, locale) references layout_languages (store_id, layout_id, locale) on delete cascade
);
alter table compiled_languages enable row level security;
alter table compiled_languages force row level security;
create policy own_store on compiled_languages using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, update, delete on compiled_languages to outstep_app;

-- A complete snapshot of a layout and its languages each, compressed.
create table layout_versions (
  store_id uuid not null references stores (id),
  layout_id uuid not null,
  version integer not null,
  source text not null check (source in ('api', 'app', 'mcp', 'restore', 'promote', 'repository')),
  author_type text not null check (author_type in ('key', 'user')),
  author_name text not null,
  summary text not null,
  subject text not null,
  locales text[] not null,
  snapshot bytea not null,
  created_at timestamptz not null default now(),
  primary key (store_id, layout_id, version),
  foreign key (store_id, layout_id) references layouts (store_id, id) on delete cascade
);
-- It is compressed already.
alter table layout_versions alter column snapshot set storage external;
alter table layout_versions enable row level security;
alter table layout_versions force row level security;
create policy own_store on layout_versions using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, delete on layout_versions to outstep_app;

-- What uses a file. The reference to the file restricts, so that a delete racing a save cannot win.
create table file_references (
  store_id uuid not null references stores (id),
  file_key text not null,
  layout_id uuid,
  preset_id uuid,
  check (num_nonnulls(layout_id, preset_id) = 1),
  unique nulls not distinct (store_id, file_key, layout_id, preset_id),
  foreign key (store_id, file_key) references files (store_id, key),
  foreign key (store_id, layout_id) references layouts (store_id, id) on delete cascade,
  foreign key (store_id, preset_id) references presets (store_id, id) on delete cascade
);
create index file_references_of_layout on file_references (store_id, layout_id) where layout_id is not null;
create index file_references_of_preset on file_references (store_id, preset_id) where preset_id is not null;
alter table file_references enable row level security;
alter table file_references force row level security;
create policy own_store on file_references using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, delete on file_references to outstep_app;

create table preset_references (
  store_id uuid not null references stores (id),
  preset_id uuid not null,
  layout_id uuid not null,
  primary key (store_id, layout_id, preset_id),
  foreign key (store_id, preset_id) references presets (store_id, id),
  foreign key (store_id, layout_id) references layouts (store_id, id) on delete cascade
);
create index preset_references_of_preset on preset_references (store_id, preset_id);
alter table preset_references enable row level security;
alter table preset_references force row level security;
create policy own_store on preset_references using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, delete on preset_references to outstep_app;

-- The places in workflows that use a layout, as far as a platform has told.
create table step_references (
  store_id uuid not null references stores (id),
  layout_id uuid not null,
  platform text not null,
  step_id text not null,
  seen_at timestamptz not null default now(),
  primary key (store_id, layout_id, platform, step_id),
  foreign key (store_id, layout_id) references layouts (store_id, id) on delete cascade
);
alter table step_references enable row level security;
alter table step_references force row level security;
create policy own_store on step_references using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, update, delete on step_references to outstep_app;
