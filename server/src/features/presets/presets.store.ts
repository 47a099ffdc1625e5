import type { Json } from '../../kernel/json.ts';
import { bind, type Queries, statement } from '../../kernel/ports.ts';

interface PresetBlocks {
  id: string;
  blocks: Json[];
}

const some = statement<PresetBlocks>('presets_blocks', 'select id, blocks from presets where id = any($1)');

/** Blocks of those of the presets that the store has, by id. */
export const presetBlocks = async (db: Queries, ids: readonly string[]): Promise<Map<string, Json[]>> =>
  ids.length === 0
    ? new Map()
    : new Map((await db.rows(bind(some, ids))).map(({ id, blocks }) => [id, blocks]));
