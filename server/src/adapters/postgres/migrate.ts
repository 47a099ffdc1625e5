import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** An arbitrary lock id that every `migrate` shares, so that two at once take turns. */
const LOCK = 7_215_099_301;

/** Why a migration cannot be applied, in words for an operator. */
export class MigrationError extends Error {}

export interface Migrated {
  applied: string[];
  current: string | null;
}

/**
 * Applies the numbered files that are not yet in `schema_migrations`, each in one transaction.
 * `lock_timeout` keeps a migration from waiting behind a long transaction and blocking everybody else.
 */
export async function migrate(options: {
  adminUrl: string;
  appUrl: string;
  folder: string;
}): Promise<Migrated> {
  const client = new pg.Client({ connectionString: options.adminUrl, application_name: 'outstep-migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query("set lock_timeout = '2s'");
    await client.query(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const done = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    );
    const known = new Map(done.rows.map((row) => [row.name, row.checksum]));
    const names = (await readdir(options.folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort();
    const applied: string[] = [];
    for (const name of names) {
      const text = await readFile(join(options.folder, name), 'utf8');
      const checksum = createHash('sha256').update(text).digest('hex');
      const before = known.get(name);
      if (before !== undefined) {
        if (before !== checksum)
          throw new MigrationError(`migration ${name} was changed after it had been applied`);
        continue;
      }
      await applyOne(client, name, text, checksum);
      applied.push(name);
    }
    await grantRoles(client, options.appUrl);
    return { applied, current: names.at(-1) ?? null };
  } finally {
    await client.end();
  }
}

async function applyOne(client: pg.Client, name: string, text: string, checksum: string) {
  await client.query('begin');
  try {
    await client.query(text);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new MigrationError(`migration ${name} failed: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

/** The application's login must be a member of the roles that it switches to. */
async function grantRoles(client: pg.Client, appUrl: string) {
  const login = decodeURIComponent(new URL(appUrl).username);
  if (!login) return;
  for (const role of ['outstep_app', 'outstep_people']) {
    const found = await client.query<{ admitted: boolean }>(
      'select rolsuper or pg_has_role(oid, $2, $3) as admitted from pg_roles where rolname = $1',
      [login, role, 'member'],
    );
    if (found.rows[0]?.admitted === false)
      await client.query(`grant ${role} to ${client.escapeIdentifier(login)}`);
  }
}
