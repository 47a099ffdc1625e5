-- Where a store keeps its layouts as code.
create table repository_connections (
  store_id uuid primary key references stores (id),
  provider text not null check (provider in ('github')),
  owner text not null,
  repository text not null,
  branch text not null,
  -- Below which the layouts are; empty for the root.
  folder text not null,
  -- What lets us in: a token, sealed with the store's data key, or an installation of the operator's own app.
  token bytea,
  installation_id bigint,
  check (num_nonnulls(token, installation_id) = 1),
  status text not null default 'connected' check (status in ('connected', 'waiting', 'reconnect')),
  last_error text,
  -- Tries that failed one after the other.
  failures integer not null default 0,
  -- Before this nothing is tried.
  due_at timestamptz not null default now(),
  last_commit text,
  last_commit_at timestamptz,
  connected_at timestamptz not null default now()
);
alter table repository_connections enable row level security;
alter table repository_connections force row level security;
create policy own_store on repository_connections
  using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, update, delete on repository_connections to outstep_app;

-- Versions that are to become commits, in the order of their positions. Written with the version itself, so that none
-- is lost, and with its content, because versions are pruned and an outage may last.
create table repository_changes (
  store_id uuid not null,
  position bigint generated always as identity,
  layout_id uuid not null,
  -- Null when the layout was deleted.
  snapshot bytea,
  author_name text not null,
  summary text not null,
  made_at timestamptz not null default clock_timestamp(),
  -- Commits that were made for it and may have come to be on the branch.
  tried text[] not null default '{}',
  primary key (store_id, position),
  foreign key (store_id) references repository_connections (store_id) on delete cascade
);
-- It is compressed already.
alter table repository_changes alter column snapshot set storage external;
alter table repository_changes enable row level security;
alter table repository_changes force row level security;
create policy own_store on repository_changes
  using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, update, delete on repository_changes to outstep_app;

-- Takes repositories for which something has waited too long, whichever store's they are: the engine lost it, or was
-- away when it came. Each is left alone for the same time afterwards.
create function take_overdue_repositories(most integer, patience_seconds double precision)
  returns table ("storeId" uuid, provider text, owner text, repository text)
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp
  as $$
    update repository_connections c set due_at = now()
    from (
      select d.store_id from repository_connections d
      where d.due_at < now() - make_interval(secs => patience_seconds)
        and exists (
          select from repository_changes w
          where w.store_id = d.store_id and w.made_at < now() - make_interval(secs => patience_seconds)
        )
      order by d.due_at limit most for update skip locked
    ) overdue
    where c.store_id = overdue.store_id
    returning c.store_id, c.provider, c.owner, c.repository
  $$;
revoke all on function take_overdue_repositories(integer, double precision) from public;
grant execute on function take_overdue_repositories(integer, double precision) to outstep_app;
