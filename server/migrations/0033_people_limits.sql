-- How often something was tried, by account and by address. What is named is an HMAC: people type passwords where
-- addresses belong.
create table people_limits (
  key bytea primary key,
  -- Falls by itself, at the pace of each limit.
  spent double precision not null,
  at timestamptz not null
);
create index people_limits_by_time on people_limits (at);

-- Browsers that somebody has signed in with, by a hash of the cookie that they keep.
create table people_devices (
  person_id text not null references people (id) on delete cascade,
  device bytea not null,
  seen_at timestamptz not null default now(),
  primary key (person_id, device)
);
