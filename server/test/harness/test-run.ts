import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { updateSchema } from '../../src/processes/commands/migrate.ts';
import { databaseUrl, dropDatabase, randomName, serverUrl, withClient } from './postgres.ts';
import { endStartedWith } from './processes.ts';

declare module 'vitest' {
  interface ProvidedContext {
    templateDatabase: string;
    runFolder: string;
  }
}

/**
 * A database that is migrated once a run, of which every product of the run clones its own within milliseconds, and a
 * folder for temporary files. Products that are shared live until the run ends: clones are known by the template's name,
 * processes by the folder, which is in the environment of each.
 */
export async function setup(project: TestProject) {
  const template = randomName('outstep_template');
  const folder = await mkdtemp(join(tmpdir(), 'outstep-run-'));
  // PostgreSQL and mail servers of the tests' own run as other users.
  await chmod(folder, 0o755);
  await withClient(serverUrl.toString(), (client) => client.query(`create database ${template}`));
  await updateSchema({
    databaseUrl: databaseUrl(template),
    databaseAdminUrl: databaseUrl(template),
    historyDays: 400,
  });
  project.provide('templateDatabase', template);
  project.provide('runFolder', folder);
  return async () => {
    await endStartedWith(folder);
    const { rows } = await withClient(serverUrl.toString(), (client) =>
      client.query<{ name: string }>(
        'select datname as name from pg_database where starts_with(datname, $1)',
        [template],
      ),
    );
    for (const { name } of rows) await dropDatabase(name);
    await rm(folder, { recursive: true, force: true });
  };
}
