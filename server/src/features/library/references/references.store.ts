import type { Json } from '../../../kernel/json.ts';
import { type BoundStatement, bind, type Queries, statement } from '../../../kernel/ports.ts';

/** The user of a file: exactly one of the two is set. */
export interface ReferenceOwner {
  layoutId: string | null;
  presetId: string | null;
}

// Locked, so that none can be deleted before the references are written.
const existingFiles = statement<{ key: string }>(
  'files_existing',
  'select key from files where key = any($1) for key share',
);
// A file is in one of the two tables, and a statement sees one snapshot, so a plain read never misses it.
const withDeleted = statement<{ key: string }>(
  'files_existing_or_deleted',
  `select key from files where key = any($1) union select key from deleted_files where key = any($1)`,
);
const lockDeleted = statement<{ key: string }>(
  'deleted_files_lock',
  'select key from deleted_files where key = any($1) order by key for update',
);
const bringBack = statement<never>(
  'deleted_files_bring_back',
  `with back as (delete from deleted_files where key = any($1) returning *)
   insert into files (store_id, key, filename, content_type, size, width, height, created_at)
   select store_id, key, filename, content_type, size, width, height, created_at from back`,
);
const clearFiles = statement<never>(
  'file_references_clear',
  'delete from file_references where (layout_id = $1 or preset_id = $2) and file_key <> all($3)',
);
const addFiles = statement<never>(
  'file_references_add',
  `insert into file_references (store_id, file_key, layout_id, preset_id)
   select $1, key, $2, $3 from unnest($4::text[]) as key
   on conflict do nothing`,
);

/** Those of the keys that are files of the store, protected from deletion until the transaction ends. */
export const fileLock = (keys: readonly string[]) => bind(existingFiles, keys);

/** Set for a restore: deleted files that a version kept become files again with it. */
export interface FileRestoring {
  readonly restoresFiles?: boolean;
}

/**
 * The same for a write that may restore deleted files. If another transaction is deleting a file, the first
 * statement waits for it and the second finds the deleted file; if another restore is bringing one back, the
 * second waits and the third finds the file.
 */
export const fileLocks = (keys: readonly string[], { restoresFiles }: FileRestoring) =>
  restoresFiles ? [fileLock(keys), bind(lockDeleted, keys), fileLock(keys)] : [fileLock(keys)];

/** Runs before the references are written: deleted ones among the locked files become files again. */
export const restoredFileRows = (keys: readonly string[], { restoresFiles }: FileRestoring) =>
  restoresFiles && keys.length > 0 ? [bind(bringBack, keys)] : [];

/** Files that content may name while it is checked; they may still be deleted before it is saved. */
export const usableFiles = (keys: readonly string[], { restoresFiles }: FileRestoring) =>
  bind(restoresFiles ? withDeleted : existingFiles, keys);

export const findUsableFiles = async (db: Queries, keys: readonly string[], restoring: FileRestoring) =>
  new Set(keys.length === 0 ? [] : (await db.rows(usableFiles(keys, restoring))).map(({ key }) => key));

export const lockExistingFiles = async (tx: Queries, keys: readonly string[]): Promise<Set<string>> =>
  keys.length === 0 ? new Set() : new Set((await tx.rows(fileLock(keys))).map(({ key }) => key));

/** Makes the owner use exactly these files; each must be known to exist. */
export const fileReferenceRows = (
  storeId: string,
  { layoutId, presetId }: ReferenceOwner,
  keys: readonly string[],
): BoundStatement<never>[] => [
  bind(clearFiles, layoutId, presetId, keys),
  ...(keys.length > 0 ? [bind(addFiles, storeId, layoutId, presetId, keys)] : []),
];

export interface PresetBlocksRow {
  id: string;
  name: string;
  blocks: Json[];
  defaultLocale: string | null;
  languages: Record<string, { blocks: Json[] }>;
}

export interface PresetKindRow {
  id: string;
  kind: 'header' | 'footer' | 'part';
}

const some = statement<PresetBlocksRow>(
  'presets_blocks',
  'select id, name, blocks, default_locale as "defaultLocale", languages from presets where id = any($1)',
);
const existingPresets = statement<PresetKindRow>(
  'presets_existing',
  'select id, kind from presets where id = any($1) for key share',
);
const clearPresets = statement<never>(
  'preset_references_clear',
  'delete from preset_references where layout_id = $1 and preset_id <> all($2)',
);
const addPresets = statement<never>(
  'preset_references_add',
  `insert into preset_references (store_id, layout_id, preset_id)
   select $1, $2, id from unnest($3::uuid[]) as id on conflict do nothing`,
);
const largest = statement<{ layoutId: string; locale: string }>(
  'preset_largest_users',
  `select c.layout_id as "layoutId", c.locale
   from preset_references r join compiled_mails c on c.layout_id = r.layout_id
   where r.preset_id = $1 and c.locale = any($2) group by c.layout_id, c.locale
   order by max(pg_column_size(c.compiled)) desc, c.layout_id, c.locale limit $3`,
);
const used = statement<{ locale: string }>(
  'preset_languages_of_users',
  `select distinct n.locale from preset_references r join layout_languages n on n.layout_id = r.layout_id
   where r.preset_id = $1 order by n.locale`,
);

/** The blocks of those of the presets that the store has. */
export const presetBlocks = (ids: readonly string[]) => bind(some, ids);

/** Those of the presets that the store has, protected from deletion until the transaction ends. */
export const presetLock = (ids: readonly string[]) => bind(existingPresets, ids);

/** Makes the layout use exactly these presets; each must be known to exist. */
export const presetReferenceRows = (
  storeId: string,
  layoutId: string,
  ids: readonly string[],
): BoundStatement<never>[] => [
  bind(clearPresets, layoutId, ids),
  ...(ids.length > 0 ? [bind(addPresets, storeId, layoutId, ids)] : []),
];

/** The languages of the layouts that use the preset. */
export const languagesOfUsers = async (db: Queries, id: string) =>
  (await db.rows(bind(used, id))).map(({ locale }) => locale);

/** Emails in these languages that use the preset, those with the longest compiled form first. */
export const largestUsers = (db: Queries, id: string, locales: readonly string[], most: number) =>
  db.rows(bind(largest, id, locales, most));
