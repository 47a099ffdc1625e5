/**
 * Rows of one table, over all stores, whose time is over. `maintain` deletes them as the owner, a page at a time; `where`
 * may use `$1`, the days that history is kept.
 */
export interface RetentionRule {
  table: string;
  where: string;
}
