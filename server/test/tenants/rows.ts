import type pg from 'pg';
import { withClient } from '../harness/postgres.ts';

/** Every table with rows of stores, and the column that names the store. */
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

/** The number of rows in a table, and a digest of all of them. */
export type Digests = Record<string, string>;

/**
 * Shows whether any row of one store, or of every store, has changed. Digests are computed in the database,
 * because there are thousands of rows to compare after every call. When and from where a key was last used is
 * left out, because that changes with every call of its owner.
 */
export async function rowDigests(client: pg.Client): Promise<(storeId?: string) => Promise<Digests>> {
  const tables = (await storeTables(client)).map(
    ({
      name,
      column,
    }) => `select '${name}' as name, concat(count(*), ' rows ', md5(string_agg(row, '' order by row)))
      as digest from (select md5((to_jsonb(t) - '{last_used_at,last_used_address}'::text[])::text) as row from ${name} t
      where $1::uuid is null or t.${column} = $1) rows`,
  );
  const query = { name: 'row_digests', text: tables.join(' union all ') };
  return async (storeId) => {
    const { rows } = await client.query<{ name: string; digest: string }>({ ...query, values: [storeId] });
    return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
  };
}

export const rowsOf = (url: string, storeId: string): Promise<Digests> =>
  withClient(url, async (client) => (await rowDigests(client))(storeId));
