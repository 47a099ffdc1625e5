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

/** The number of rows in a table, and a digest of all of them. */
export type Digests = Record<string, string>;

/**
 * Tells of the rows of a store, or of every store, whether one is different. They stay where they are: there are
 * thousands, and they are looked at after every call. When and from where a key was last used is left out: it is written whenever
 * its owner calls.
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
