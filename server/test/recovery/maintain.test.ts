import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maintain, makePartitions } from '../../src/processes/maintain.ts';
import { type Outstep, startOutstep } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';

let outstep: Outstep;
let url: string;
const OLD_RUNS = 10_500;

beforeAll(async () => {
  outstep = await startOutstep({ processes: 0 });
  url = String(outstep.env['DATABASE_URL']);
  const storeId = await outstep.newStore();
  await withClient(url, (client) =>
    client.query(
      `insert into runs (store_id, platform, run_id, execution_id, created_at)
       select $1, 'generic', n::text, $1, now() - interval '40 days' from generate_series(1, $2::int) n`,
      [storeId, OLD_RUNS],
    ),
  );
});
afterAll(() => outstep?.close());

test('maintenance waits for another process, works in pages and logs its progress', async () => {
  const settings = { databaseAdminUrl: url, historyDays: 400 };
  const logged: string[] = [];
  const how = { isStopping: () => false, onProgress: (sentence: string) => logged.push(sentence) };
  const waiting = await withClient(url, async (other) => {
    await other.query("begin; select pg_advisory_xact_lock(hashtext('outstep maintain'))");
    const waiting = maintain(settings, how);
    await sleep(500);
    expect((await other.query('select count(*)::int as count from runs')).rows).toEqual([
      { count: OLD_RUNS },
    ]);
    await other.query('commit');
    return waiting;
  });
  expect(waiting).toMatchObject({ runsForgotten: OLD_RUNS });
  expect(logged).toEqual(['delete old runs: 5000', 'delete old runs: 10000']);
});

test('creates partitions while another process runs maintenance, so a start never waits for it', async () => {
  await withClient(url, async (other) => {
    await other.query("begin; select pg_advisory_xact_lock(hashtext('outstep maintain'))");
    const made = await makePartitions({ databaseAdminUrl: url, historyDays: 400 });
    expect(made).toMatchObject({ isLast: true });
    await other.query('rollback');
  });
});
