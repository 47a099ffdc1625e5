import { type Bound, bind, briefRead, type Queries, statement } from '../../../kernel/ports.ts';
import type { PresetVersionRow } from './preset-content.rules.ts';
import type { PresetVersionSummary } from './preset-versions.schema.ts';

/** spec: Limits, saved versions kept. */
const KEPT = 25;

export type VersionMark = Pick<PresetVersionSummary, 'source' | 'author' | 'summary'>;

const CONTENT = 'name, blocks, default_locale, languages';
const SUMMARY = `version, source, json_build_object('type', author_type, 'name', author_name) as author, summary,
  created_at as "createdAt"`;

const insert = statement<never>(
  'preset_version_insert',
  `insert into preset_versions
     (store_id, preset_id, version, source, author_type, author_name, summary, ${CONTENT})
   select store_id, id, revision, $2, $3, $4, $5, ${CONTENT} from presets where id = $1`,
);
const insertUnrecorded = statement<never>(
  'preset_version_unrecorded',
  `insert into preset_versions
     (store_id, preset_id, version, source, author_type, author_name, summary, ${CONTENT}, created_at)
   select store_id, id, revision, 'app', 'user', '', 'As it was before versions were kept', ${CONTENT}, updated_at
   from presets where id = $1
   on conflict do nothing`,
);
const prune = statement<never>(
  'preset_versions_prune',
  `delete from preset_versions v using presets p
   where p.id = $1 and v.preset_id = p.id and v.version <= p.revision - ${KEPT}`,
);
const list = statement<PresetVersionSummary>(
  'preset_versions_list',
  `select ${SUMMARY} from preset_versions where preset_id = $1 order by version desc`,
);
const selectOne = briefRead<PresetVersionRow>(
  'preset_version_get',
  `select ${SUMMARY}, name, blocks, default_locale as "defaultLocale", languages from preset_versions
   where preset_id = $1 and version = $2`,
);

/** Before a write: what a process of an earlier release wrote last can be gone back to as well. */
export const unrecordedVersion = (id: string): Bound<never> => bind(insertUnrecorded, id);

/** Records what was just written in this transaction as a version, and drops those too old. */
export const versionRows = (id: string, { source, author, summary }: VersionMark): Bound<never>[] => [
  bind(insert, id, source, author.type, author.name, summary),
  bind(prune, id),
];

/** Newest first. */
export const listVersions = (db: Queries, id: string) => db.rows(bind(list, id));

export const findVersion = async (db: Queries, id: string, version: number) =>
  (await db.rows(bind(selectOne, id, version)))[0] ?? null;
