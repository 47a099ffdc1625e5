import type { Json } from '../../kernel/json.ts';
import { bind, type Queries, statement } from '../../kernel/ports.ts';
import type { PresetKind } from './presets.schema.ts';

interface PresetBlocks {
  id: string;
  blocks: Json[];
}

const some = statement<PresetBlocks>('presets_blocks', 'select id, blocks from presets where id = any($1)');
const insert = statement(
  'preset_insert',
  'insert into presets (store_id, id, kind, name, blocks) values ($1, $2, $3, $4, $5)',
);

/** Blocks of those of the presets that the store has, by id. */
export const presetBlocks = async (db: Queries, ids: readonly string[]): Promise<Map<string, Json[]>> =>
  ids.length === 0
    ? new Map()
    : new Map((await db.rows(bind(some, ids))).map(({ id, blocks }) => [id, blocks]));

export interface NewPreset extends PresetBlocks {
  storeId: string;
  kind: PresetKind;
  name: string;
}

export const insertPreset = (tx: Queries, { storeId, id, kind, name, blocks }: NewPreset) =>
  tx.rows(bind(insert, storeId, id, kind, name, JSON.stringify(blocks)));
