import type { JsonObject } from '../../../kernel/json.ts';
import { bind, type Queries, statement } from '../../../kernel/ports.ts';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface StoredDesign {
  layoutId: string;
  locale: string;
  design: JsonObject;
  /** Changes with every write to the row. */
  seen: string;
}

const designAfter = statement<StoredDesign>(
  'layout_designs_with_test_variables',
  `select layout_id as "layoutId", locale, body_design as design, xmin::text as seen from layout_languages
   where (layout_id, locale) > ($1, $2) and body_design -> 'testVariables' is not null
   order by layout_id, locale limit 1`,
);
const setDesign = statement<{ locale: string }>(
  'layout_design_set',
  `update layout_languages set body_design = $4 where layout_id = $1 and locale = $2 and xmin::text = $3
   returning locale`,
);

/** Designs with test variables, one by one: each may be a megabyte. */
export async function* designsWithTestVariables(db: Queries) {
  for (let [layoutId, locale] = [FIRST_ID, '']; ; ) {
    const [row] = await db.rows(bind(designAfter, layoutId, locale));
    if (!row) return;
    yield row;
    [layoutId, locale] = [row.layoutId, row.locale];
  }
}

/** Returns false if the language has changed since it was read. */
export const setDesignOf = async (
  db: Queries,
  { layoutId, locale, seen }: StoredDesign,
  design: JsonObject,
): Promise<boolean> =>
  (await db.rows(bind(setDesign, layoutId, locale, seen, JSON.stringify(design)))).length > 0;
