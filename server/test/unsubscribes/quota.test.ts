import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  reserveQuota,
  reserveUnitStatements,
  returnQuota,
} from '../../src/features/access/quota/quota.store.ts';
import { bind, statement } from '../../src/kernel/ports.ts';
import { type Outstep, startOutstep } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';

let outstep: Outstep;

beforeAll(async () => {
  // Concurrent reservations must meet in the database, not wait for a connection.
  outstep = await startOutstep({ processes: 0, env: { OUTSTEP_DATABASE_CONNECTIONS: '16' } });
});
afterAll(() => outstep?.close());

const asOwner = <T>(text: string, values: unknown[]) =>
  withClient(
    outstep.env['DATABASE_URL'] as string,
    async (client) => (await client.query(text, values)).rows as T[],
  );

const failing = statement('failing', 'select 1 / 0');

/** A store with a quota and deliveries of one execution. */
async function sendingStore(quota: number | null, deliveries: number) {
  const storeId = await outstep.newStore();
  const db = outstep.core.database.forStore(storeId);
  const executionId = outstep.core.runtime.newId();
  const setQuota = (value: string) =>
    outstep.operator(storeId, 'set_settings', { settings: [`quota=${value}`] });
  if (quota !== null) await setQuota(`${quota}`);
  await asOwner(
    `insert into deliveries (store_id, execution_id, position, state, lane, slots)
     select $1, $2, n, 'planned', 'x', 1 from generate_series(1, $3) n`,
    [storeId, executionId, deliveries],
  );
  return {
    storeId,
    setQuota,
    reserve: (position: number) => reserveQuota(db, storeId, executionId, position),
    /** All statements succeed, and then the transaction fails. */
    reserveAndFail: (position: number) =>
      db
        .batch([...reserveUnitStatements(storeId, executionId, position), bind(failing)])
        .catch(() => undefined),
    giveBack: (position: number) => returnQuota(db, executionId, position),
    used: async () => {
      const rows = await asOwner<{ month: string; used: number }>(
        `select to_char(month, 'YYYY-MM-DD') as month, used from quota_usage where store_id = $1 order by month`,
        [storeId],
      );
      return rows;
    },
    reservedOnes: async () => {
      const [row] = await asOwner<{ count: number }>(
        'select count(quota_month) as count from deliveries where store_id = $1',
        [storeId],
      );
      return row?.count;
    },
    moveToMonth: (month: string) =>
      asOwner(
        `with d as (update deliveries set quota_month = $2 where store_id = $1 and quota_month is not null)
         update quota_usage set month = $2 where store_id = $1`,
        [storeId, month],
      ),
  };
}

const thisMonth = () => `${new Date().toISOString().slice(0, 7)}-01`;

test('exactly the quota is reserved by 32 concurrent callers', async () => {
  const store = await sendingStore(20, 96);
  const outcomes: boolean[] = [];
  const positions = Array.from({ length: 96 }, (_, i) => i + 1);
  const reserver = async () => {
    for (let at = positions.pop(); at !== undefined; at = positions.pop())
      outcomes.push(await store.reserve(at));
  };
  await Promise.all(Array.from({ length: 32 }, reserver));
  expect(outcomes.filter(Boolean)).toHaveLength(20);
  expect(outcomes).toHaveLength(96);
  expect(await store.used()).toEqual([{ month: thisMonth(), used: 20 }]);
  expect(await store.reservedOnes()).toBe(20);
});

test('32 concurrent reservations for one delivery take one unit', async () => {
  const store = await sendingStore(5, 1);
  const outcomes = await Promise.all(Array.from({ length: 32 }, () => store.reserve(1)));
  expect(outcomes.every(Boolean)).toBe(true);
  expect(await store.used()).toMatchObject([{ used: 1 }]);
});

test('a failed reservation uses nothing, and a repeated one no second unit', async () => {
  const store = await sendingStore(1, 2);
  await store.reserveAndFail(1);
  expect(await store.used()).toEqual([]);
  expect(await store.reserve(1)).toBe(true);
  await store.reserveAndFail(1);
  expect(await store.reserve(1)).toBe(true);
  expect(await store.reserve(2)).toBe(false);
  expect(await store.used()).toMatchObject([{ used: 1 }]);
});

test('a returned unit can be reserved again, and is returned only once', async () => {
  const store = await sendingStore(2, 3);
  expect([await store.reserve(1), await store.reserve(2), await store.reserve(3)]).toEqual([
    true,
    true,
    false,
  ]);
  await Promise.all(Array.from({ length: 8 }, () => store.giveBack(1)));
  expect(await store.used()).toMatchObject([{ used: 1 }]);
  await store.giveBack(3);
  expect(await store.reserve(3)).toBe(true);
  expect(await store.reserve(1)).toBe(false);
  expect(await store.reservedOnes()).toBe(2);
});

test('each month has its own quota; a unit goes back to the month it was taken from', async () => {
  const store = await sendingStore(1, 3);
  await store.reserve(1);
  await store.moveToMonth('2020-02-01');
  expect(await store.reserve(2)).toBe(true);
  expect(await store.reserve(1), 'still has its own').toBe(true);
  expect(await store.reserve(3)).toBe(false);
  await store.giveBack(1);
  expect(await store.used()).toEqual([
    { month: '2020-02-01', used: 0 },
    { month: thisMonth(), used: 1 },
  ]);
});

test('without a quota reservations are unlimited and still counted', async () => {
  const store = await sendingStore(null, 4);
  for (const position of [1, 2, 3]) expect(await store.reserve(position)).toBe(true);
  expect(await store.used()).toMatchObject([{ used: 3 }]);
  await store.setQuota('3');
  expect(await store.reserve(4)).toBe(false);
  await store.setQuota('');
  expect(await store.reserve(4)).toBe(true);
});

test('a store has its own quota, and a missing delivery has none', async () => {
  const [full, other] = [await sendingStore(1, 1), await sendingStore(1, 1)];
  expect([await full.reserve(1), await other.reserve(1)]).toEqual([true, true]);
  await expect(full.reserve(7)).rejects.toThrow(/no delivery 7/);
});
