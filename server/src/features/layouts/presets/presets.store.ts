import type { Json } from '../../../kernel/json.ts';
import { containsText, offsetOf, type PageRequest } from '../../../kernel/page.ts';
import {
  type BoundStatement,
  bind,
  type Queries,
  type StoreDatabase,
  searchRead,
  statement,
} from '../../../kernel/ports.ts';
import { versionStore } from '../../documents/versions.store.ts';
import { removeUnlessInUse } from '../../library/files/files.store.ts';
import type { PresetContent, PresetRow } from './preset-content.rules.ts';
import type { PresetKind, PresetSummary, PresetVersionSummary } from './presets.schema.ts';

/** A limit for display; `useCount` counts all of them. */
const NAMED_USERS = 20;

const USED_BY = `(select coalesce(json_agg(json_build_object('type', 'layout', 'id', u.id, 'name', u.name)), '[]')
    from (select l.id, l.name from preset_references r join layouts l on l.id = r.layout_id
      where r.preset_id = presets.id order by l.name, l.id limit ${NAMED_USERS}) u) as "usedBy"`;
const SUMMARY = `id, kind, name, created_at as "createdAt", updated_at as "updatedAt", ${USED_BY},
  (select count(*)::int from preset_references r where r.preset_id = presets.id) as "useCount"`;
const MATCHES = `${containsText('$1', 'name')} and ($2::text is null or kind = $2)`;

const insert = statement(
  'preset_insert',
  'insert into presets (store_id, id, kind, name, blocks) values ($1, $2, $3, $4, $5)',
);
const count = searchRead<{ total: number }>(
  'presets_count',
  `select count(*) as total from presets where ${MATCHES}`,
);
const page = searchRead<PresetSummary>(
  'presets_page',
  `select ${SUMMARY} from presets where ${MATCHES} order by updated_at desc, id desc limit $3 offset $4`,
);
const one = statement<PresetRow>(
  'preset_get',
  `select ${SUMMARY}, revision, blocks, default_locale as "defaultLocale", languages from presets where id = $1`,
);
const lock = statement<{ revision: number }>(
  'preset_lock',
  'select revision from presets where id = $1 for no key update',
);
const update = statement<never>(
  'preset_update',
  `update presets set name = $2, blocks = $3, default_locale = $4, languages = $5, revision = revision + 1, updated_at = clock_timestamp()
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
export interface NewPreset {
  storeId: string;
  id: string;
  blocks: Json[];
  kind: PresetKind;
  name: string;
}

export const newPresetRow = ({ storeId, id, kind, name, blocks }: NewPreset) =>
  bind(insert, storeId, id, kind, name, JSON.stringify(blocks));

export async function pageOfPresets(
  db: StoreDatabase,
  request: PageRequest,
  q: string | undefined,
  kind: PresetKind | undefined,
) {
  const matching = [q ?? null, kind ?? null] as const;
  const [[counted], rows] = await db.batch<[{ total: number }, PresetSummary]>([
    bind(count, ...matching),
    bind(page, ...matching, request.limit, offsetOf(request)),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

export const presetQuery = (id: string) => bind(one, id);
export const findPreset = async (db: Queries, id: string) => (await db.rows(presetQuery(id)))[0] ?? null;

/** Reads the revision and locks the row until the transaction ends. */
export const presetLock = (id: string) => bind(lock, id);

export const changePreset = (id: string, { name, blocks, defaultLocale, languages }: PresetContent) =>
  bind(update, id, name, JSON.stringify(blocks), defaultLocale, JSON.stringify(languages));

/**
 * Deletes a preset, with `auditRows` in the same transaction. Returns its id, or `null` if there was none, or
 * none at the given revision.
 */
export const deletePresetRow = (
  db: StoreDatabase,
  id: string,
  revision: number | null,
  auditRows: readonly BoundStatement<unknown>[],
) =>
  removeUnlessInUse(() =>
    db.transaction(async (tx) => {
      const [gone] = await tx.rows(bind(remove, id, revision));
      if (gone) await tx.batch([...auditRows]);
      return gone?.id ?? null;
    }),
  );

/** Every layout that uses it. */
export const layoutsUsingPreset = (db: Queries, id: string) => db.rows(bind(users, id));

/** A version is a copy of the row of the preset. */
export const presetVersions = versionStore<PresetVersionSummary, PresetContent>({
  ...{ name: 'preset', documents: 'presets', revision: 'revision' },
  ...{ versions: 'preset_versions', documentId: 'preset_id', listed: {} },
  kept: { name: 'name', blocks: 'blocks', defaultLocale: 'default_locale', languages: 'languages' },
  ...{ unrecorded: { source: 'app', author: 'user' }, hasFiles: true },
});
