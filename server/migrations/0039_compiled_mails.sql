-- What compiling made of a language, by the digest of all that went in: processes with different base urls, and two
-- releases side by side, keep theirs beside each other. The release before still writes `compiled_languages`, which is
-- dropped one release later.
create table compiled_mails (
  store_id uuid not null references stores (id),
  layout_id uuid not null,
  locale text not null,
  input bytea not null,
  compiled json not null,
  made_at timestamptz not null default now(),
  primary key (store_id, layout_id, locale, input),
  foreign key (store_id, layout_id, locale) references layout_languages (store_id, layout_id, locale) on delete cascade
);
