import type { Json } from '../../../kernel/json.ts';
import { bind, type Queries, statement } from '../../../kernel/ports.ts';

interface PresetBlocks {
  id: string;
  blocks: Json[];
}

const some = statement<PresetBlocks>('presets_blocks', 'select id, blocks from presets where id = any($1)');
const existing = statement<{ id: string }>(
  'presets_existing',
  'select id from presets where id = any($1) for key share',
);
const clear = statement<never>(
  'preset_references_clear',
  'delete from preset_references where layout_id = $1 and preset_id <> all($2)',
);
const add = statement<never>(
  'preset_references_add',
  `insert into preset_references (store_id, layout_id, preset_id)
   select $1, $2, id from unnest($3::uuid[]) as id on conflict do nothing`,
);
const largest = statement<{ layoutId: string; locale: string }>(
  'preset_largest_users',
  `select c.layout_id as "layoutId", c.locale
   from preset_references r join compiled_languages c on c.layout_id = r.layout_id
   where r.preset_id = $1 order by pg_column_size(c.compiled) desc, c.layout_id, c.locale limit $2`,
);

/** Blocks of the presets that the store has, by id. */
export const presetBlocks = async (db: Queries, ids: readonly string[]): Promise<Map<string, Json[]>> =>
  ids.length === 0
    ? new Map()
    : new Map((await db.rows(bind(some, ids))).map(({ id, blocks }) => [id, blocks]));

/** The presets that the store has, locked against deletion until the transaction ends. */
export const existingPresets = async (tx: Queries, ids: readonly string[]): Promise<Set<string>> =>
  ids.length === 0 ? new Set() : new Set((await tx.rows(bind(existing, ids))).map(({ id }) => id));

/** Makes these the presets of the layout; each must exist. */
export async function replacePresetReferences(
  tx: Queries,
  storeId: string,
  layoutId: string,
  ids: readonly string[],
): Promise<void> {
  await tx.rows(bind(clear, layoutId, ids));
  if (ids.length > 0) await tx.rows(bind(add, storeId, layoutId, ids));
}

/** The languages that use it, those with the longest compiled mails first. */
export const largestUsers = (db: Queries, id: string, most: number) => db.rows(bind(largest, id, most));
