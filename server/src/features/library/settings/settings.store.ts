import { bind, briefRead, type Queries, statement } from '../../../kernel/ports.ts';

const all = briefRead<{ name: string; value: string }>(
  'settings_all',
  'select name, value from settings order by name',
);
const upsert = statement(
  'setting_set',
  `insert into settings (store_id, name, value, file_key) values ($1, $2, $3, $4)
   on conflict (store_id, name) do update
   set value = excluded.value, file_key = excluded.file_key, updated_at = now()`,
);
// An advisory lock until the transaction ends: missing rows cannot be locked.
const lock = statement(
  'settings_lock',
  "select pg_advisory_xact_lock(hashtextextended('settings ' || $1::text, 0))",
);
const remove = statement('setting_remove', 'delete from settings where name = $1');

/** Other changes of the store's settings wait until the transaction ends. */
export const lockSettings = (tx: Queries, storeId: string) => tx.rows(bind(lock, storeId));

export const allSettings = bind(all);

/** Every setting of the store, by name. */
export const settingsOf = async (db: Queries): Promise<Map<string, string>> =>
  new Map((await db.rows(allSettings)).map(({ name, value }) => [name, value]));

export interface SettingToSet {
  storeId: string;
  name: string;
  value: string;
  /** Set when the value is the key of a file. */
  fileKey: string | null;
}

export const setSetting = (tx: Queries, { storeId, name, value, fileKey }: SettingToSet) =>
  tx.rows(bind(upsert, storeId, name, value, fileKey));

export const removeSetting = (tx: Queries, name: string) => tx.rows(bind(remove, name));
