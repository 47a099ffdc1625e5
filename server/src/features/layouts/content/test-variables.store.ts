import type { JsonObject } from '../../../kernel/json.ts';
import { bind, type Queries, statement } from '../../../kernel/ports.ts';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const designAfter = statement<{ layoutId: string; locale: string; design: JsonObject }>(
  'layout_designs_with_test_variables',
  `select layout_id as "layoutId", locale, body_design as design from layout_languages
   where (layout_id, locale) > ($1, $2) and body_design -> 'testVariables' is not null
   order by layout_id, locale limit 1`,
);
const setDesign = statement(
  'layout_design_set',
  'update layout_languages set body_design = $3 where layout_id = $1 and locale = $2',
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

export const setDesignOf = (db: Queries, layoutId: string, locale: string, design: JsonObject) =>
  db.rows(bind(setDesign, layoutId, locale, JSON.stringify(design)));
