import { bind, briefRead, type Queries, statement, type WrappedKey } from '../../../kernel/ports.ts';

const insertStoreRow = statement('store_insert', 'insert into stores (id, name) values ($1, $2)');
const insertKeyRow = statement(
  'store_key_insert',
  'insert into store_keys (store_id, wrapped, master_key_id) values ($1, $2, $3)',
);
const selectDataKey = briefRead<WrappedKey>(
  'store_key_get',
  'select wrapped, master_key_id as "masterKeyId" from store_keys',
);

const selectStore = briefRead<{ id: string }>('store_get', 'select id from stores');

/** Whether the scoped store exists. */
export const storeExists = async (db: Queries) => (await db.rows(bind(selectStore))).length > 0;

const selectName = briefRead<{ name: string }>('store_name', 'select name from stores');

/** `null` when the scoped store does not exist. */
export const storeName = async (db: Queries): Promise<string | null> =>
  (await db.rows(bind(selectName)))[0]?.name ?? null;

export interface NewStore {
  id: string;
  name: string;
  dataKey: WrappedKey;
}

export async function insertStore(tx: Queries, { id, name, dataKey }: NewStore) {
  await tx.rows(bind(insertStoreRow, id, name));
  await tx.rows(bind(insertKeyRow, id, dataKey.wrapped, dataKey.masterKeyId));
}

/** The store's wrapped data key; a store without one does not exist. */
export async function findDataKey(db: Queries) {
  const [row] = await db.rows(bind(selectDataKey));
  return row ?? null;
}
