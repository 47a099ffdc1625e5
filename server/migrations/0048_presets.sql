-- A preset in other languages than its own: {"de": {"blocks": […], "writtenFor": …}}, where `writtenFor` is what its own
-- blocks were when the language was written, as digests. `json`, not `jsonb`: blocks read back as they were sent.
alter table presets
  -- Which language its own blocks are in; null where nobody has said.
  add column default_locale text,
  add column languages json not null default '{}';

-- A part stands anywhere among the blocks of a layout.
alter table presets drop constraint presets_kind_check;
-- A store has a few of them: looking at all takes no time.
-- squawk-ignore constraint-missing-not-valid
alter table presets add constraint presets_kind_check check (kind in ('header', 'footer', 'part'));

-- What a preset was after each of its newest writes. The number of a version is the preset's revision.
create table preset_versions (
  store_id uuid not null references stores (id),
  preset_id uuid not null,
  version integer not null,
  source text not null check (source in ('app', 'command', 'restore')),
  author_type text not null check (author_type in ('user', 'operator')),
  -- Empty where it is not known.
  author_name text not null,
  summary text not null,
  name text not null,
  blocks json not null,
  default_locale text,
  languages json not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, preset_id, version),
  foreign key (store_id, preset_id) references presets (store_id, id) on delete cascade
);

-- What is there already can be gone back to, although nobody knows any more who wrote it.
insert into preset_versions
  (store_id, preset_id, version, source, author_type, author_name, summary, name, blocks, default_locale, languages, created_at)
select store_id, id, revision, 'app', 'user', '', 'As it was before versions were kept', name, blocks, default_locale,
  languages, updated_at
from presets;
