import { afterAll, beforeAll, expect, test } from 'vitest';
import { laneOfStore } from '../../src/features/delivery/ledger/lanes.rules.ts';
import { insertStep } from '../../src/features/delivery/ledger/ledger.store.ts';
import { sweep } from '../../src/features/delivery/steps/sweep.ts';
import type { EnsureResult } from '../../src/kernel/engine.ts';
import { type Outstep, startOutstep } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';

const PATIENCE_MS = 60_000;

let outstep: Outstep;
let storeId: string;
let executionId: string;

function newStep(runId: string) {
  const { database, runtime } = outstep.core;
  return insertStep(database.forStore(storeId), {
    ...{ storeId, id: runtime.newId(), ...laneOfStore(storeId), platform: 'generic', trigger: 'workflow' },
    ...{ actionType: 'HTTP_REQUEST', actionConfigId: runtime.newId(), actionConfigName: 'Call' },
    ...{ runId, stepId: 'step', createdAt: runtime.now(), patienceMs: 0 },
    sealedInput: Buffer.from('x'),
  });
}

beforeAll(async () => {
  outstep = await startOutstep({ processes: 0 });
  storeId = await outstep.newStore();
  ({ executionId } = await newStep('run'));
});
afterAll(() => outstep?.close());

const asOwner = <T>(text: string) =>
  withClient(String(outstep.env['DATABASE_URL']), async (client) => {
    const { rows } = await client.query(text, [executionId]);
    return rows[0] as T;
  });

const sweepWith = (ensure: () => Promise<EnsureResult>) =>
  sweep({
    outside: outstep.core.database.outsideStores,
    forStore: outstep.core.database.forStore,
    engine: { ensure } as never,
    patienceMs: PATIENCE_MS,
    isStopping: () => false,
  });

/**
 * Runs one sweep in which the engine gives this result; returns after how many patience periods the next one
 * is due.
 */
async function nextLook(ensure: () => Promise<EnsureResult>): Promise<number> {
  await asOwner(`update deliveries set sweep_at = now() - interval '1 s' where execution_id = $1`);
  await sweepWith(ensure).catch(() => undefined);
  const { ms } = await asOwner<{ ms: number }>(
    `select (extract(epoch from sweep_at - now()) * 1000)::float as ms from deliveries where execution_id = $1`,
  );
  return Math.round(ms / PATIENCE_MS);
}

test('checks waiting work at growing intervals, and work that the engine missed at a constant one', async () => {
  const nextLookWithoutEngine = () => nextLook(() => Promise.reject(new Error('the engine is away')));
  const waiting = () => nextLook(async () => 'waiting');
  expect([
    await nextLookWithoutEngine(),
    await nextLookWithoutEngine(),
    await nextLookWithoutEngine(),
  ]).toEqual([1, 1, 1]);
  expect([await waiting(), await waiting(), await waiting()]).toEqual([1, 2, 4]);
  expect([await nextLookWithoutEngine(), await nextLookWithoutEngine()]).toEqual([1, 1]);
  expect([await waiting(), await waiting()]).toEqual([1, 2]);
  expect(await nextLook(async () => 'taken')).toBe(1);
});

test('checks a long queue in small batches and resumes soon after an engine outage', async () => {
  await Promise.all(Array.from({ length: 10 }, (_, n) => newStep(`line-${n}`)));
  const makeDue = () =>
    asOwner(`update deliveries set sweep_at = now() - interval '1 s', sweeps = 3 where $1::uuid is not null`);
  await makeDue();
  let now = 0;
  let most = 0;
  let asked = 0;
  await sweepWith(async () => {
    asked++;
    most = Math.max(most, ++now);
    await new Promise(setImmediate);
    now--;
    return 'waiting';
  });
  expect({ asked, most }).toEqual({ asked: 11, most: 4 });

  await makeDue();
  let left = 0;
  const away = sweepWith(async () => {
    left++;
    throw new Error('the engine is away');
  });
  await expect(away).rejects.toThrow('away');
  expect(left).toBe(4);
  const late = await asOwner<{ n: number }>(
    `select count(*)::int as n from deliveries
     where $1::uuid is not null and (sweeps > 0 or sweep_at > now() + interval '1 minute')`,
  );
  expect(late.n).toBe(0);
});

test('reads overdue work in index order for any queue length', async () => {
  await withClient(String(outstep.env['DATABASE_URL']), async (client) => {
    await client.query('begin');
    await client.query(
      `insert into deliveries (store_id, execution_id, position, state, lane, slots, sweep_at)
       select d.store_id, d.execution_id, n, 'planned', 'line', 8, now() - interval '1 s'
       from deliveries d, generate_series(1, 20000) n where d.execution_id = $1`,
      [executionId],
    );
    await client.query('analyze deliveries');
    const rowsScanned = async () => {
      const { rows } = await client.query(
        `select seq_tup_read::int as read from pg_stat_xact_user_tables where relname = 'deliveries'`,
      );
      return rows[0].read;
    };
    const before = await rowsScanned();
    expect((await client.query('select from take_overdue_deliveries(4, 60)')).rowCount).toBe(4);
    expect(await rowsScanned()).toBe(before);
    await client.query('rollback');
  });
});
