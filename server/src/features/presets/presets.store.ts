import type { Json } from '../../kernel/json.ts';
import { bind, type Queries, statement } from '../../kernel/ports.ts';
import type { PresetKind } from './presets.schema.ts';

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
const insert = statement(
  'preset_insert',
  'insert into presets (store_id, id, kind, name, blocks) values ($1, $2, $3, $4, $5)',
);

/** Blocks of those of the presets that the store has, by id. */
export const presetBlocks = async (db: Queries, ids: readonly string[]): Promise<Map<string, Json[]>> =>
  ids.length === 0
    ? new Map()
    : new Map((await db.rows(bind(some, ids))).map(({ id, blocks }) => [id, blocks]));

/** Those that the store has, kept from being deleted until the transaction ends. */
export const existingPresets = async (tx: Queries, ids: readonly string[]): Promise<Set<string>> =>
  ids.length === 0 ? new Set() : new Set((await tx.rows(bind(existing, ids))).map(({ id }) => id));

/** From now on the layout uses exactly these; each must be known to exist. */
export async function replacePresetReferences(
  tx: Queries,
  storeId: string,
  layoutId: string,
  ids: readonly string[],
): Promise<void> {
  await tx.rows(bind(clear, layoutId, ids));
  if (ids.length > 0) await tx.rows(bind(add, storeId, layoutId, ids));
}

export interface NewPreset extends PresetBlocks {
  storeId: string;
  kind: PresetKind;
  name: string;
}

export const insertPreset = (tx: Queries, { storeId, id, kind, name, blocks }: NewPreset) =>
  tx.rows(bind(insert, storeId, id, kind, name, JSON.stringify(blocks)));
