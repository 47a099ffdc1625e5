import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { updateSchema } from '../../src/processes/commands/migrate.ts';
import { bundleMain } from './bundle.ts';
import { databaseUrl, dropDatabase, serverUrl, withClient } from './postgres.ts';
import { endProcessTree } from './processes.ts';

declare module 'vitest' {
  interface ProvidedContext {
    templateDatabase: string;
    runFolder: string;
    /** The code that processes of the product run instead of its source. */
    bundledMain: string;
  }
}

/**
 * A run's folder for temporary files; short, because it contains sockets, whose paths are limited to about a
 * hundred characters.
 */
const folderOf = (run: string) => join(tmpdir(), `outstep-run-${process.pid}-${run}`);
const RUN_FOLDER = /^outstep-run-(?<pid>\d+)-(?<run>\w+)$/;
const templateOf = (run: string) => `outstep_template_${run}`;

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/**
 * Ends everything of a run: clones are found by the template's name, processes by the folder in their
 * environment.
 */
async function endRun(folder: string, template: string) {
  await endProcessTree(folder);
  const { rows } = await withClient(serverUrl.toString(), (client) =>
    client.query<{ name: string }>('select datname as name from pg_database where starts_with(datname, $1)', [
      template,
    ]),
  );
  for (const { name } of rows) await dropDatabase(name);
  await rm(folder, { recursive: true, force: true });
}

/** Cleans up after runs that were killed. */
async function endKilledRuns() {
  for (const name of await readdir(tmpdir())) {
    const { pid, run } = RUN_FOLDER.exec(name)?.groups ?? {};
    if (pid && run && !isAlive(Number(pid))) await endRun(join(tmpdir(), name), templateOf(run));
  }
}

/**
 * Creates a database that is migrated once per run and cloned within milliseconds for each product, and a
 * folder for temporary files. Shared products live until the run ends.
 */
export async function setup(project: TestProject) {
  await endKilledRuns();
  const run = randomBytes(6).toString('hex');
  const [template, folder] = [templateOf(run), folderOf(run)];
  await mkdir(folder);
  // The tests' own PostgreSQL and mail servers run as other users.
  await chmod(folder, 0o755);
  await withClient(serverUrl.toString(), (client) => client.query(`create database ${template}`));
  await updateSchema({
    databaseUrl: databaseUrl(template),
    databaseAdminUrl: databaseUrl(template),
    historyDays: 400,
  });
  // Tests create more records than any store needs; the limits are tested in lifecycle/limits.
  await withClient(databaseUrl(template), (client) =>
    client.query('update default_limits set value = 1000000000000'),
  );
  project.provide('templateDatabase', template);
  project.provide('runFolder', folder);
  project.provide('bundledMain', await bundleMain(folder));
  return () => endRun(folder, template);
}
