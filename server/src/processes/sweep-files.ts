import type pg from 'pg';
import type { AllFiles, StoredBlob } from '../adapters/blobs/all-files.ts';
import { openFiles } from '../adapters/blobs/open-files.ts';
import { withOperator } from '../adapters/postgres/roles.ts';
import type { Config } from '../config.ts';
import { endDeletedFiles } from './end-deleted-files.ts';

/** Longer than an email may wait for its next attempt, because a file fetched for an email has no row. */
const MIN_STRAY_AGE_MS = 8 * 24 * 3_600_000;
const PAGE = 1000;

async function* pagesOf(list: AsyncIterable<StoredBlob>): AsyncGenerator<StoredBlob[]> {
  let page: StoredBlob[] = [];
  for await (const file of list) {
    page.push(file);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

const storesOf = (page: readonly StoredBlob[]) => [...new Set(page.map(({ storeId }) => storeId))];

/**
 * Finds the stores of this installation; unknown ones may belong to another installation and are left alone.
 */
async function findOwnStores(client: pg.Client, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>('select id from stores where id = any($1)', [ids]);
  return new Set(rows.map(({ id }) => id));
}

async function findOrphans(client: pg.Client, files: readonly StoredBlob[]): Promise<StoredBlob[]> {
  const { rows } = await client.query<{ name: string }>(
    // A file moves between the two tables in one transaction, and a statement sees a single snapshot.
    `select store_id || '/' || key as name
     from (select store_id, key from files union all select store_id, key from deleted_files) known
     join unnest($1::uuid[], $2::text[]) as stored (store, name) on store_id = store and key = name`,
    [files.map(({ storeId }) => storeId), files.map(({ key }) => key)],
  );
  const known = new Set(rows.map(({ name }) => name));
  return files.filter(({ storeId, key }) => !known.has(`${storeId}/${key}`));
}

async function sweepPage(client: pg.Client, page: readonly StoredBlob[]): Promise<number> {
  const own = await findOwnStores(client, storesOf(page));
  const isOld = ({ at }: StoredBlob) => at.getTime() < Date.now() - MIN_STRAY_AGE_MS;
  const old = page.filter((file) => own.has(file.storeId) && isOld(file));
  const orphans = old.length > 0 ? await findOrphans(client, old) : [];
  for (const file of orphans) await file.discard();
  return orphans.length;
}

/**
 * Removes a file whose upload was still running when its store was deleted, and which arrived after all other
 * data was deleted.
 */
async function clearDeleted(client: pg.Client, files: AllFiles, ids: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    'select id from deleted_stores where finished_at is not null and id = any($1)',
    [ids],
  );
  for (const { id } of rows) await files.forStore(id).clear();
}

/** The name of the job, and of its lock. */
export const FILE_SWEEP = 'sweep orphaned files';

/**
 * Removes deleted files that no version needs anymore, and bytes without a row, left by an interrupted upload
 * or delete.
 */
export const sweepFiles = (
  settings: Pick<Config, 'databaseAdminUrl' | 'files'>,
  isStopping: () => boolean = () => false,
): Promise<number> =>
  withOperator(settings.databaseAdminUrl, 'maintain', async (client) => {
    const files = openFiles(settings.files);
    let swept = await endDeletedFiles(client, files, isStopping);
    for await (const page of pagesOf(files.list())) {
      if (isStopping()) break;
      await clearDeleted(client, files, storesOf(page));
      swept += await sweepPage(client, page);
    }
    return swept;
  });
