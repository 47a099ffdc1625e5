import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEngine } from '../../src/adapters/restate/engine.ts';
import { deleteDueStores, deleteEverything } from '../../src/features/access/stores/delete-everything.ts';
import { sweepFiles } from '../../src/processes/sweep-files.ts';
import { readInvocationJournals } from '../faults/engine-places.ts';
import { logFigure } from '../harness/log-figure.ts';
import { runOutstep } from '../harness/process.ts';
import { sharedTestStack } from '../harness/shared.ts';
import { callStep } from '../harness/signed-step.ts';
import { sized } from '../harness/size.ts';
import { eventually, type TestStack } from '../harness/test-stack.ts';
import { fillTables, rowCounts, wordOf } from './fill-tables.ts';

let testStack: TestStack;
let client: pg.Client;

beforeAll(async () => {
  testStack = await sharedTestStack();
  client = new pg.Client({ connectionString: testStack.outstep.env['DATABASE_URL'] });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await testStack?.close();
});

const folderOf = (storeId: string) => join(testStack.outstep.filesFolder, storeId);
const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

const repositoryOf = (id: string) => `github/${wordOf(id)}/${wordOf(id)}`;

/** A store with a row in every table, a file, a key, and work that the engine keeps for an hour. */
async function fullStore(name: string) {
  const { outstep, engine } = testStack;
  const storeId = await outstep.newStore(name);
  const key = await outstep.newKey(storeId, 'execute');
  const { secret } = (await outstep.operator(storeId, 'create_platform_secret', {})) as { secret: string };
  const id = outstep.core.runtime.newId();
  const tables = await fillTables(client, storeId, id);
  await outstep.core.filesFor(storeId).put('picture.png', Buffer.from('x'));
  const { submit, push } = createEngine(engine.process.ingressUrl, engine.process.adminUrl);
  const work = { storeId, position: 0, attempt: 1, generation: 0, slots: 8 };
  for (const lane of [`store:${storeId}`, `sender:${id}`])
    await submit({ ...work, lane, executionId: outstep.core.runtime.newId() }, 3_600_000);
  const repository = repositoryOf(id);
  await push({ storeId, repository, submission: `${storeId}:x` }, 3_600_000);
  return { storeId, key, secret, id, tables };
}

describe('a store that is deleted', () => {
  test('leaves no row in any table, no file, no key and no work in the engine; others keep theirs (contract: Deleting a store or an account 1)', async () => {
    const { outstep, engine } = testStack;
    const { storeId, key, secret, tables } = await fullStore('Alder & Sons');
    const neighbor = await fullStore('Birch');
    const before = await rowCounts(client, neighbor.storeId);
    // Fails for a newly added table that the test doesn't fill.
    expect(Object.keys(await rowCounts(client, storeId)).sort()).toEqual([...tables].sort());
    expect(await readInvocationJournals(engine.process.adminUrl)).toContain(storeId);

    const args = ['store', 'delete', '--store', storeId, '--json', '--name'];
    expect(await runOutstep(outstep.env, [...args, 'Alder'])).toMatchObject({
      code: 1,
      stderr: 'outstep: name: is not the name of this store\n',
    });
    expect(Object.keys(await rowCounts(client, storeId))).toHaveLength(tables.length);
    const done = await runOutstep(outstep.env, [...args, 'Alder & Sons']);
    expect(done).toMatchObject({ code: 0, stderr: '' });

    expect(await rowCounts(client, storeId)).toEqual({});
    expect(await exists(folderOf(storeId))).toBe(false);
    const journals = await readInvocationJournals(engine.process.adminUrl);
    expect(journals).not.toContain(storeId);
    expect(journals).toContain(neighbor.storeId);
    await eventually(
      async () => (await outstep.call(key, 'GET', '/api/v1/me')).status,
      (status) => status === 401,
    );
    const step = { runId: 'r', stepId: 's', requestId: neighbor.id, variables: {} };
    expect((await callStep(outstep.origin, storeId, secret, 'http-request', step)).status).toBe(401);
    expect(await rowCounts(client, neighbor.storeId)).toEqual(before);
    expect(await exists(folderOf(neighbor.storeId))).toBe(true);

    const listed = await runOutstep(outstep.env, ['store', 'list', '--state', 'deleted', '--json']);
    expect(JSON.parse(listed.stdout).stores).toContainEqual(
      expect.objectContaining({ id: storeId, name: '', state: 'deleted' }),
    );
    expect(
      await runOutstep(outstep.env, ['store', 'delete', '--store', storeId, '--name', 'x']),
    ).toMatchObject({
      code: 1,
      stderr: 'outstep: unknown store\n',
    });
    // An upload that was in progress writes its bytes afterward.
    await outstep.core.filesFor(storeId).put('late.png', Buffer.from('x'));
    await sweepFiles(outstep.core.config);
    expect(await exists(folderOf(storeId))).toBe(false);
    await createEngine(engine.process.ingressUrl, engine.process.adminUrl).forget(
      [`store:${neighbor.storeId}`, `sender:${neighbor.id}`],
      [repositoryOf(neighbor.id)],
    );
  });

  const ROWS = sized(12_000, 1_000_000);

  test(
    'is deleted in pages of 1000 rows and resumed by any process after a crash',
    async () => {
      const { core } = testStack.outstep;
      const storeId = await testStack.outstep.newStore('Many');
      await client.query(
        `insert into executions (store_id, id, action_type, status, action_config_name, trigger, created_at, request)
       select $1, (lpad(to_hex(floor(extract(epoch from now()) * 1000)::bigint), 12, '0') || '7000' || '8' || lpad(to_hex(n), 15, '0'))::uuid,
         'EMAIL', 'SUCCESS', 'x', 'workflow', now(), json_build_object('text', repeat('x', 300))
       from generate_series(1, $2::int) n`,
        [storeId, ROWS],
      );
      const left = async () => (await rowCounts(client, storeId))['executions'] ?? 0;
      const db = core.database.forStore(storeId);
      const pages: number[] = [];
      let longest = 0;
      const ctx = {
        ...{ storeId, files: core.filesFor(storeId), engine: { forget: async () => {} } },
        db: {
          ...db,
          rows: (async (query) => {
            const began = performance.now();
            const rows = await db.rows(query);
            longest = Math.max(longest, performance.now() - began);
            if (query.statement.name === 'store_deletion_page')
              pages.push((rows[0] as { gone: number }).gone);
            return rows;
          }) as typeof db.rows,
        },
      };
      // The store isn't marked, so no call deletes anything.
      expect(await deleteEverything(ctx)).toBe(0);
      expect(await left()).toBe(ROWS);
      await client.query('update stores set deleted_at = now() where id = $1', [storeId]);
      expect(await deleteEverything(ctx, () => pages.length >= 3)).toBe(null);
      expect(await left()).toBeLessThan(ROWS);
      // Workers of the shared instance may already be deleting it.
      await deleteDueStores({
        outside: core.database.outsideStores,
        contextOf: () => ctx,
        isStopping: () => false,
      });
      await eventually(
        () => rowCounts(client, storeId),
        (counts) => Object.keys(counts).length === 0,
        sized(30_000, 600_000),
      );
      expect(Math.max(...pages)).toBeLessThanOrEqual(1000);
      logFigure(`deleting ${ROWS} rows of history: the longest page took ${Math.round(longest)} ms`);
    },
    sized(300_000, 1_800_000),
  );
});
