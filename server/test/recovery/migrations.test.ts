import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, numberedFiles } from '../../src/adapters/postgres/migrate.ts';
import { migrationsFolder } from '../../src/processes/commands/migrate.ts';
import { databaseUrl, dropDatabase, randomName, serverUrl, withClient } from '../harness/postgres.ts';
import { eventually } from '../harness/test-stack.ts';

const database = randomName('outstep_migrations');
const url = databaseUrl(database);
let folder: string;

const put = (name: string, text: string) => writeFile(join(folder, name), text);
const run = () => migrate({ adminUrl: url, appUrl: url, folder });
const asked = (text: string) => withClient(url, async (client) => (await client.query(text)).rows);
const indexes = () =>
  asked(
    "select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname like 'cups%' order by 1",
  );

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outstep-migrations-'));
  await withClient(serverUrl.toString(), (client) => client.query(`create database ${database}`));
  await put('rights.sql', '-- Nothing to grant.\n');
  await put('0001_cups.sql', 'create table cups (id bigint, color text);\n');
  await put(
    '0002_cups_indexed.sql',
    [
      '-- outside a transaction',
      'create index concurrently if not exists cups_by_id on cups (id);',
      'create index concurrently if not exists cups_by_color on cups (color);\n',
    ].join('\n'),
  );
});
afterAll(async () => {
  await dropDatabase(database);
  await rm(folder, { recursive: true, force: true });
});

test('a migration outside a transaction waits for others and, if interrupted, completes the next time', async () => {
  await withClient(url, async (reader) => {
    // A long reading transaction delays the second phase of building an index.
    await reader.query('begin isolation level repeatable read; select 1');
    const cut = run().then(
      () => null,
      (error: Error) => error,
    );
    await eventually(indexes, (found) => found.length === 1);
    await asked(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'outstep-migrate' and datname = current_database()`,
    );
    expect((await cut)?.message).toMatch(/0002_cups_indexed/);
    expect(await indexes()).toEqual([{ name: 'cups_by_id', valid: false }]);
  });
  expect((await run()).applied).toEqual(['0002_cups_indexed.sql']);
  expect(await indexes()).toEqual([
    { name: 'cups_by_color', valid: true },
    { name: 'cups_by_id', valid: true },
  ]);
  expect((await run()).applied).toEqual([]);
});

test('no migration since 0.3.0 writes rows of a table while it holds the lock of altering it', async () => {
  const names = (await numberedFiles(migrationsFolder)).filter((name) => name > '0053');
  for (const name of names) {
    const text = (await readFile(join(migrationsFolder, name), 'utf8')).replace(/^--.*$/gm, '');
    const altered = [...text.matchAll(/alter table (\w+)/g)].map(([, table]) => table);
    const written = [...text.matchAll(/(?:update|delete from|insert into) (\w+)/g)].map(([, table]) => table);
    const created = [...text.matchAll(/create table (\w+)/g)].map(([, table]) => table);
    const both = altered.filter((table) => written.includes(table) && !created.includes(table));
    expect({ name, both }).toEqual({ name, both: [] });
  }
});
