-- Who wants no more marketing mail. An address is found by its HMAC under a key of the store, so that it stays
-- unsubscribed when its text is erased.
create table unsubscribes (
  store_id uuid not null references stores (id),
  address_mac bytea not null check (octet_length(address_mac) = 32),
  -- Lower-cased; null once it is erased.
  address text,
  source text not null check (source in ('link', 'import', 'app')),
  created_at timestamptz not null default now(),
  primary key (store_id, address_mac)
);
alter table unsubscribes enable row level security;
alter table unsubscribes force row level security;
create policy own_store on unsubscribes using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, update, delete on unsubscribes to outstep_app;

-- Addresses that a mail server has refused for good. Found by the same HMAC.
create table suppressions (
  store_id uuid not null references stores (id),
  address_mac bytea not null check (octet_length(address_mac) = 32),
  address text,
  -- What the server said, which may name the address: it is emptied with it.
  reason text not null,
  created_at timestamptz not null default now(),
  primary key (store_id, address_mac)
);
alter table suppressions enable row level security;
alter table suppressions force row level security;
create policy own_store on suppressions using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, update, delete on suppressions to outstep_app;

-- Messages counted against a store's quota, by calendar month in UTC.
create table quota_usage (
  store_id uuid not null references stores (id),
  month date not null check (extract(day from month) = 1),
  used bigint not null check (used >= 0),
  primary key (store_id, month)
) with (fillfactor = 50);
alter table quota_usage enable row level security;
alter table quota_usage force row level security;
create policy own_store on quota_usage using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, update on quota_usage to outstep_app;

-- The month whose quota a unit was taken from for this message; it is set and the unit counted in one transaction.
alter table deliveries add column quota_month date;
