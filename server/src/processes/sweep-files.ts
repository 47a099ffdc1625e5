import type pg from 'pg';
import { createFileFolder, type FileFolder, type Stored } from '../adapters/blobs/file-folder.ts';
import { withOperator } from '../adapters/postgres/roles.ts';
import type { Config } from '../config.ts';

/** Longer than a mail may wait for its next attempt, because a file fetched for a mail has no row. */
const YOUNG_MS = 8 * 24 * 3_600_000;
const AT_ONCE = 1000;

/** Folders of unknown stores may belong to another installation and are left alone. */
async function findOwnStores(client: pg.Client, ids: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>('select id from stores where id = any($1)', [ids]);
  return rows.map(({ id }) => id);
}

async function findOrphans(client: pg.Client, storeId: string, stored: readonly Stored[]): Promise<Stored[]> {
  const { rows } = await client.query<{ key: string }>(
    'select key from files where store_id = $1 and key = any($2)',
    [storeId, stored.map(({ name }) => name)],
  );
  const known = new Set(rows.map(({ key }) => key));
  return stored.filter(({ name }) => !known.has(name));
}

async function sweepStore(client: pg.Client, folder: FileFolder, storeId: string): Promise<number> {
  const old = (await folder.stored(storeId)).filter(({ at }) => at.getTime() < Date.now() - YOUNG_MS);
  let swept = 0;
  for (let i = 0; i < old.length; i += AT_ONCE) {
    const nobodys = await findOrphans(client, storeId, old.slice(i, i + AT_ONCE));
    for (const { name } of nobodys) await folder.discard(storeId, name);
    swept += nobodys.length;
  }
  return swept;
}

/** A file whose upload was under way when its store was deleted came after everything else had gone. */
async function clearDeleted(client: pg.Client, folder: FileFolder, ids: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    'select id from deleted_stores where finished_at is not null and id = any($1)',
    [ids],
  );
  for (const { id } of rows) await folder.forStore(id).clear();
}

/** Removes bytes without a row, left by an interrupted upload or an unfinished delete. */
export async function sweepFiles(
  settings: Pick<Config, 'databaseAdminUrl' | 'filesFolder'>,
): Promise<number> {
  const folder = createFileFolder(settings.filesFolder);
  const stores = await folder.stores();
  if (stores.length === 0) return 0;
  return withOperator(settings.databaseAdminUrl, 'maintain', async (client) => {
    await clearDeleted(client, folder, stores);
    let swept = 0;
    for (const storeId of await findOwnStores(client, stores))
      swept += await sweepStore(client, folder, storeId);
    return swept;
  });
}
