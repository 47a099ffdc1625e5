-- What a workflow platform signs its calls with. Two are live at a time, so that one can be replaced without a gap.
create table platform_secrets (
  store_id uuid not null references stores (id),
  id uuid not null,
  -- Sealed with the store's data key.
  secret bytea not null,
  -- Not the time of the transaction: those that make one wait for each other, and the last to get its turn is the newest.
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
alter table platform_secrets enable row level security;
alter table platform_secrets force row level security;
create policy own_store on platform_secrets using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, delete on platform_secrets to outstep_app;
