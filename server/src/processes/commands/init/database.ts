import pg from 'pg';
import { UnknownMasterKey } from '../../../adapters/crypto/vault.ts';
import { requireOperator } from '../../../adapters/postgres/roles.ts';
import { type Config, ConfigError } from '../../../config.ts';
import { createKeyWrapper } from '../../core.ts';
import { requirePostgres, withClient } from '../connect.ts';
import { ConnectionError } from '../connection-error.ts';
import { openDataKeys } from '../master-key.ts';

const MAY_NOT = '42501';
const DUPLICATE_DATABASE_CODES = ['42P04', '23505'];

/** The database to connect to for creating others, which exists on every server. */
function maintenanceDatabase(url: string): { from: string; name: string; login: string } {
  const target = new URL(url);
  const name = decodeURIComponent(target.pathname.slice(1));
  target.pathname = '/postgres';
  return { from: target.toString(), name, login: decodeURIComponent(target.username) };
}

async function makeDatabase(url: string): Promise<void> {
  const { from, name, login } = maintenanceDatabase(url);
  const byAdministrator = new ConnectionError(
    `the database ${name} does not exist, and the login ${login || '(none)'} may not create it. Ask an administrator to run: create database ${pg.escapeIdentifier(name)}${login ? ` owner ${pg.escapeIdentifier(login)}` : ''};`,
  );
  try {
    await withClient(from, 'init', (client) => client.query(`create database ${pg.escapeIdentifier(name)}`));
  } catch (error) {
    if (error instanceof ConnectionError) throw byAdministrator;
    const code = error instanceof pg.DatabaseError ? (error.code ?? '') : '';
    if (code === MAY_NOT) throw byAdministrator;
    if (!DUPLICATE_DATABASE_CODES.includes(code)) throw error;
  }
}

/**
 * Checks that both logins can connect and that the server is new enough; creates the database if it is
 * missing.
 */
export async function reachDatabase({
  databaseUrl,
  databaseAdminUrl,
}: Pick<Config, 'databaseUrl' | 'databaseAdminUrl'>) {
  let isMade = false;
  const reach = (url: string) => withClient(url, 'init', requirePostgres);
  const version = await reach(databaseAdminUrl).catch(async (error) => {
    if (!(error instanceof ConnectionError && error.isMissingDatabase)) throw error;
    await makeDatabase(databaseAdminUrl);
    isMade = true;
    return reach(databaseAdminUrl);
  });
  if (databaseUrl !== databaseAdminUrl) await reach(databaseUrl);
  return { version, isMade };
}

/** A new key could not decrypt anything that a previous installation has encrypted. */
export async function requireMatchingMasterKey(config: Config, isNew: boolean): Promise<void> {
  await withClient(config.databaseAdminUrl, 'init', async (client) => {
    const { rows } = await client.query<{ stores: unknown }>(
      "select to_regclass('public.store_keys') as stores",
    );
    if (!rows[0]?.stores) return;
    await requireOperator(client);
    const used = await client.query<{ used: boolean }>(
      'select exists (select from store_keys) or exists (select from people) as used',
    );
    if (!used.rows[0]?.used) return;
    const ofBefore = 'set OUTSTEP_MASTER_KEY to the master key of that installation, or use another database';
    if (isNew) throw new ConfigError(`the database already contains an installation; ${ofBefore}`);
    await openDataKeys(client, createKeyWrapper(config)).catch((error) => {
      throw error instanceof UnknownMasterKey ? new ConfigError(`${error.message}; ${ofBefore}`) : error;
    });
  });
}
