import { afterAll, beforeAll, expect, test } from 'vitest';
import { maintain } from '../../src/processes/maintain.ts';
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

test('maintenance leaves to another process what that one does, and else goes in pages and says how far it is', async () => {
  const settings = { databaseAdminUrl: url, historyDays: 400 };
  const said: string[] = [];
  const how = { isStopping: () => false, onProgress: (sentence: string) => said.push(sentence) };
  const waiting = await withClient(url, async (other) => {
    await other.query("begin; select pg_advisory_xact_lock(hashtext('outstep maintain'))");
    expect(await maintain(settings, { ...how, waits: false })).toMatchObject({ runsForgotten: 0 });
    const waiting = maintain(settings, { ...how, waits: true });
    await other.query('commit');
    return waiting;
  });
  expect(waiting).toMatchObject({ runsForgotten: OLD_RUNS });
  expect(said).toEqual(['forget old runs: 5000', 'forget old runs: 10000']);
  expect(await maintain(settings, { ...how, waits: false })).toMatchObject({ runsForgotten: 0 });
});
