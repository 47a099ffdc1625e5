/**
 * Rows of one table, across all stores, that have expired. `maintain` deletes them as the owner, one page at
 * a time; `where` may use `$1`, the number of days that history is kept.
 */
export interface RetentionRule {
  table: string;
  where: string;
}
