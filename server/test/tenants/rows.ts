import type pg from 'pg';
import { withClient } from '../harness/postgres.ts';

/** Every table that holds rows of stores, with the column that says whose. */
export async function storeTables(client: pg.Client): Promise<{ name: string; column: string }[]> {
  const { rows } = await client.query<{ name: string; column: string }>(
    `select c.relname as name, a.attname as column
     from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attname = case c.relname when 'stores' then 'id' else 'store_id' end
     order by 1`,
  );
  return rows;
}

/**
 * All rows of a store, or of every store, as texts to be compared. When a key was last used is left out:
 * it is written whenever its owner calls.
 */
export const rowsOf = (url: string, storeId: string | null = null): Promise<string[]> =>
  withClient(url, async (client) => {
    const found: string[] = [];
    for (const { name, column } of await storeTables(client)) {
      const { rows } = await client.query<{ row: string }>(
        `select '${name} ' || (to_jsonb(t) - 'last_used_at')::text as row from ${name} t
         where $1::uuid is null or t.${column} = $1 order by 1`,
        [storeId],
      );
      found.push(...rows.map(({ row }) => row));
    }
    return found;
  });
