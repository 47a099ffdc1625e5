import { offsetOf, type PageRequest } from '../../../kernel/page.ts';
import { bind, type StoreDatabase, searchRead } from '../../../kernel/ports.ts';

interface UserRow {
  id: string;
  name: string;
  /** Languages whose design names the preset. */
  locales: string[];
}

const count = searchRead<{ total: number }>(
  'preset_users_count',
  'select count(*) as total from preset_references where preset_id = $1',
);
// A reference is one of a layout. Which of its languages have it, their designs tell: those of one page are looked at.
const page = searchRead<UserRow>(
  'preset_users_page',
  `select u.id, u.name, array(
     select n.locale from layout_languages n
     where n.layout_id = u.id and strpos(n.body_design::text, $4) > 0 order by n.locale) as locales
   from (select l.id, l.name from preset_references r join layouts l on l.id = r.layout_id
     where r.preset_id = $1 order by l.name, l.id limit $2 offset $3) u
   order by u.name, u.id`,
);

/** By name. */
export async function pageOfUsers(db: StoreDatabase, id: string, request: PageRequest) {
  const [[counted], rows] = await db.batch<[{ total: number }, UserRow]>([
    bind(count, id),
    bind(page, id, request.limit, offsetOf(request), id),
  ]);
  return { rows, total: counted?.total ?? 0 };
}
