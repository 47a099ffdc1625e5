import { createHash } from 'node:crypto';
import type pg from 'pg';
import { storeTables } from '../tenants/rows.ts';

interface Column {
  name: string;
  type: string;
  /** The first word that a check constraint allows. */
  word: string | null;
}

const COLUMNS = `
  select a.attname as name, format_type(a.atttypid, null) as type,
    (select (regexp_match(pg_get_constraintdef(k.oid), '(?:ARRAY\\[|= )''([^'']+)''::text'))[1] from pg_constraint k
     where k.conrelid = a.attrelid and k.contype = 'c' and a.attnum = any (k.conkey) and cardinality(k.conkey) = 1 limit 1) as word
  from pg_attribute a
  where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
  order by a.attnum`;

/** Values that check constraints require beyond the column's type, by column, or by table and column. */
const SPECIAL: Readonly<Record<string, unknown>> = {
  // In the future, because a worker processes what is due.
  'alert_messages.due_at': '2100-01-01',
  'alert_signals.minute': '2100-01-01',
  'file_references.preset_id': null,
  'layout_drafts.key_id': null,
  'repository_connections.installation_id': null,
  masked_address: 'an******@example.com',
  month: '2026-01-01',
};

/** A word that is a valid file key and that no other store uses. */
export const wordOf = (id: string) => `f_${id.replaceAll('-', '').slice(0, 26)}`;

/** The same ID and words everywhere, so that rows reference each other as foreign keys demand. */
function fillerOf(table: string, { name, type, word }: Column, storeId: string, id: string): unknown {
  if (name === 'store_id') return storeId;
  for (const special of [`${table}.${name}`, name])
    if (Object.hasOwn(SPECIAL, special)) return SPECIAL[special];
  if (word !== null) return word;
  switch (type) {
    case 'uuid':
      return id;
    case 'bytea':
      return createHash('sha256').update(id).digest();
    case 'boolean':
      return true;
    case 'json':
    case 'jsonb':
      return '[]';
    case 'text[]':
    case 'uuid[]':
    case 'bigint[]':
      return [];
    case 'date':
    case 'timestamp with time zone':
      return new Date();
    case 'text':
      return wordOf(id);
    default:
      return 1;
  }
}

/**
 * Inserts a row of the store into every table with rows of stores, according to the catalog; returns their
 * names.
 */
export async function fillTables(client: pg.Client, storeId: string, id: string): Promise<string[]> {
  // Allows filling the tables in any order.
  await client.query("set session_replication_role = 'replica'");
  const tables = (await storeTables(client)).filter(({ name }) => name !== 'stores' && name !== 'store_keys');
  for (const { name } of tables) {
    const { rows: columns } = await client.query<Column>(COLUMNS, [name]);
    const values = columns.map((column) => fillerOf(name, column, storeId, id));
    const names = columns.map((column) => `"${column.name}"`).join(', ');
    const places = columns.map((_, i) => `$${i + 1}`).join(', ');
    await client.query(`insert into ${name} (${names}) values (${places}) on conflict do nothing`, values);
  }
  await client.query("set session_replication_role = 'origin'");
  return ['store_keys', 'stores', ...tables.map(({ name }) => name)];
}

/** The number of the store's rows in each table that has any. */
export async function rowCounts(client: pg.Client, storeId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name, column } of await storeTables(client)) {
    const { rows } = await client.query(`select count(*)::int as count from ${name} where ${column} = $1`, [
      storeId,
    ]);
    if (rows[0].count > 0) counts[name] = rows[0].count;
  }
  return counts;
}
