-- Which store a Shopify shop belongs to. A shop that was disconnected is remembered: Shopify asks two days after an app
-- was removed to have the shop's data erased, and only then is the row gone.
create table shopify_shops (
  store_id uuid not null references stores (id),
  shop_domain text not null,
  -- Shopify's own number, where the operator has given it: a domain may come to belong to another shop.
  shop_id text,
  created_at timestamptz not null default now(),
  disconnected_at timestamptz,
  primary key (store_id, shop_domain)
);
-- A shop is looked up before its store is known, so it is unique across stores while it is connected.
create unique index shopify_shops_by_domain on shopify_shops (shop_domain) where disconnected_at is null;
create index shopify_shops_ever on shopify_shops (shop_domain);
alter table shopify_shops enable row level security;
alter table shopify_shops force row level security;
create policy own_store on shopify_shops using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, update, delete on shopify_shops to outstep_app;

create function stores_of_shop(wanted text) returns table ("storeId" uuid, "shopId" text, "isConnected" boolean)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$ select s.store_id, s.shop_id, s.disconnected_at is null from shopify_shops s where s.shop_domain = wanted $$;
revoke all on function stores_of_shop(text) from public;
grant execute on function stores_of_shop(text) to outstep_app;

-- Personal data that is to be erased. What steps still need waits for their end, so a row stays until nothing is left.
create table erasures (
  store_id uuid not null references stores (id),
  id uuid not null,
  -- The customer's address, sealed with the store's data key; null for everybody's.
  address bytea,
  -- What came later is not meant.
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  primary key (store_id, id)
);
create index erasures_due on erasures (due_at);
alter table erasures enable row level security;
alter table erasures force row level security;
create policy own_store on erasures using (store_id = nullif(current_setting('outstep.store', true), '')::uuid);
grant select, insert, update, delete on erasures to outstep_app;

-- Takes erasures that are due, whichever store's they are, so that no two workers do the same one at a time.
create function take_due_erasures(most integer, again_seconds double precision) returns table ("storeId" uuid, id uuid)
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp
  as $$
    update erasures e set due_at = now() + make_interval(secs => again_seconds)
    from (
      select d.store_id, d.id from erasures d where d.due_at <= now() order by d.due_at limit most for update skip locked
    ) due
    where e.store_id = due.store_id and e.id = due.id
    returning e.store_id, e.id
  $$;
revoke all on function take_due_erasures(integer, double precision) from public;
grant execute on function take_due_erasures(integer, double precision) to outstep_app;
