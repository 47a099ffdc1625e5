import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { type MigrationResult, migrate } from '../../adapters/postgres/migrate.ts';
import { type Config, readConfig } from '../../config.ts';
import { makePartitions } from '../maintain.ts';

export const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));

type MigrateSettings = Pick<Config, 'databaseUrl' | 'databaseAdminUrl' | 'historyDays'>;

/** Applies the migrations, and creates the partitions of the coming weeks. */
export async function updateSchema(
  settings: MigrateSettings,
  beforeRights: (client: pg.Client) => Promise<unknown> = async () => undefined,
): Promise<MigrationResult> {
  const { databaseAdminUrl, databaseUrl } = settings;
  const migrated = await migrate({
    adminUrl: databaseAdminUrl,
    appUrl: databaseUrl,
    folder: migrationsFolder,
    beforeRights,
  });
  await makePartitions(settings);
  return migrated;
}

export const runMigrate = (env: NodeJS.ProcessEnv) => updateSchema(readConfig(env));
