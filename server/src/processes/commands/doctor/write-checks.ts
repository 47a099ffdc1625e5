import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { openFiles } from '../../../adapters/blobs/open-files.ts';
import { shortageOf } from '../../../adapters/postgres/database-errors.ts';
import { OperationError } from '../../../kernel/error.ts';
import { withClient } from '../connect.ts';
import { type Check, CheckFailed } from './check.ts';

/** More than the pages that may be left on a full disk. */
const PROBE_BYTES = 256 * 1024;

/** Creates and drops a table in one transaction, so that it leaves no table behind, however it ends. */
async function writeAndRemove(client: pg.Client) {
  const table = `doctor_${randomBytes(6).toString('hex')}`;
  await client.query('begin');
  await client.query(`create table ${table} (content bytea)`);
  await client.query(`alter table ${table} alter content set storage external`);
  await client.query(`insert into ${table} values ($1)`, [randomBytes(PROBE_BYTES)]);
  await client.query(`drop table ${table}`);
  await client.query('commit');
}

async function databaseSize(client: pg.Client): Promise<string> {
  await client.query('rollback');
  const { rows } = await client.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  );
  return rows[0]?.size ?? 'unknown';
}

const READ_ONLY =
  'the database is read-only: connect to the primary, or set default_transaction_read_only to off for this database and its logins';

/** The application's login may lead to another server than the owner's, or may have its own settings. */
const readOnlyForApp = (url: string): Promise<boolean> =>
  withClient(url, 'doctor', async (client) => {
    const { rows } = await client.query<{ off: boolean }>(
      "select current_setting('transaction_read_only') = 'off' as off",
    );
    return rows[0]?.off !== true;
  });

export const databaseWrites: Check = async ({ databaseUrl, databaseAdminUrl }) => {
  if (await readOnlyForApp(databaseUrl)) throw new CheckFailed(`DATABASE_URL: ${READ_ONLY}`);
  return withClient(databaseAdminUrl, 'doctor', async (client) => {
    try {
      await writeAndRemove(client);
      return 'a table can be created, written and dropped';
    } catch (error) {
      const shortage = shortageOf(error);
      if (shortage === 'read_only') throw new CheckFailed(`DATABASE_ADMIN_URL: ${READ_ONLY}`);
      if (shortage === 'disk')
        throw new CheckFailed(
          `nothing can be written, because the disk of PostgreSQL is full or fails (${(error as Error).message}); the database has ${await databaseSize(client)}. Add space or remove other data there; calls get 503 until then`,
        );
      throw error;
    }
  });
};

const DISK_ADVICE = 'free or add space there, or move the files (outstep files copy)';
const FILES_ADVICE: Readonly<Record<string, string>> = {
  disk_full: DISK_ADVICE,
  disk_quota_used: DISK_ADVICE,
  storage_full: DISK_ADVICE,
  storage_read_only: 'mount it for writing',
  not_a_folder: 'set OUTSTEP_FILES to a folder',
  permission_denied: 'give the login that runs Outstep write access',
  folder_not_creatable: 'create it, or give the login that runs Outstep write access to the folder above',
};

function filesAdvice(error: unknown): string | null {
  if (!(error instanceof OperationError)) return null;
  const why = error.said.params?.['why'];
  return (typeof why === 'object' && why !== null && 'code' in why && FILES_ADVICE[String(why.code)]) || null;
}

export const files: Check = async ({ files: location }) => {
  const place = openFiles(location);
  try {
    await place.probe();
  } catch (error) {
    const advice = filesAdvice(error);
    throw advice ? new CheckFailed(`${(error as Error).message} (${place.where}); ${advice}`) : error;
  }
  return `can be written, read and deleted in ${place.where}`;
};
