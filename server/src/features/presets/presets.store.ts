import type { Json } from '../../kernel/json.ts';
import { containsPattern, offsetOf, type PageRequest } from '../../kernel/page.ts';
import { bind, type Queries, type StoreDatabase, statement } from '../../kernel/ports.ts';
import { unlessReferredTo } from '../files/files.store.ts';
import type { Preset, PresetKind, PresetSummary } from './presets.schema.ts';

interface PresetBlocks {
  id: string;
  blocks: Json[];
}

/** More than anybody reads; the count tells of the rest. */
const NAMED_USERS = 20;

const USED_BY = `(select coalesce(json_agg(json_build_object('type', 'layout', 'id', u.id, 'name', u.name)), '[]')
    from (select l.id, l.name from preset_references r join layouts l on l.id = r.layout_id
      where r.preset_id = presets.id order by l.name, l.id limit ${NAMED_USERS}) u) as "usedBy"`;
const SUMMARY = `id, kind, name, created_at as "createdAt", updated_at as "updatedAt", ${USED_BY},
  (select count(*)::int from preset_references r where r.preset_id = presets.id) as "useCount"`;
const MATCHES = '($1::text is null or name ilike $1) and ($2::text is null or kind = $2)';

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
const count = statement<{ total: number }>(
  'presets_count',
  `select count(*) as total from presets where ${MATCHES}`,
);
const page = statement<PresetSummary>(
  'presets_page',
  `select ${SUMMARY} from presets where ${MATCHES} order by updated_at desc, id desc limit $3 offset $4`,
);
const one = statement<Preset>('preset_get', `select ${SUMMARY}, revision, blocks from presets where id = $1`);
const lock = statement<{ revision: number }>(
  'preset_lock',
  'select revision from presets where id = $1 for no key update',
);
const update = statement(
  'preset_update',
  `update presets set name = coalesce($2, name), blocks = coalesce($3::json, blocks), revision = revision + 1,
     updated_at = clock_timestamp()
   where id = $1`,
);
const remove = statement<{ id: string }>(
  'preset_delete',
  'delete from presets where id = $1 and ($2::integer is null or revision = $2) returning id',
);
const users = statement<PresetSummary['usedBy'][number]>(
  'preset_users',
  `select 'layout' as type, l.id, l.name from preset_references r join layouts l on l.id = r.layout_id
   where r.preset_id = $1 order by l.name, l.id`,
);
const largest = statement<{ layoutId: string; locale: string }>(
  'preset_largest_users',
  `select c.layout_id as "layoutId", c.locale
   from preset_references r join compiled_languages c on c.layout_id = r.layout_id
   where r.preset_id = $1 order by pg_column_size(c.compiled) desc, c.layout_id, c.locale limit $2`,
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

export async function pageOfPresets(
  db: StoreDatabase,
  request: PageRequest,
  q: string | undefined,
  kind: PresetKind | undefined,
) {
  const matching = [q === undefined ? null : containsPattern(q), kind ?? null] as const;
  const [[counted], rows] = await db.batch<[{ total: number }, PresetSummary]>([
    bind(count, ...matching),
    bind(page, ...matching, request.limit, offsetOf(request)),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

export const findPreset = async (db: Queries, id: string) => (await db.rows(bind(one, id)))[0] ?? null;

/** At which revision it is, kept from other writers until the transaction ends. */
export const lockPreset = async (tx: Queries, id: string) => (await tx.rows(bind(lock, id)))[0] ?? null;

/** What is absent stays. */
export const changePreset = (
  tx: Queries,
  id: string,
  { name, blocks }: { name?: string | undefined; blocks?: Json[] | undefined },
) => tx.rows(bind(update, id, name ?? null, blocks === undefined ? null : JSON.stringify(blocks)));

/** The id of the one that is gone, `null` when there was none, at that revision if one is named. */
export const deletePresetRow = (db: Queries, id: string, revision: number | null) =>
  unlessReferredTo(async () => (await db.rows(bind(remove, id, revision)))[0]?.id ?? null);

/** Every layout that uses it. */
export const usersOfPreset = (db: Queries, id: string) => db.rows(bind(users, id));

/** The languages that use it, those first that have become longest. */
export const largestUsers = (db: Queries, id: string, most: number) => db.rows(bind(largest, id, most));
