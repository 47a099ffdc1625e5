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
const versionAfter = statement<{ layoutId: string; version: number; snapshot: Buffer }>(
  'layout_versions_after',
  `select layout_id as "layoutId", version, snapshot from layout_versions
   where (layout_id, version) > ($1, $2::integer) order by layout_id, version limit 1`,
);
const setSnapshot = statement(
  'layout_version_set_snapshot',
  'update layout_versions set snapshot = $3 where layout_id = $1 and version = $2',
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

export async function* allSnapshots(db: Queries) {
  for (let [layoutId, version] = [FIRST_ID, 0]; ; ) {
    const [row] = await db.rows(bind(versionAfter, layoutId, version));
    if (!row) return;
    yield row;
    [layoutId, version] = [row.layoutId, row.version];
  }
}

export const setDesignOf = (db: Queries, layoutId: string, locale: string, design: JsonObject) =>
  db.rows(bind(setDesign, layoutId, locale, JSON.stringify(design)));

export const setSnapshotOf = (db: Queries, layoutId: string, version: number, snapshot: Buffer) =>
  db.rows(bind(setSnapshot, layoutId, version, snapshot));
