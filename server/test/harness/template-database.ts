import type { TestProject } from 'vitest/node';
import { bringUpToDate } from '../../src/processes/commands/migrate.ts';
import { databaseUrl, dropDatabase, randomName, serverUrl, withClient } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    templateDatabase: string;
  }
}

/** Migrated once a run; every test file clones it, which takes milliseconds. */
export async function setup(project: TestProject) {
  const name = randomName('outstep_template');
  await withClient(serverUrl.toString(), (client) => client.query(`create database ${name}`));
  await bringUpToDate({
    databaseUrl: databaseUrl(name),
    databaseAdminUrl: databaseUrl(name),
    historyDays: 400,
  });
  project.provide('templateDatabase', name);
  return () => dropDatabase(name);
}
