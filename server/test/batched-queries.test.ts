import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type Database } from '../src/adapters/postgres/database.ts';
import { claimWork } from '../src/features/delivery/ledger/claim-work.ts';
import { insertStep, recordClaim } from '../src/features/delivery/ledger/ledger.store.ts';
import { bind, briefRead, sharedWrite } from '../src/kernel/ports.ts';
import { type Outstep, startOutstep } from './harness/outstep.ts';
import { withClient } from './harness/postgres.ts';
import { sized } from './harness/size.ts';
import { TcpProxy } from './harness/tcp-proxy.ts';

const STORES = 12;
const MIXES = sized(40, 2_000);
const CUTS = sized(8, 200);
/** How many claims lose their response in one cut. */
const AT_ONCE = 5;
const LOCKED_MS = 2_000;

let outstep: Outstep;
let database: Database;
let stores: string[];
const noted: Error[] = [];

const url = () => String(outstep.env['DATABASE_URL']);
const open = (way: string) =>
  createDatabase({
    url: way,
    maxConnections: 6,
    namedStatements: true,
    onError: (error) => noted.push(error),
  });

beforeAll(async () => {
  outstep = await startOutstep({ processes: 0 });
  stores = await Promise.all(Array.from({ length: STORES }, () => outstep.newStore()));
  database = open(url());
});
afterAll(async () => {
  await database?.close();
  await outstep?.close();
});

// Neither query names a store: without its scope, each would see or change all of them. The second fails on
// demand.
const read = briefRead<{ id: string; name: string }>('test_shared_read', 'select id, name from stores');
const rename = sharedWrite<{ id: string; name: string }>(
  'test_shared_rename',
  'update stores set name = $1 where 1 / $2::int = 1 returning id, name',
);

test('batched queries of many stores return what each would get alone (spec: What the service does 7)', async () => {
  const names = new Map(stores.map((storeId) => [storeId, '']));
  for (let mix = 0; mix < MIXES; mix++) {
    const asked = Array.from({ length: 1 + Math.floor(Math.random() * 60) }, () => ({
      storeId: stores[Math.floor(Math.random() * STORES)] as string,
      writes: Math.random() < 0.5,
      name: randomUUID(),
    }));
    const answers = await Promise.all(
      asked.map(({ storeId, writes, name }) =>
        database.forStore(storeId).rows(writes ? bind(rename, name, 1) : bind(read)),
      ),
    );
    for (const [i, { storeId, writes, name }] of asked.entries()) {
      expect(answers[i], `mix ${mix}`).toEqual([{ id: storeId, name: writes ? name : expect.any(String) }]);
      if (writes) names.set(storeId, name);
    }
    const alone = await Promise.all(
      [...names].map(([storeId]) => database.forStore(storeId).transaction((tx) => tx.rows(bind(read)))),
    );
    const touched = new Set(asked.filter(({ writes }) => writes).map(({ storeId }) => storeId));
    for (const [row] of alone)
      if (row && (touched.has(row.id) || names.get(row.id) !== '')) expect(row.name).toBe(names.get(row.id));
  }
});

test('a failing query fails alone', async () => {
  const failing = stores[3] as string;
  const outcomes = await Promise.allSettled(
    stores.map((storeId) =>
      database.forStore(storeId).rows(bind(rename, 'Fine', storeId === failing ? 0 : 1)),
    ),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(
    stores.map((storeId) => (storeId === failing ? 'rejected' : 'fulfilled')),
  );
  const rows = await Promise.all(stores.map((storeId) => database.forStore(storeId).rows(bind(read))));
  expect(rows.map(([row]) => row?.name === 'Fine')).toEqual(stores.map((storeId) => storeId !== failing));
});

test('a store with locked rows delays no other store', async () => {
  const [locked = '', ...others] = stores;
  const waits: number[] = [];
  let isLocked = true;
  await withClient(url(), async (client) => {
    await client.query('begin');
    await client.query('select from stores where id = $1 for update', [locked]);
    const waiting = database.forStore(locked).rows(bind(rename, 'Late', 1));
    const load = others.map(async (storeId) => {
      while (isLocked) {
        const from = performance.now();
        await database.forStore(storeId).rows(bind(rename, 'Soon', 1));
        waits.push(performance.now() - from);
        // Each time, another query of the locked store joins the batch.
        void database
          .forStore(locked)
          .rows(bind(rename, 'Late', 1))
          .catch(() => undefined);
        await sleep(20);
      }
    });
    await sleep(LOCKED_MS);
    isLocked = false;
    await client.query('commit');
    await Promise.all(load);
    expect(await waiting).toEqual([{ id: locked, name: 'Late' }]);
  });
  const slow = waits.filter((ms) => ms > LOCKED_MS / 2);
  expect(slow, `of ${waits.length}`).toEqual([]);
});

const newStep = async (storeId: string) => {
  const id = outstep.core.runtime.newId();
  await insertStep(database.forStore(storeId), {
    ...{ storeId, id, platform: 'test', actionType: 'HTTP_REQUEST', actionConfigId: null },
    ...{ actionConfigName: 'Call', trigger: 'workflow', runId: id, stepId: 'step', createdAt: new Date() },
    ...{ sealedInput: Buffer.from('sealed'), lane: `store:${storeId}`, slots: 8, patienceMs: 600_000 },
  });
  return { storeId, executionId: id, position: 0, attempt: 1, generation: 0 };
};

test('recovers a claim whose response was lost, for its claimant only (spec: What the service does 7)', async () => {
  let cuts = 0;
  let isCutting = false;
  const proxy: TcpProxy = await TcpProxy.to(url(), () => () => {
    // PostgreSQL has executed the claim, but its response doesn't arrive.
    if (!isCutting) return;
    isCutting = false;
    cuts++;
    proxy.reset();
  });
  const far = open(proxy.through(url()));
  const claims = (ref: Awaited<ReturnType<typeof newStep>>) =>
    claimWork({ db: far.forStore(ref.storeId), newId: randomUUID }, ref, 'data', 60_000);
  for (let cut = 0; cut < CUTS; cut++) {
    const refs = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, i) => newStep(stores[(cut + i) % STORES] as string)),
    );
    // Makes sure that the connection already exists.
    await far.forStore(stores[0] as string).rows(bind(rename, 'Connected', 1));
    isCutting = true;
    const claimed = await Promise.all(refs.map(claims));
    expect(claimed.filter((claim) => claim === null)).toEqual([]);
    for (const [i, ref] of refs.entries()) {
      const db = database.forStore(ref.storeId);
      const taken = { token: randomUUID(), into: 'data' as const, leaseMs: 1_000 };
      expect(await recordClaim(db, ref, taken), 'somebody else gets none').toBeNull();
      expect(claimed[i]?.claims).toBeGreaterThan(0);
    }
  }
  expect(cuts).toBe(CUTS);
  await far.close();
  await proxy.close();
  const { rows } = await withClient(url(), (client) =>
    client.query(`select count(*)::int as twice from deliveries where claims > 1`),
  );
  expect(rows[0].twice, 'some had been recorded before the cut').toBeGreaterThan(0);
});
