import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { ensureRoles, guardStoreTables } from './roles.ts';

/** An arbitrary lock ID that every `migrate` shares, so that two at once take turns. */
const LOCK = 7_215_099_301;

/** Why a migration cannot be applied, for operators. */
export class MigrationError extends Error {}

export interface MigrationResult {
  applied: string[];
  current: string | null;
}

/** Checksums of earlier versions of files that had the same effect; they created a role. */
const EARLIER_TEXTS: Readonly<Record<string, string>> = {
  '0001_stores_and_keys.sql': '998ee293998eebbe1f98ebd0df1492a9a9dd3a66ea199159854470711679fdc0',
  '0015_people.sql': '51d4d829c728dc5e5070a7b0c760a2f65248b67db2082baa7ee0639a595005a2',
};
/** From this file on, a function creates the policies of a table. */
const FIRST_POLICY_MIGRATION = '0025_operator.sql';
/** Grants, applied every time after the numbered files. */
const RIGHTS = 'rights.sql';

/** The files that are applied once, in order. */
export const numberedFiles = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort();

/**
 * Applies the numbered files that are not yet in `schema_migrations`, each in one transaction. Roles,
 * policies and grants are ensured every time: roles belong to the server and not to the database, so a
 * restored one may lack them. `lock_timeout` keeps a migration from waiting behind a long transaction and
 * blocking everyone else.
 */
export async function migrate(options: {
  adminUrl: string;
  appUrl: string;
  folder: string;
  /** Runs before anyone but the owner gets access to new or restored tables. */
  beforeRights?(client: pg.Client): Promise<unknown>;
}): Promise<MigrationResult> {
  const client = new pg.Client({ connectionString: options.adminUrl, application_name: 'outstep-migrate' });
  await client.connect();
  try {
    // Overrides the login's own limit: building an index over all history may take long.
    await client.query("set statement_timeout = '12h'");
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query("set lock_timeout = '2s'");
    await ensureRoles(client, options.appUrl);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const done = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    );
    const known = new Map(done.rows.map((row) => [row.name, row.checksum]));
    const names = await numberedFiles(options.folder);
    const applied: string[] = [];
    // A restored database may lack the policies that let a migration see the rows it changes.
    if (known.has(FIRST_POLICY_MIGRATION)) await guardStoreTables(client);
    for (const name of names) {
      const text = await readFile(join(options.folder, name), 'utf8');
      const checksum = createHash('sha256').update(text).digest('hex');
      const before = known.get(name);
      if (before !== undefined) {
        if (before !== checksum && before !== EARLIER_TEXTS[name])
          throw new MigrationError(`migration ${name} was changed after it had been applied`);
        continue;
      }
      await (text.startsWith(OUTSIDE) ? applyOutside : applyOne)(client, { name, text, checksum });
      applied.push(name);
    }
    await options.beforeRights?.(client);
    await ensureRights(client, options.folder);
    return { applied, current: names.at(-1) ?? null };
  } finally {
    await client.end();
  }
}

/**
 * Ensures the policies that isolate stores, and the grants; both exist already unless a table is new or
 * restored.
 */
export async function ensureRights(client: pg.Client, folder: string): Promise<void> {
  await guardStoreTables(client);
  await client.query(await readFile(join(folder, RIGHTS), 'utf8'));
}

interface Migration {
  name: string;
  text: string;
  checksum: string;
}

const noteApplied = (client: pg.Client, { name, checksum }: Migration) =>
  client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);

const failed = ({ name }: Migration, error: unknown) =>
  new MigrationError(`migration ${name} failed: ${error instanceof Error ? error.message : error}`, {
    cause: error,
  });

async function applyOne(client: pg.Client, migration: Migration) {
  await client.query('begin');
  try {
    await client.query(migration.text);
    await noteApplied(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw failed(migration, error);
  }
}

/** The first line of a file whose statements run one by one, because they cannot run in a transaction. */
const OUTSIDE = '-- outside a transaction';

/** Drops indexes named in the text that an interruption left half built: `if not exists` would skip them. */
async function dropHalfBuilt(client: pg.Client, text: string) {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
     where not i.indisvalid and c.relnamespace = 'public'::regnamespace and c.relname = any($1)`,
    [text.match(/\w+/g)],
  );
  for (const { name } of rows) await client.query(`drop index concurrently ${client.escapeIdentifier(name)}`);
}

/**
 * Runs statements that can be repeated, such as `create index concurrently if not exists`: after an
 * interruption, `migrate` starts the file over. They wait for other transactions without blocking anyone,
 * however long that takes.
 */
async function applyOutside(client: pg.Client, migration: Migration) {
  try {
    await client.query('set lock_timeout = 0');
    await dropHalfBuilt(client, migration.text);
    for (const statement of migration.text.split(/;\s*$/m))
      if (statement.trim()) await client.query(statement);
    await noteApplied(client, migration);
    await client.query("set lock_timeout = '2s'");
  } catch (error) {
    throw failed(migration, error);
  }
}
