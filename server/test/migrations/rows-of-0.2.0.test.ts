import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type MigrationResult, migrate } from '../../src/adapters/postgres/migrate.ts';
import { unsealRequest } from '../../src/features/http-requests/save-http-request.ts';
import { requestVersions } from '../../src/features/http-requests/versions.store.ts';
import { actionTypes, statuses } from '../../src/features/records/history/history.schema.ts';
import { type Api, createApi } from '../../src/processes/api.ts';
import { migrationsFolder } from '../../src/processes/commands/migrate.ts';
import { maintain } from '../../src/processes/maintain.ts';
import { type Outstep, startOutstep, type TestKey } from '../harness/outstep.ts';
import { databaseUrl, dropDatabase, randomName, serverUrl, withClient } from '../harness/postgres.ts';

/** So long that no row in the fixture is ever past retention. */
const HISTORY_DAYS = 36_500;

const fixture = (name: string) => readFile(new URL(`../fixtures/0.2.0/${name}`, import.meta.url), 'utf8');

/**
 * The release's data of earlier months: the same executions in two more partitions, counted and folded by its
 * own maintenance. One step used another layout before its present one.
 */
const EARLIER = `
  select make_history_month(date_trunc('month', now(), 'UTC') - make_interval(months => ago)) from generate_series(1, 2) ago;
  create temp table earlier as
    select (left(first_id_of(now() - make_interval(days => ago))::text, 13) || substr(e.id::text, 14))::uuid as earlier_id,
      now() - make_interval(days => ago) as at, e.*
    from executions e, unnest(array[25, 45]) ago;
  insert into executions (store_id, id, action_type, status, action_config_id, action_config_name, trigger, run_id, step_id,
    locale, recipients, attempts, error, request, response, timeline, created_at, started_at, finished_at)
  select store_id, earlier_id, action_type, status, action_config_id, action_config_name, trigger, run_id, step_id,
    locale, recipients, attempts, error, request, response, timeline, at, at, at from earlier;
  insert into execution_counts (store_id, day, action_type, action_config_id, status, shard, count)
  select store_id, day_of_id(earlier_id), action_type, action_config_id, status, 0, count(*) from earlier group by 1, 2, 3, 4, 5;
  select maintain_history(${HISTORY_DAYS});
  insert into step_references (store_id, layout_id, platform, step_id, seen_at)
  select r.store_id, l.id, r.platform, r.step_id, r.seen_at - interval '1 day' from step_references r, layouts l
  where r.step_id = 'step-changed' and l.name = 'News';
  update step_references set seen_at = seen_at + (now() - (select max(seen_at) from step_references))`;

let outstep: Outstep;
let api: Api;
let client: pg.Client;
let key: TestKey;
let storeId: string;
let answers: Record<string, unknown>;
const database = randomName(inject('templateDatabase'));
const url = databaseUrl(database);

/** Leaves the database as the release did: with its migrations, and its own checksums of them. */
async function migrateAsReleased() {
  await client.query(
    'create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  );
  for (const [name, checksum] of Object.entries<string>(JSON.parse(await fixture('migrations.json')))) {
    await client.query(await readFile(join(migrationsFolder, name), 'utf8'));
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
  }
}

/** The number of rows in each of the release's tables. */
async function countRows(): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; count: number }>(
    `select relname as name, (xpath('//n/text()', query_to_xml(format('select count(*) as n from %I', relname),
       false, true, '')))[1]::text::int as count
     from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
       and relname <> 'schema_migrations'`,
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

let migrated: MigrationResult;
let before: Record<string, number>;
let after: Record<string, number>;
beforeAll(async () => {
  answers = JSON.parse(await fixture('answers.json'));
  await withClient(serverUrl.toString(), (server) => server.query(`create database ${database}`));
  client = new pg.Client({ connectionString: url });
  await client.connect();
  await migrateAsReleased();
  // The order of a dump ignores foreign keys.
  await client.query(`set session_replication_role = 'replica'; ${await fixture('rows.sql')}; ${EARLIER}`);
  before = await countRows();
  // Fails if a migration of the release has been changed since.
  migrated = await migrate({ adminUrl: url, appUrl: url, folder: migrationsFolder });
  after = await countRows();
  await maintain({ databaseAdminUrl: url, historyDays: HISTORY_DAYS });
  outstep = await startOutstep({
    ...{ processes: 0, databaseUrl: url },
    env: { OUTSTEP_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') },
  });
  api = await createApi(outstep.core);
  ({ id: storeId } = (await client.query('select id from stores')).rows[0]);
  key = await outstep.newKey(storeId, 'write');
});
afterAll(async () => {
  await client?.end();
  await api?.close();
  await outstep?.close();
  await dropDatabase(database);
});

/** A call with a key, in this process: a test of migrations needs no other. */
async function call(method: 'GET' | 'PATCH' | 'DELETE' | 'POST', path: string, payload?: object) {
  const headers = { authorization: `Bearer ${key.key}` };
  const url = `/api/v1${path}`;
  const answer = await api.server.inject({ method, url, headers, ...(payload && { payload }) });
  expect(answer.statusCode, `${path} ${answer.body}`).toBeLessThan(300);
  return answer.json();
}
const get = (path: string) => call('GET', path);

const asked = (path: string) => answers[path] as { items: { id: string; name: string }[] };
const layout = (name: string) =>
  asked('/email-templates?limit=100').items.find((each) => each.name === name)?.id;
const request = (name: string) =>
  asked('/http-requests').items.find((each) => each.name === name)?.id as string;

test('applies no released migration again', async () => {
  const released = Object.keys(JSON.parse(await fixture('migrations.json')));
  expect(migrated.applied.filter((name) => released.includes(name))).toEqual([]);
  expect(migrated.applied).not.toEqual([]);
});

test('no table loses a row', () => {
  expect(Object.values(before).filter((count) => count > 0).length).toBeGreaterThan(15);
  expect(after).toMatchObject(before);
});

test('every read returns what the release returned (contract: Every answer 1)', async () => {
  for (const [path, answer] of Object.entries(answers)) {
    if (path.startsWith('/stats') || path.startsWith('/history?')) continue;
    const { limit: _, ...expected } = answer as Record<string, unknown>;
    expect(await get(path), path).toMatchObject(expected);
  }
});

test('a store is in test mode only if it could not have sent or tried to send an email (contract: Test inbox 1)', async () => {
  const hadSender = async () =>
    (await client.query('select first_sender_at is not null as had from stores where id = $1', [storeId]))
      .rows[0].had;
  expect(await hadSender()).toBe(true);
  const [decide = ''] =
    /update stores[^;]*;/.exec(await readFile(join(migrationsFolder, '0042_capture_mailbox.sql'), 'utf8')) ??
    [];
  const without = async (...deletions: string[]) => {
    await client.query(`begin; ${deletions.join(';')}; update stores set first_sender_at = null; ${decide}`);
    const had = await hadSender();
    await client.query('rollback');
    return had;
  };
  const senders = ['delete from smtp_senders', 'delete from mailboxes'];
  const workflows = "delete from executions where action_type = 'EMAIL' and trigger = 'workflow'";
  expect(await without(...senders)).toBe(true);
  expect(await without(workflows)).toBe(true);
  expect(await without(...senders, workflows)).toBe(false);
});

test('every filter of history finds its rows in every partition (spec: History entry 2) (contract: History and stats 4; History and stats 12)', async () => {
  const configs = [layout('Receipt'), layout('News'), request('Tell the warehouse'), request('Ping')];
  const filters = [undefined, ...actionTypes].flatMap((actionType) =>
    [undefined, ...statuses].flatMap((status) =>
      [undefined, ...configs].map((actionConfigId) => ({ actionType, status, actionConfigId })),
    ),
  );
  for (const { actionType, status, actionConfigId } of filters) {
    const { rows } = await client.query(
      `select id from executions where ($1::text is null or action_type = $1) and ($2::text is null or status = $2)
         and ($3::uuid is null or action_config_id = $3) order by id desc`,
      [actionType, status, actionConfigId],
    );
    const query = { actionType, status, actionConfigId, limit: '100' };
    const sent = new URLSearchParams(
      Object.entries(query).filter(([, value]) => value) as [string, string][],
    );
    const { items, total } = await get(`/history?${sent}`);
    expect([`${sent}`, total, items.map(({ id }: { id: string }) => id)]).toEqual([
      `${sent}`,
      rows.length,
      rows.map(({ id }) => id),
    ]);
  }
  expect((await get('/history')).total).toBe(30);
  expect(await get('/history?warnings=true')).toMatchObject({ items: [], total: 0 });
});

test('stats match the rows, with tests counted separately (spec: Stats 1) (contract: History and stats 6; History and stats 10; History and stats 12)', async () => {
  for (const more of ['', '&withoutTests=true']) {
    const stats = await get(`/stats?days=40${more}`);
    const { rows } = await client.query(
      `select coalesce(trigger, 'all') as trigger, count(*)::int as total,
         count(*) filter (where status = 'SUCCESS')::int as success,
         count(*) filter (where status = 'FAILED')::int as failed,
         count(*) filter (where status = 'SKIPPED')::int as skipped, 0 as pending
       from executions where id >= first_id_of($1) and ($2 or trigger <> 'test') group by rollup (executions.trigger)`,
      [stats.from, more === ''],
    );
    const byTrigger = stats.byTrigger
      .filter(({ total }: { total: number }) => total > 0)
      .map(({ successRate: _, ...each }: { successRate: number }) => each);
    const all = { trigger: 'all', ...stats.totals };
    expect([all, ...byTrigger].sort(byName)).toEqual(rows.sort(byName));
    expect(stats.warned).toBe(0);
  }
});
const byName = (one: { trigger: string }, other: { trigger: string }) =>
  one.trigger < other.trigger ? -1 : 1;

test('a request has one version, with its credentials, and more as it changes (contract: HTTP requests 12)', async () => {
  const path = `/http-requests/${request('Tell the warehouse')}`;
  const { version, items } = await get(`${path}/versions`).then((list) => ({ ...list, ...list.items[0] }));
  expect(items).toMatchObject([{ summary: 'As it was before versions were kept', method: 'POST' }]);
  const was = await get(`${path}/versions/${version}`);
  expect(was.request.headers.Authorization).toBe('Bearer ********');
  await call('PATCH', path, { headers: { 'X-Key': '{{ secrets.WAREHOUSE_KEY }}' } });
  expect((await get(`${path}/versions`)).total).toBe(2);

  const db = outstep.core.database.forStore(storeId);
  const id = request('Tell the warehouse');
  const found = await requestVersions.find(db, id, version);
  if (!found) throw new Error('it is not there');
  const vault = await outstep.core.vaultFor(storeId).unlock();
  const plain = unsealRequest(vault, { id, ...found.kept });
  expect(plain).toMatchObject({
    headers: { Authorization: 'Bearer literal-credential-0815' },
    body: { password: 'another-literal-0816' },
  });
});

test('a step counts for the layout that it last used (contract: Layouts 8)', async () => {
  expect((await get(`/email-templates/${layout('Receipt')}`)).stepCount).toBe(2);
  expect((await get(`/email-templates/${layout('News')}`)).stepCount).toBe(1);
});

test('a layout keeps its versions, previews and can be restored (contract: Versions 1; Versions 3; Layouts 9)', async () => {
  const path = `/email-templates/${layout('Receipt')}`;
  const before = await get(path);
  expect(before.requiredVariables).toEqual([]);
  const shown = await call('POST', `${path}/preview`, { locale: 'de-AT', variables: { order: { id: '7' } } });
  expect(shown).toMatchObject({ subject: 'Bestellung 7', locale: 'de', warnings: [] });
  const news = await call('POST', `/email-templates/${layout('News')}/preview`, {
    locale: 'en',
    variables: { name: 'Jo' },
  });
  expect(news).toMatchObject({ subject: 'News', html: expect.stringContaining('Hello Jo') });
  const restored = await call('POST', `${path}/versions/1/restore`);
  expect(restored).toMatchObject({ restored: 1, version: before.version + 1 });
  expect((await get(`${path}/versions`)).total).toBe(before.version + 1);
});

test('keeps unsubscribes and suppressions (contract: Unsubscribing and erasing 2; Unsubscribing and erasing 4)', async () => {
  const rows = async (name: string) => {
    const { items } = (await outstep.operator(storeId, name, {})) as { items: { address: string }[] };
    return items.map(({ address }) => address);
  };
  expect(await rows('list_unsubscribes')).toEqual(['gone@customer.example']);
  expect(await rows('list_suppressions')).toEqual(['nobody@customer.example']);
});
