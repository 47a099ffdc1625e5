import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { eraseFromTestVariables } from '../../src/features/http-requests/erase-test-variables.ts';
import type { Json } from '../../src/kernel/json.ts';
import { createContexts } from '../../src/processes/contexts.ts';
import { maskRequests } from '../../src/processes/mask-requests.ts';
import { withClient } from '../harness/postgres.ts';
import { expectOk, keyedTeam } from './team.ts';

const { outstep, team, key } = await keyedTeam('execute', 'Deploy');
const contexts = createContexts(outstep.core);
afterAll(() => contexts.close());

const path = '/api/v1/http-requests';
const api = (method: string, to: string, body?: unknown) => outstep.call(key, method, `${path}${to}`, body);
const app = (method: string, to: string) =>
  team.people.editor.send(method, `/app/api/stores/${team.storeId}${to}`);
const sql = <Row>(text: string, values: unknown[] = []) =>
  withClient(
    outstep.env['DATABASE_URL'] as string,
    async (client) => (await client.query(text, values)).rows as Row[],
  );

const KEY = 'gato-negro-77';
const errors: unknown[] = [];
const places: object[] = [];
const run = (contextOf = contexts.asWorker) =>
  maskRequests({
    ...{ settings: outstep.core.config, contextOf, isStopping: () => false },
    onError: (error, where) => {
      errors.push(error);
      places.push(where);
    },
  });
const revisionOfStore = async () =>
  (await sql('select requests_masked_by as revision from stores where id = $1', [team.storeId]))[0];
const migrated = (hours: number) =>
  sql(
    `update schema_migrations set applied_at = now() - make_interval(hours => $1) where name like '0069_%'`,
    [hours],
  );
const lastRun = (minutes: number) =>
  sql('update stores set requests_masked_at = now() - make_interval(mins => $2) where id = $1', [
    ...[team.storeId, minutes],
  ]);
const restart = () =>
  sql('update stores set requests_masked_by = 0, requests_masked_at = null where id = $1', [team.storeId]);

beforeEach(async () => {
  errors.length = 0;
  places.length = 0;
  await migrated(25);
  // Skip the stores that other test files left in the same database.
  await sql('update stores set requests_masked_by = 1 where id <> $1', [team.storeId]);
});

/**
 * A request with two versions, saved as by the previous release, which didn't recognize the credential's
 * name.
 */
async function oldRequest(): Promise<string> {
  const { id } = await expectOk(api('POST', '', { url: 'https://old.example.com/', body: { a: 'x' } }));
  await expectOk(api('PATCH', `/${id}`, { description: 'as before' }));
  const body = JSON.stringify({ contraseña: KEY, note: `see ${KEY}` });
  await sql('update http_requests set body = $2 where id = $1', [id, body]);
  await sql('update http_request_versions set body = $2 where request_id = $1', [id, body]);
  await restart();
  return id;
}
/** Corrupts the sealed content of its first version, so that it cannot be opened. */
const breakVersion = (id: string) =>
  sql(`update http_request_versions set sealed = '\\x00' where request_id = $1 and version = 1`, [id]);
const readEverywhere = async (id: string) =>
  [
    await api('GET', `/${id}`),
    await api('GET', `/${id}/versions/1`),
    await api('GET', `/${id}/versions/2`),
  ].map(({ text }) => text);
const MASKED = { contraseña: '********', note: 'see ********' };

describe('requests that an earlier release saved (contract: HTTP requests 5)', () => {
  test('200 with the credential masked, in versions too; revision and times are unchanged', async () => {
    const id = await oldRequest();
    expect((await readEverywhere(id)).filter((text) => text.includes(KEY))).toHaveLength(3);
    const before = await api('GET', `/${id}`);
    expect(await run()).toBe(3);
    expect((await readEverywhere(id)).filter((text) => text.includes(KEY))).toEqual([]);
    const after = await api('GET', `/${id}`);
    expect(after.body).toEqual({ ...before.body, body: MASKED });
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    expect(await revisionOfStore()).toEqual({ revision: 1 });
    await restart();
    expect(await run()).toBe(0);
    expect(await revisionOfStore()).toEqual({ revision: 1 });
    // The credential is kept with the host that the request has now.
    const moved = await expectOk(api('PATCH', `/${id}`, { url: 'https://127.0.0.1/' }));
    expect(moved.warnings[0]).toContain('set for old.example.com');
    const restored = await expectOk(app('POST', `/http-requests/${id}/versions/1/restore`));
    expect(restored.request.body).toEqual(MASKED);
    expect(errors).toEqual([]);
  });

  test('200 after restoring from the trash, masked, with its versions', async () => {
    const id = await oldRequest();
    await expectOk(api('DELETE', `/${id}`));
    await run();
    await expectOk(app('POST', `/trash/${id}/restore`));
    const read = await readEverywhere(id);
    expect(read.filter((text) => text.includes(KEY))).toEqual([]);
    expect(read[0]).toContain('contraseña');
  });

  test('keep concurrent changes, and the store is scanned again', async () => {
    const id = await oldRequest();
    const contextOf = ((storeId: string) => {
      const ctx = contexts.asWorker(storeId);
      const heavy: typeof ctx.heavy = async (task, input) => {
        await sql(`update http_requests set test_variables = '{"erased":true}' where id = $1`, [id]);
        return ctx.heavy(task, input);
      };
      return { ...ctx, heavy };
    }) as typeof contexts.asWorker;
    await run(contextOf);
    expect((await api('GET', `/${id}`)).body.testVariables).toEqual({ erased: true });
    expect(await revisionOfStore()).toEqual({ revision: 0 });
    await lastRun(61);
    await run();
    expect((await api('GET', `/${id}`)).body).toMatchObject({
      testVariables: { erased: true },
      body: MASKED,
    });
    expect(await revisionOfStore()).toEqual({ revision: 1 });
  });

  test('remain readable in a store whose requests could not be masked; masking is retried', async () => {
    const id = await oldRequest();
    const failing = ((storeId: string) => ({
      ...contexts.asWorker(storeId),
      heavy: () => Promise.reject(new Error('busy')),
    })) as unknown as typeof contexts.asWorker;
    await run(failing);
    expect(errors.length).toBeGreaterThanOrEqual(3);
    expect(new Set(errors.map(String))).toEqual(new Set(['Error: busy']));
    expect(await revisionOfStore()).toEqual({ revision: 0 });
    await lastRun(61);
    expect(await run()).toBe(3);
    expect((await api('GET', `/${id}`)).body.body).toEqual(MASKED);
  });

  test("don't block the masking of other rows if one fails; the store is scanned again", async () => {
    const [bad, good] = [await oldRequest(), await oldRequest()].toSorted() as [string, string];
    await breakVersion(bad);
    expect(await run()).toBe(5);
    expect(places).toEqual([{ storeId: team.storeId, requestId: bad, version: 1 }]);
    expect((await readEverywhere(good)).filter((text) => text.includes(KEY))).toEqual([]);
    expect((await readEverywhere(bad)).filter((text) => text.includes(KEY))).toHaveLength(1);
    expect(await revisionOfStore()).toEqual({ revision: 0 });
    await sql('update http_request_versions set sealed = null where request_id = $1 and version = 1', [bad]);
    await lastRun(61);
    expect(await run()).toBe(1);
    expect(await revisionOfStore()).toEqual({ revision: 1 });
  });

  test('are scanned again if that is requested during a run', async () => {
    await oldRequest();
    const contextOf = ((storeId: string) => {
      const ctx = contexts.asWorker(storeId);
      const heavy: typeof ctx.heavy = async (task, input) => {
        await restart();
        return ctx.heavy(task, input);
      };
      return { ...ctx, heavy };
    }) as typeof contexts.asWorker;
    expect(await run(contextOf)).toBe(3);
    expect(await revisionOfStore()).toEqual({ revision: 0 });
    expect(await run()).toBe(0);
    expect(await revisionOfStore()).toEqual({ revision: 1 });
  });

  test('keep masked values masked, even if the name is harmless now', async () => {
    const { id } = await expectOk(
      api('POST', '', { url: 'https://old.example.com/', body: { password: KEY, nextToken: 'page-2' } }),
    );
    const hidden = JSON.stringify({ password: '********', nextToken: '********' });
    await sql('update http_requests set body = $2 where id = $1', [id, hidden]);
    await restart();
    await run();
    expect((await api('GET', `/${id}`)).body.body).toEqual(JSON.parse(hidden));
    expect(errors).toEqual([]);
  });

  test('lose no credential if a customer is erased during masking', async () => {
    const id = await oldRequest();
    const variables = JSON.stringify({ email: 'ana@example.com' });
    await sql('update http_requests set test_variables = $2 where id = $1', [id, variables]);
    const ctx = contexts.asWorker(team.storeId);
    let isMasked = false;
    const isTheirs = (tree: Json) => JSON.stringify(tree).includes('ana@');
    const slowly = {
      ...ctx,
      db: {
        ...ctx.db,
        rows: (async (query: Parameters<typeof ctx.db.rows>[0]) => {
          if (!isMasked && query.statement.text.startsWith('update http_requests')) {
            isMasked = true;
            await run();
          }
          return ctx.db.rows(query);
        }) as typeof ctx.db.rows,
      },
    };
    await eraseFromTestVariables(slowly, isTheirs, () => ({ email: 'erased' }));
    expect(isMasked).toBe(true);
    expect((await api('GET', `/${id}`)).body).toMatchObject({
      body: MASKED,
      testVariables: { email: 'erased' },
    });
    const copy = await expectOk(api('PATCH', `/${id}`, { description: 'still there' }));
    expect(copy.body).toEqual(MASKED);
    const [{ sealed }] = (await sql('select sealed from http_requests where id = $1', [id])) as [
      { sealed: Buffer | null },
    ];
    expect(sealed).not.toBeNull();
  });

  test('200 for restoring from the trash although a version cannot be masked; the store is scanned again', async () => {
    const id = await oldRequest();
    await breakVersion(id);
    await expectOk(api('DELETE', `/${id}`));
    await run();
    await sql('update stores set requests_masked_by = 1 where id = $1', [team.storeId]);
    await expectOk(app('POST', `/trash/${id}/restore`));
    expect((await api('GET', `/${id}`)).body.body).toEqual(MASKED);
    expect(await revisionOfStore()).toEqual({ revision: 0 });
    await sql('update http_request_versions set sealed = null where request_id = $1 and version = 1', [id]);
    expect(await run()).toBe(1);
    expect(await revisionOfStore()).toEqual({ revision: 1 });
  });

  test('are scanned hourly for a day after the migration, because processes of that release may save more', async () => {
    await migrated(23);
    const first = await oldRequest();
    expect(await run()).toBe(3);
    expect(await revisionOfStore()).toEqual({ revision: 0 });
    const body = JSON.stringify({ contraseña: KEY });
    const save = () => sql('update http_requests set body = $2, sealed = null where id = $1', [first, body]);
    await save();
    await lastRun(59);
    expect(await run()).toBe(0);
    await lastRun(61);
    expect(await run()).toBe(1);
    await save();
    await migrated(25);
    await lastRun(61);
    expect(await run()).toBe(1);
    expect(await revisionOfStore()).toEqual({ revision: 1 });
    expect(errors).toEqual([]);
  });

  test('are searched for in new stores too, where processes of that release may save', async () => {
    const id = await outstep.newStore();
    const [store] = await sql('select requests_masked_by as revision from stores where id = $1', [id]);
    expect(store).toEqual({ revision: 0 });
  });
});
