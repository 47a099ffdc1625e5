import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import type { AllFiles } from '../../adapters/blobs/all-files.ts';
import { copyFiles, noCopies } from '../../adapters/blobs/copy-files.ts';
import { createFileFolder } from '../../adapters/blobs/file-folder.ts';
import { openFiles } from '../../adapters/blobs/open-files.ts';
import { dumpDatabase, restoreDatabase } from '../../adapters/postgres/dump.ts';
import { numberedFiles } from '../../adapters/postgres/migrate.ts';
import { ensureRoles, withOperator } from '../../adapters/postgres/roles.ts';
import { type Config, ConfigError, readConfig } from '../../config.ts';
import { OperationError } from '../../kernel/error.ts';
import { message } from '../../kernel/messages/message.ts';
import { createKeyWrapper } from '../core.ts';
import { beginHold, type Hold, readHold } from './hold.ts';
import { openDataKeys } from './master-key.ts';
import { migrationsFolder, updateSchema } from './migrate.ts';

/** The manifest of a backup, written last: a folder without one is not a complete backup. */
const manifests = z.object({
  madeAt: z.iso.datetime(),
  /** The master keys that are needed to decrypt it. */
  masterKeyIds: z.array(z.string()),
  migrations: z.array(z.string()),
});

const placesIn = (folder: string) => ({
  manifest: join(folder, 'backup.json'),
  dump: join(folder, 'database.dump'),
  files: join(folder, 'files'),
});

function folderIn([folder]: readonly string[], command: string): string {
  if (!folder || folder.startsWith('--'))
    throw new OperationError(
      'invalid',
      message('command_refused', { text: `usage: outstep ${command} FOLDER` }),
    );
  return folder;
}

/** Writes a file that no other user can read. */
async function writePrivately(path: string, content: string) {
  const unfinished = `${path}.unfinished`;
  await writeFile(unfinished, content, { mode: 0o600 });
  await rename(unfinished, path);
}

/**
 * Copies all files and returns their number; throws if one could not be copied, because that is not a backup.
 */
async function copyAll(from: AllFiles, to: AllFiles, compares: boolean): Promise<number> {
  const counts = noCopies();
  const damaged: string[] = [];
  await copyFiles(from, to, { compares, counts, onDamaged: (name) => damaged.push(name) });
  if (damaged.length > 0)
    throw new OperationError(
      'unavailable',
      message('command_refused', { text: `these files are damaged: ${damaged.join(', ')}` }),
    );
  return counts.copied;
}

/**
 * `outstep backup FOLDER`: the database first and then the files, so that it contains every file that the
 * dump refers to. A folder may be reused: files that it already has are not copied again.
 */
export async function runBackup(env: NodeJS.ProcessEnv, args: readonly string[]) {
  const config = readConfig(env);
  const places = placesIn(folderIn(args, 'backup'));
  await mkdir(places.files, { recursive: true, mode: 0o700 });
  const known = await withOperator(config.databaseAdminUrl, 'backup', async (client) => {
    const masterKeyIds = await openDataKeys(client, createKeyWrapper(config));
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name');
    return { masterKeyIds, migrations: rows.map(({ name }) => name) };
  });
  const madeAt = new Date().toISOString();
  const dump = `${places.dump}.unfinished`;
  await (await open(dump, 'w', 0o600)).close();
  await dumpDatabase(config.databaseAdminUrl, dump);
  await rename(dump, places.dump);
  // Files never change, so those of an earlier backup are recognized by their size.
  const files = await copyAll(openFiles(config.files), createFileFolder(places.files), false);
  await writePrivately(places.manifest, `${JSON.stringify({ madeAt, ...known }, null, 2)}\n`);
  return { madeAt, files };
}

async function readManifest(path: string): Promise<z.output<typeof manifests>> {
  try {
    return manifests.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    throw new OperationError(
      'invalid',
      message('command_refused', {
        text: 'this folder contains no complete backup: backup.json cannot be read',
      }),
    );
  }
}

/** Rejects, before anything is written, a backup that could not be used afterward. */
async function requireRestorable(config: Config, manifest: z.output<typeof manifests>) {
  const wrapper = createKeyWrapper(config);
  const foreign = manifest.masterKeyIds.filter((id) => !wrapper.knows(id));
  if (foreign.length > 0)
    throw new ConfigError(
      `OUTSTEP_MASTER_KEY: the backup needs another key (${foreign.join(', ')}); without it, encrypted data cannot be read`,
    );
  const known = await numberedFiles(migrationsFolder);
  const newer = manifest.migrations.filter((name) => !known.includes(name));
  if (newer.length > 0)
    throw new ConfigError(
      `the backup was made by a newer release, which has the migrations ${newer.join(', ')}`,
    );
}

async function requireEmpty(client: pg.Client) {
  const { rowCount } = await client.query(
    "select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S') limit 1",
  );
  if (rowCount !== 0)
    throw new OperationError(
      'conflict',
      message('command_refused', {
        text: 'the database is not empty; restore into a newly created one',
      }),
    );
}

/**
 * `outstep restore FOLDER`: restores into an empty database, and puts everything on hold before anyone but
 * its owner can read it. What was sent after the backup is unknown, so the operator decides (`outstep hold
 * release`).
 */
export async function runRestore(env: NodeJS.ProcessEnv, args: readonly string[]) {
  const config = readConfig(env);
  const places = placesIn(folderIn(args, 'restore'));
  const manifest = await readManifest(places.manifest);
  await requireRestorable(config, manifest);
  const client = new pg.Client({ connectionString: config.databaseAdminUrl });
  await client.connect();
  try {
    await requireEmpty(client);
    // Must exist first, because policies refer to them.
    await ensureRoles(client, config.databaseUrl);
  } finally {
    await client.end();
  }
  await restoreDatabase(config.databaseAdminUrl, places.dump);
  await updateSchema(config, beginHold);
  const files = await copyAll(createFileFolder(places.files), openFiles(config.files), true);
  const hold: Hold = await withOperator(config.databaseAdminUrl, 'restore', async (restored) => {
    await openDataKeys(restored, createKeyWrapper(config));
    return readHold(restored);
  });
  return {
    backupOf: manifest.madeAt,
    files,
    ...hold,
    next: `outstep hold release --unfinished ${hold.unfinished}`,
  };
}
