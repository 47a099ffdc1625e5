-- What a request was after each of its newest writes. The number of a version is the request's revision.
-- As in `http_requests`, texts are masked, and `sealed` has what was masked, sealed for the place of the request itself:
-- a version is a copy of the row.
create table http_request_versions (
  store_id uuid not null references stores (id),
  request_id uuid not null,
  version integer not null,
  source text not null check (source in ('api', 'app', 'mcp', 'restore')),
  author_type text not null check (author_type in ('key', 'user')),
  author_name text not null,
  summary text not null,
  name text not null,
  description text not null,
  method text not null,
  url text not null,
  headers json not null,
  body json,
  timeout_ms integer not null,
  test_variables json,
  sealed bytea,
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, request_id, version),
  foreign key (store_id, request_id) references http_requests (store_id, id) on delete cascade
);
alter table http_request_versions enable row level security;
alter table http_request_versions force row level security;
create policy own_store on http_request_versions using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, delete on http_request_versions to outstep_app;

-- What is there already can be gone back to, although nobody knows any more who wrote it.
insert into http_request_versions
  (store_id, request_id, version, source, author_type, author_name, summary, name, description, method, url, headers,
   body, timeout_ms, test_variables, sealed, created_at)
select store_id, id, revision, 'api', 'key', '', 'As it was before versions were kept', name, description, method, url,
  headers, body, timeout_ms, test_variables, sealed, updated_at
from http_requests;
