import { type BoundStatement, bind, type Queries, statement } from '../../../kernel/ports.ts';

/** What uses a file: exactly one of the two. */
export interface ReferenceOwner {
  layoutId: string | null;
  presetId: string | null;
}

// Locked, so that none can be deleted before the references are written.
const existing = statement<{ key: string }>(
  'files_existing',
  'select key from files where key = any($1) for key share',
);
const clear = statement<never>(
  'file_references_clear',
  'delete from file_references where (layout_id = $1 or preset_id = $2) and file_key <> all($3)',
);
const add = statement<never>(
  'file_references_add',
  `insert into file_references (store_id, file_key, layout_id, preset_id)
   select $1, key, $2, $3 from unnest($4::text[]) as key
   on conflict do nothing`,
);

/** Those of the keys that are files of the store, kept from being deleted until the transaction ends. */
export const fileLock = (keys: readonly string[]) => bind(existing, keys);

export const lockExistingFiles = async (tx: Queries, keys: readonly string[]): Promise<Set<string>> =>
  keys.length === 0 ? new Set() : new Set((await tx.rows(fileLock(keys))).map(({ key }) => key));

/** From now on exactly these files are used there; each must be known to exist. */
export const fileReferenceRows = (
  storeId: string,
  { layoutId, presetId }: ReferenceOwner,
  keys: readonly string[],
): BoundStatement<never>[] => [
  bind(clear, layoutId, presetId, keys),
  ...(keys.length > 0 ? [bind(add, storeId, layoutId, presetId, keys)] : []),
];
