import type pg from 'pg';
import type { AllFiles } from '../adapters/blobs/all-files.ts';
import { unpackSnapshot } from '../features/layouts/content/version-snapshot.ts';
import { usedReferencesOf } from '../features/layouts/saving/save-references.ts';
import { fileKeysIn } from '../features/library/files/file-keys.rules.ts';
import { notUsedByVersions } from '../features/library/files/files-of-versions.rules.ts';

/** A snapshot may have tens of megabytes, so they are read one after the other. */
const PAGE = 50;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface VersionTable {
  versions: string;
  documentId: string;
  content: string;
  filesIn(content: never): Promise<readonly string[]>;
}

const tables: readonly VersionTable[] = [
  {
    ...{ versions: 'layout_versions', documentId: 'layout_id', content: 'snapshot' },
    filesIn: async (snapshot: Buffer) => usedReferencesOf(await unpackSnapshot(snapshot)).files,
  },
  {
    ...{
      versions: 'preset_versions',
      documentId: 'preset_id',
      content: "blocks::text || coalesce(languages::text, '')",
    },
    filesIn: async (content: string) => fileKeysIn(content),
  },
];

/**
 * Versions from an earlier release do not record which files they use, so they count as using any. Only
 * stores with deleted files need this information.
 */
async function noteFilesOfVersions(
  client: pg.Client,
  storeId: string,
  { versions, documentId, content, filesIn }: VersionTable,
  isStopping: () => boolean,
): Promise<void> {
  for (let last = { id: FIRST_ID, version: 0 }; !isStopping(); ) {
    const { rows } = await client.query<{ id: string; version: number }>(
      `select ${documentId} as id, version from ${versions}
       where store_id = $1 and files is null and (${documentId}, version) > ($2, $3::integer)
       order by ${documentId}, version limit ${PAGE}`,
      [storeId, last.id, last.version],
    );
    for (const { id, version } of rows) {
      const found = await client.query<{ content: never }>(
        `select ${content} as content from ${versions} where store_id = $1 and ${documentId} = $2 and version = $3`,
        [storeId, id, version],
      );
      const [row] = found.rows;
      if (!row) continue;
      await client.query(
        `update ${versions} set files = $4 where store_id = $1 and ${documentId} = $2 and version = $3 and files is null`,
        [storeId, id, version, await filesIn(row.content)],
      );
    }
    const next = rows.at(-1);
    if (!next || rows.length < PAGE) return;
    last = next;
  }
}

/**
 * Permanently deletes files that no version uses anymore, including their bytes
 * (contract: Senders, secrets, files 14). If it is interrupted between the two, the bytes have no row, and
 * the sweep removes them.
 */
export async function endDeletedFiles(
  client: pg.Client,
  files: AllFiles,
  isStopping: () => boolean,
): Promise<number> {
  let ended = 0;
  const stores = await client.query<{ id: string }>('select distinct store_id as id from deleted_files');
  for (const { id } of stores.rows) {
    for (const table of tables) await noteFilesOfVersions(client, id, table, isStopping);
    if (isStopping()) break;
    const { rows } = await client.query<{ key: string }>(
      `delete from deleted_files d where d.store_id = $1 and ${notUsedByVersions('$1')} returning d.key`,
      [id],
    );
    for (const { key } of rows) await files.forStore(id).remove(key);
    ended += rows.length;
  }
  return ended;
}
