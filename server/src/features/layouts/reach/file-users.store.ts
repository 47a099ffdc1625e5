import { offsetOf, type PageRequest } from '../../../kernel/page.ts';
import { bind, type StoreDatabase, statement } from '../../../kernel/ports.ts';
import { MOST_PRESETS } from './reach.schema.ts';

interface LayoutRow {
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

const count = statement<{ total: number }>(
  'file_layouts_count',
  `select count(distinct layout_id) as total from ${REACHED}`,
);
const page = statement<LayoutRow>(
  'file_layouts_page',
  `select l.id, l.name, bool_or(r.preset_id is null) as "isDirect",
     array_remove(array_agg(r.preset_id order by r.preset_id), null) as "presetIds"
   from ${REACHED} join layouts l on l.id = r.layout_id
   group by l.id, l.name order by l.name, l.id limit $2 offset $3`,
);
const presetsWithFile = statement<{ id: string; name: string }>(
  'file_presets',
  `select p.id, p.name from file_references f join presets p on p.id = f.preset_id
   where f.file_key = $1 order by p.name, p.id limit ${MOST_PRESETS}`,
);
const logo = statement<{ isLogo: boolean }>(
  'file_is_logo',
  'select exists (select from settings where file_key = $1) as "isLogo"',
);

/** The layouts that have a file, by name: themselves, or through a header, footer or part. */
export async function usersOfFile(db: StoreDatabase, key: string, request: PageRequest) {
  const [[counted], rows, presets, [setting]] = await db.batch<
    [{ total: number }, LayoutRow, { id: string; name: string }, { isLogo: boolean }]
  >([
    bind(count, key),
    bind(page, key, request.limit, offsetOf(request)),
    bind(presetsWithFile, key),
    bind(logo, key),
  ]);
  return { rows, total: counted?.total ?? 0, presets, isLogo: setting?.isLogo ?? false };
}
