import { bind, briefRead, type Queries, statement, type WrappedKey } from '../../../kernel/ports.ts';

const insertStoreRow = statement(
  'store_insert',
  'insert into stores (id, name, account_id) values ($1, $2, $3)',
);
const insertKeyRow = statement(
  'store_key_insert',
  'insert into store_keys (store_id, wrapped, master_key_id) values ($1, $2, $3)',
);
const selectDataKey = briefRead<WrappedKey>(
  'store_key_get',
  'select wrapped, master_key_id as "masterKeyId" from store_keys',
);

const selectStore = briefRead<{ id: string }>('store_get', 'select id from stores where deleted_at is null');

/** Whether the scoped store exists. */
export const storeExists = async (db: Queries) => (await db.rows(bind(selectStore))).length > 0;

const selectName = briefRead<{ name: string }>('store_name', 'select name from stores');

/** `null` when the scoped store does not exist. */
export const storeName = async (db: Queries): Promise<string | null> =>
  (await db.rows(bind(selectName)))[0]?.name ?? null;

export interface NewStore {
  id: string;
  name: string;
  /** The account of the person who creates the store; `null` gives it a separate account. */
  account: string | null;
  dataKey: WrappedKey;
}

export async function insertStore(tx: Queries, { id, name, account, dataKey }: NewStore) {
  await tx.rows(bind(insertStoreRow, id, name, account));
  await tx.rows(bind(insertKeyRow, id, dataKey.wrapped, dataKey.masterKeyId));
}

const suspend = statement(
  'store_suspend',
  'update stores set suspended_at = coalesce(suspended_at, now()), suspended_why = $1',
);
const resume = statement<{ id: string }>(
  'store_resume',
  `update stores set suspended_at = null, suspended_why = ''
   where suspended_at is not null and deleted_at is null returning id`,
);
// Every process caches keys until they change.
const touchKeys = statement('store_touch_keys', 'update api_keys set changed_at = clock_timestamp()');

/** Suspends the store from now on, replacing an earlier reason. */
export async function suspendStoreRow(tx: Queries, why: string): Promise<void> {
  await tx.rows(bind(suspend, why));
  await tx.rows(bind(touchKeys));
}

/** `false` if the store was not suspended. */
export async function resumeStoreRow(tx: Queries): Promise<boolean> {
  const [resumed] = await tx.rows(bind(resume));
  if (resumed) await tx.rows(bind(touchKeys));
  return resumed !== undefined;
}

const selectAccount = briefRead<{ account: string }>(
  'store_account',
  'select coalesce(account_id, id::text) as account from stores',
);
const moveTo = statement('store_move', 'update stores set account_id = $1');

/** The account of the store in scope; `null` if the store does not exist. */
export const findAccount = async (db: Queries): Promise<string | null> =>
  (await db.rows(bind(selectAccount)))[0]?.account ?? null;

/** `null` gives the store a separate account. */
export const setAccount = (tx: Queries, account: string | null) => tx.rows(bind(moveTo, account));

/** The store's wrapped data key; a store without one does not exist. */
export async function findDataKey(db: Queries) {
  const [row] = await db.rows(bind(selectDataKey));
  return row ?? null;
}
