import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Database } from '../../src/adapters/postgres/database.ts';
import { actionTypes, statuses } from '../../src/features/records/history/history.schema.ts';
import { forceGenericPlan } from '../../src/features/records/history/history.store.ts';
import { type HistoryFilter, pageOfHistory } from '../../src/features/records/history/list-history.store.ts';
import { wordMacs } from '../../src/features/records/history/search-words.rules.ts';
import { runWindow } from '../../src/features/records/stats/runs.rules.ts';
import type { RunCount } from '../../src/features/records/stats/runs.schema.ts';
import { countRunsQuery } from '../../src/features/records/stats/runs.store.ts';
import { bind, type StoreDatabase } from '../../src/kernel/ports.ts';
import { maintain as runMaintain } from '../../src/processes/maintain.ts';
import { pollWhile, runFinishingWriters } from '../harness/finishing-writers.ts';
import { configOf, countRows, loadRows, makePastMonths, SHARE } from '../harness/history-rows.ts';
import { type Outstep, startOutstep, type TestKey } from '../harness/outstep.ts';
import { sampled } from '../harness/size.ts';

const ROWS = 20_000;
const PENDING = 2_000;
const WRITERS = 32;

let outstep: Outstep;
let client: pg.Client;
let database: Database;
let db: StoreDatabase;
let storeId: string;
let keys: TestKey[];

beforeAll(async () => {
  outstep = await startOutstep();
  const url = outstep.env['DATABASE_URL'] as string;
  storeId = await outstep.newStore();
  // So many that PostgreSQL takes the store for a small one.
  const others = Array.from({ length: 500 }, () => randomUUID());
  // Enough that no budget is exhausted.
  keys = await Promise.all(Array.from({ length: 20 }, () => outstep.newKey(storeId, 'read')));
  client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("insert into stores (id, name) select unnest($1::uuid[]), 'Other'", [others]);
  await makePastMonths(client);
  await loadRows(url, { storeId, others, first: 0, count: ROWS, pending: PENDING });
  await countRows(client);
  database = createDatabase({ url, maxConnections: WRITERS, namedStatements: true, onError: () => {} });
  db = database.forStore(storeId);
}, 120_000);
afterAll(async () => {
  await database?.close();
  await client?.end();
  await outstep?.close();
});

const maintain = (historyDays: number) =>
  runMaintain({ databaseAdminUrl: outstep.env['DATABASE_URL'] as string, historyDays });

let asked = 0;
async function get(path: string) {
  const key = keys[asked++ % keys.length] as TestKey;
  const { status, body } = await outstep.call(key, 'GET', `/api/v1${path}`);
  expect(status).toBe(200);
  return body;
}

/** The same query on the rows themselves, bypassing row-level security. */
async function rowsOf(filter: HistoryFilter): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from executions where store_id = $1 and ($2::text is null or action_type = $2)
       and ($3::text is null or status = $3) and ($4::uuid is null or action_config_id = $4) and (not $5 or warning_count > 0)
     order by id desc`,
    [
      storeId,
      filter.actionType ?? null,
      filter.status ?? null,
      filter.actionConfigId ?? null,
      filter.warnings ?? false,
    ],
  );
  return rows.map(({ id }) => id);
}

const filters = (): HistoryFilter[] =>
  [undefined, ...actionTypes].flatMap((actionType) =>
    [undefined, ...statuses].flatMap((status) =>
      [undefined, configOf(storeId, 3), configOf(storeId, 15)].flatMap((actionConfigId) =>
        [undefined, true].map((warnings) => ({ actionType, status, actionConfigId, warnings })),
      ),
    ),
  );

async function expectExactTotals() {
  for (const filter of filters()) {
    const { total } = await pageOfHistory(db, { page: 1, limit: 1 }, filter);
    expect(total, JSON.stringify(filter)).toBe((await rowsOf(filter)).length);
  }
}

/** Compares counters and index with the rows: runs by workflows that ended in the last thirty days. */
async function expectExactRuns() {
  const window = runWindow(new Date());
  for (const [number, actionType] of [[3, 'EMAIL'] as const, [15, 'HTTP_REQUEST'] as const]) {
    const id = configOf(storeId, number);
    const [, counted] = await db.batch<[unknown, RunCount]>([
      bind(forceGenericPlan),
      countRunsQuery([id], actionType, window),
    ]);
    const { rows } = await client.query<{ runs: number }>(
      `select count(*)::int as runs from executions where store_id = $1 and action_config_id = $2
         and status <> 'PENDING' and trigger = 'workflow' and id >= first_id_of($3)`,
      [storeId, id, window.from],
    );
    expect(rows[0]?.runs).toBeGreaterThan(5);
    expect(counted).toEqual([{ actionConfigId: id, runs: rows[0]?.runs, isMore: false }]);
  }
}

describe('history of a year', () => {
  test('a search reads only the runs that it finds, however many the store has', async () => {
    const [word] = wordMacs(await outstep.core.vaultFor(storeId).unlock(), ['order-77']);
    const [id] = await rowsOf({ status: 'FAILED' });
    await client.query(
      `insert into execution_words (store_id, execution_id, words)
       select store_id, id, array[hashtextextended(id::text, 1), hashtextextended('shared', 1)]
         || case when id = $1 then array[$2::bigint] end
       from executions`,
      [id, word],
    );
    await client.query('vacuum analyze executions, execution_words');
    const indexesRead = async () => {
      const { rows } = await client.query<{ searches: number; entries: number }>(
        `select sum(idx_scan) filter (where indexrelname like '%words_idx')::int as searches,
           sum(idx_tup_read)::int as entries
         from pg_stat_user_indexes where relname ~ '^execution(s|_words)'`,
      );
      return rows[0] as { searches: number; entries: number };
    };
    // What this connection has read so far must not count as the search.
    await client.query('select pg_stat_force_next_flush()');
    const before = await indexesRead();
    expect((await get('/history?q=order-77')).items).toMatchObject([{ id }]);
    // PostgreSQL reports what a connection read once it is idle.
    await expect
      .poll(async () => (await indexesRead()).searches, { timeout: 30_000 })
      .toBeGreaterThan(before.searches);
    // Totals count pending runs one by one.
    expect((await indexesRead()).entries - before.entries).toBeLessThan(PENDING + ROWS / SHARE / 4);
  });

  test('every page of every filter returns exactly its rows (spec: History entry 2; Conventions 2)', async () => {
    for (const [turn, filter] of filters().entries()) {
      const ids = await rowsOf(filter);
      const last = Math.max(1, Math.ceil(ids.length / 25));
      const pages = new Set(
        [1, 2, 40, 41, 42, 80, 120, last - 1, last, last + 1, 1_000].filter((page) => page > 0),
      );
      for (const page of sampled([...pages], 3, turn)) {
        const { rows, total } = await pageOfHistory(db, { page, limit: 25 }, filter);
        const place = `${JSON.stringify(filter)} page ${page}`;
        expect(total, place).toBe(ids.length);
        expect(
          rows.map(({ id }) => id),
          place,
        ).toEqual(ids.slice((page - 1) * 25, page * 25));
      }
    }
  });

  test.each(
    [1, 17, 30, 45, 200, 365].flatMap((days) => [[days, ''] as const, [days, '&withoutTests=true'] as const]),
  )(
    'stats of %i days%s are those of the rows, by trigger and with warnings too (spec: Stats 1) (contract: History and stats 6; History and stats 10; History and stats 12)',
    async (days, more) => {
      const stats = await get(`/stats?days=${days}${more}`);
      const counts = `count(*)::int as total, count(*) filter (where status = 'SUCCESS')::int as success,
         count(*) filter (where status = 'FAILED')::int as failed,
         count(*) filter (where status = 'SKIPPED')::int as skipped,
         count(*) filter (where status = 'PENDING')::int as pending
       from executions where store_id = $1 and id >= first_id_of($2) and ($3 or trigger <> 'test')`;
      const window = [storeId, stats.from, more === ''];
      const { rows: counted } = await client.query(`select ${counts}`, window);
      expect(stats.totals).toEqual(counted[0]);
      const { rows: warned } = await client.query(
        `select count(*)::int as warned from executions
         where store_id = $1 and id >= first_id_of($2) and warning_count > 0 and ($3 or trigger <> 'test')`,
        window,
      );
      expect(stats.warned).toBe(warned[0].warned);
      const { rows: triggers } = await client.query(
        `select trigger, ${counts} group by 1 order by 1`,
        window,
      );
      const byTrigger = (stats.byTrigger as ({ trigger: string; total: number } & object)[])
        .filter(({ total }) => total > 0)
        .sort((one, other) => (one.trigger < other.trigger ? -1 : 1));
      expect(byTrigger).toEqual(
        triggers.map((row) => ({ ...row, successRate: expect.toBeOneOf([null, expect.any(Number)]) })),
      );
      const { rows: failing } = await client.query(
        `select action_config_id as id, count(*)::int as failed from executions
       where store_id = $1 and status = 'FAILED' and id >= first_id_of($2) and ($3 or trigger <> 'test')
       group by 1 order by failed desc, id limit 5`,
        window,
      );
      type Failing = { actionConfigId: string; failed: number };
      const shown = stats.topFailures.map((each: Failing) => ({
        id: each.actionConfigId,
        failed: each.failed,
      }));
      expect(shown).toEqual(failing);
    },
  );

  test('totals are exact at every moment while 32 writers finish executions and counters are folded', async () => {
    const total = ROWS / SHARE;
    const config = configOf(storeId, 3);
    const ofConfig = (await rowsOf({ actionConfigId: config })).length;
    const ids = await rowsOf({ status: 'PENDING' });
    expect(ids).toHaveLength(PENDING);
    const writing = runFinishingWriters(db, ids, WRITERS);
    // Finishing moves an execution from one count to another; the sum does not change.
    const { result, asked, wrong } = await pollWhile(writing, async () => {
      const [list, far, narrow, stats] = await Promise.all([
        get('/history?limit=1'),
        get('/history?limit=1&page=3000'),
        get(`/history?limit=1&actionConfigId=${config}`),
        get('/stats?days=365'),
        maintain(400),
      ]);
      const seen = { list: list.total, far: far.total, narrow: narrow.total, stats: stats.totals.total };
      const expected = { list: total, far: total, narrow: ofConfig, stats: total };
      return JSON.stringify(seen) === JSON.stringify(expected) ? [] : [JSON.stringify(seen)];
    });
    expect(result).toBe(PENDING);
    expect(asked).toBeGreaterThan(1);
    expect(wrong).toEqual([]);
    await expectExactTotals();
    await expectExactRuns();
    await maintain(400);
    await expectExactTotals();
    await expectExactRuns();
  });

  test('deletes expired rows with their counts (contract: History and stats 7)', async () => {
    const before = (await rowsOf({})).length;
    expect((await maintain(100)).partitionsDropped).toBeGreaterThan(5);
    expect((await rowsOf({})).length).toBeLessThan(before);
    const { rows } = await client.query('select min(day)::text as day from trigger_counts');
    const { rows: kept } = await client.query('select min(day_of_id(id))::text as day from executions');
    expect(rows[0].day >= kept[0].day).toBe(true);
    await expectExactTotals();
  });
});
