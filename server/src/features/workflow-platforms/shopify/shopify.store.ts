import { bind, briefRead, type Queries, statement } from '../../../kernel/ports.ts';

export interface ShopOfStore {
  storeId: string;
  /** Shopify's id of the shop, if known. */
  shopId: string | null;
  isConnected: boolean;
  suspendedWhy: string | null;
}

const storesOf = briefRead<ShopOfStore>('stores_of_shop', 'select * from stores_of_shop($1)');
const connect = statement<{ shop: string }>(
  'shopify_shop_connect',
  `insert into shopify_shops (store_id, shop_domain, shop_id)
   select $1::uuid, $2::text, $3::text
   where not exists (select from stores_of_shop($2) s where s."isConnected" and s."storeId" <> $1::uuid)
   on conflict (store_id, shop_domain)
     do update set shop_id = coalesce(excluded.shop_id, shopify_shops.shop_id), disconnected_at = null
   returning shop_domain as shop`,
);
const disconnect = statement<{ shop: string }>(
  'shopify_shop_disconnect',
  `update shopify_shops set disconnected_at = coalesce(disconnected_at, now()) where shop_domain = $1
   returning shop_domain as shop`,
);
const forget = statement('shopify_shop_forget', 'delete from shopify_shops where shop_domain = $1');

/** Every store that a shop is or was connected to, through a database function made for this purpose. */
export const storesOfShop = (outside: Queries, domain: string) => outside.rows(bind(storesOf, domain));

/** `false` when another store has the shop. */
export const insertShop = async (db: Queries, storeId: string, domain: string, shopId: string | null) =>
  (await db.rows(bind(connect, storeId, domain, shopId))).length > 0;

/** `false` when the store never had the shop. */
export const markDisconnected = async (db: Queries, domain: string) =>
  (await db.rows(bind(disconnect, domain))).length > 0;

export const deleteShop = (db: Queries, domain: string) => db.rows(bind(forget, domain));
