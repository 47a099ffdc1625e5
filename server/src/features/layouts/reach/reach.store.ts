import { offsetOf, type PageRequest } from '../../../kernel/page.ts';
import {
  bind,
  briefRead,
  type Queries,
  type StoreDatabase,
  searchRead,
  statement,
} from '../../../kernel/ports.ts';
import { MAX_LISTED_PRESETS } from './reach.schema.ts';

const locales = briefRead<{ locale: string }>(
  'layout_locales',
  `select n.locale from layouts l join layout_languages n on n.store_id = l.store_id and n.layout_id = l.id
   where l.id = $1 order by n.locale <> l.default_locale, n.locale collate "C"`,
);

/** The main language comes first. */
export const localesOfLayout = async (db: Queries, id: string) =>
  (await db.rows(bind(locales, id))).map(({ locale }) => locale);

interface PresetUser {
  id: string;
  name: string;
  /** Languages whose design names the preset. */
  locales: string[];
}

const countPresetUsers = searchRead<{ total: number }>(
  'preset_users_count',
  'select count(*) as total from preset_references where preset_id = $1',
);
// References are stored per layout. The languages that use the preset are read from the designs of the
// layouts on the page.
const pageOfPresetUsers = searchRead<PresetUser>(
  'preset_users_page',
  `select u.id, u.name, array(
     select n.locale from layout_languages n
     where n.layout_id = u.id and strpos(n.body_design::text, $4) > 0 order by n.locale) as locales
   from (select l.id, l.name from preset_references r join layouts l on l.id = r.layout_id
     where r.preset_id = $1 order by l.name, l.id limit $2 offset $3) u
   order by u.name, u.id`,
);

/** Sorted by name. */
export async function usersOfPreset(db: StoreDatabase, id: string, request: PageRequest) {
  const [[counted], rows] = await db.batch<[{ total: number }, PresetUser]>([
    bind(countPresetUsers, id),
    bind(pageOfPresetUsers, id, request.limit, offsetOf(request), id),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

interface LayoutUsingFile {
  id: string;
  name: string;
  isDirect: boolean;
  presetIds: string[];
}

const REACHED = `(
     select layout_id, null::uuid as preset_id from file_references where file_key = $1 and layout_id is not null
     union all
     select p.layout_id, p.preset_id from file_references f join preset_references p on p.preset_id = f.preset_id
     where f.file_key = $1
   ) r`;

const countFileUsers = statement<{ total: number }>(
  'file_layouts_count',
  `select count(distinct layout_id) as total from ${REACHED}`,
);
const pageOfFileUsers = statement<LayoutUsingFile>(
  'file_layouts_page',
  `select l.id, l.name, bool_or(r.preset_id is null) as "isDirect",
     array_remove(array_agg(r.preset_id order by r.preset_id), null) as "presetIds"
   from ${REACHED} join layouts l on l.id = r.layout_id
   group by l.id, l.name order by l.name, l.id limit $2 offset $3`,
);
const presetsWithFile = statement<{ id: string; name: string }>(
  'file_presets',
  `select p.id, p.name from file_references f join presets p on p.id = f.preset_id
   where f.file_key = $1 order by p.name, p.id limit ${MAX_LISTED_PRESETS}`,
);
const logo = statement<{ isLogo: boolean }>(
  'file_is_logo',
  'select exists (select from settings where file_key = $1) as "isLogo"',
);

/** The layouts that use a file, directly or through a header, footer or part, sorted by name. */
export async function usersOfFile(db: StoreDatabase, key: string, request: PageRequest) {
  const [[counted], rows, presets, [setting]] = await db.batch<
    [{ total: number }, LayoutUsingFile, { id: string; name: string }, { isLogo: boolean }]
  >([
    bind(countFileUsers, key),
    bind(pageOfFileUsers, key, request.limit, offsetOf(request)),
    bind(presetsWithFile, key),
    bind(logo, key),
  ]);
  return { rows, total: counted?.total ?? 0, presets, isLogo: setting?.isLogo ?? false };
}
