-- What the first account of an installation is created with: at most one at a time, by its hash. Whoever reads the
-- database, or a backup of it, cannot use it.
create table people_setup_code (
  id boolean primary key default true check (id),
  code_hash bytea not null,
  ends_at timestamptz not null
);
