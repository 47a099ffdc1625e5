import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { type Migrated, migrate } from '../../adapters/postgres/migrate.ts';
import { type Config, readConfig } from '../../config.ts';
import { maintain } from '../maintain.ts';

export const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));

type Settings = Pick<Config, 'databaseUrl' | 'databaseAdminUrl' | 'historyDays'>;

/** Applies the migrations, and makes the partitions of the next weeks. */
export async function updateSchema(
  settings: Settings,
  beforeRights: (client: pg.Client) => Promise<unknown> = async () => undefined,
): Promise<Migrated> {
  const { databaseAdminUrl, databaseUrl } = settings;
  const migrated = await migrate({
    adminUrl: databaseAdminUrl,
    appUrl: databaseUrl,
    folder: migrationsFolder,
    beforeRights,
  });
  await maintain(settings);
  return migrated;
}

export const runMigrate = (env: NodeJS.ProcessEnv) => updateSchema(readConfig(env));
