import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Database } from '../../src/adapters/postgres/database.ts';
import { bind, statement } from '../../src/kernel/ports.ts';
import { withClient } from '../harness/postgres.ts';
import { sampled, sized } from '../harness/size.ts';
import { type Pooler, pooledEnv, startPooler } from './pooler.ts';
import { createProbes, namingProbes, readingProbes } from './probes.ts';
import { startRelay } from './relay.ts';
import { expectInvisible, expectOnlyOwn, expectOwnWorks, expectUntouched } from './rules.ts';
import { storm } from './storm.ts';
import { type Side, startWorld, type TenantWorld } from './world.ts';

/** `matrix.test.ts` proves isolation probe by probe; here the pooler is in between. */
const ONE_OF = 8;
const CALLS = sized(300, 10_000);
/** Clients that disconnect, each a little later than the previous one. */
const ROUNDS = sized(5, 20);

let pooler: Pooler;
let world: TenantWorld;
let quiet: Side;
/** Another client of the one connection that all of them share. */
let neighbor: pg.Client;

beforeAll(async () => {
  pooler = await startPooler();
  world = await startWorld((plain) => pooledEnv(pooler, plain));
  quiet = await world.newSide('cedarwood');
  neighbor = new pg.Client({ connectionString: pooledUrl() });
  await neighbor.connect();
});

afterAll(async () => {
  await neighbor?.end();
  await world?.close();
  await pooler?.stop();
});

const plainUrl = () => world.outstep.env['DATABASE_URL'] ?? '';
const pooledUrl = () => pooler.through(plainUrl());

const open = (url: string): Database =>
  createDatabase({ url, maxConnections: 4, namedStatements: false, onError: () => {} });

/** The shared connection's role and store between transactions. */
async function left() {
  const { rows } = await neighbor.query(
    `select current_user = session_user as "isLogin", coalesce(current_setting('outstep.store', true), '') as store,
       pg_backend_pid() as backend`,
  );
  return rows[0] as { isLogin: boolean; store: string; backend: number };
}

describe('the one server connection', () => {
  test('is shared: what a caller sets outside a transaction also applies to its neighbor', async () => {
    const { storeId } = world.own;
    await withClient(pooledUrl(), (client) =>
      client.query("select set_config('outstep.store', $1, false)", [storeId]),
    );
    expect(await left()).toMatchObject({ store: storeId });
    await neighbor.query("select set_config('outstep.store', '', false)");
  });

  test('keeps neither role nor store after a call', async () => {
    expect((await world.call(world.own.key, 'GET', '/api/v1/http-requests')).status).toBe(200);
    expect(await left()).toMatchObject({ isLogin: true, store: '' });
  });

  test.each([
    ['in a statement', ''],
    ['at the very end', 'deferrable initially deferred'],
  ])('keeps neither role nor store after a call that fails %s', async (_, when) => {
    await withClient(plainUrl(), (client) =>
      client.query(`
        create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
        create constraint trigger refusing after insert on http_requests ${when}
          for each row when (new.name = 'explode') execute function refuse()`),
    );
    const { backend } = await left();
    const body = { name: 'explode', url: 'http://127.0.0.1:1/' };
    const answer = await world.call(world.own.key, 'POST', '/api/v1/http-requests', body);
    expect(answer.status).toBe(500);
    expect(await left()).toEqual({ isLogin: true, store: '', backend });
    await withClient(plainUrl(), (client) =>
      client.query('drop trigger refusing on http_requests; drop function refuse()'),
    );
  });

  test('keeps neither role nor store after an abandoned transaction', async () => {
    const database = open(pooledUrl());
    const own = database.forStore(world.own.storeId);
    const { backend } = await left();
    const count = bind(statement<{ total: number }>('count', 'select count(*) as total from http_requests'));
    const divide = bind(statement('divide', 'select 1 / 0'));
    const ours = (await own.rows(count))[0]?.total;
    expect(ours).toBeGreaterThan(0);

    const givenUp = own.transaction(async (tx) => {
      expect(await tx.rows(count)).toEqual([{ total: ours }]);
      throw new Error('changed my mind');
    });
    await expect(givenUp).rejects.toThrow('changed my mind');
    expect(await left()).toEqual({ isLogin: true, store: '', backend });
    await expect(own.transaction((tx) => tx.rows(divide))).rejects.toThrow('division by zero');
    expect(await left()).toEqual({ isLogin: true, store: '', backend });
    await expect(own.batch([count, divide])).rejects.toThrow('division by zero');
    expect(await left()).toEqual({ isLogin: true, store: '', backend });
    expect(await database.outsideStores.rows(count)).toEqual([{ total: 0 }]);
    await database.close();
  });

  // When a client disconnects after pipelining several queries, PgBouncer 1.18 passes its connection on with
  // responses still pending (tested), and the next caller reads them: another store's rows. So nothing is
  // pipelined: many reads are one transaction, and the next one is sent after its response.
  test('never passes on a response that a disconnected client was waiting for (spec: What the service does 7)', async () => {
    const { hostname: host, port } = new URL(pooledUrl());
    const relay = await startRelay({ host, port: Number(port) });
    const database = open(relay.through(plainUrl()));
    const foreign = database.forStore(world.other.storeId);
    const slowly = 'select store_id::text as store from http_requests, pg_sleep(0.002) limit 1';
    const read = bind(Object.assign(statement<{ store: string }>('slowly', slowly), { brief: true }));
    const next = () =>
      withClient(pooledUrl(), async (client) => {
        const { rows } = await client.query('select $1::text as store', ['none of theirs']);
        return rows.map((row) => row.store).join();
      }).catch(String);
    const got: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      let answered = 0;
      const cut = Promise.withResolvers<void>();
      // More than fit into one round trip.
      const asked = Array.from({ length: 300 }, async () => {
        await foreign.rows(read);
        if (answered++ === round) cut.resolve();
      });
      const ended = Promise.allSettled(asked);
      await Promise.race([cut.promise, ended]);
      relay.cut();
      got.push(await next());
      await ended;
      expect(answered, 'some are answered before the cut').toBeGreaterThan(round);
      expect(answered, 'and others were still to come').toBeLessThan(asked.length);
    }
    await database.close();
    await relay.stop();
    expect(got).toEqual(Array.from({ length: ROUNDS }, () => 'none of theirs'));
  });
});

describe('through a transaction pooler', () => {
  test.each(sampled(namingProbes, ONE_OF))(
    '$title finds no record except its own (spec: What the service does 7; Authentication 6; Status 404)',
    async (probe) => {
      await expectInvisible(world, probe);
      await expectOwnWorks(world, probe);
    },
  );

  test.each(sampled(readingProbes, ONE_OF))(
    '$title shows only own records (spec: What the service does 7)',
    async (probe) => {
      await expectOnlyOwn(world, probe, quiet);
    },
  );

  test.each(sampled(createProbes, ONE_OF))('$title writes only to its own store', async (probe) => {
    await expectUntouched(world, probe);
  });

  test(`${CALLS} mixed calls of two stores leak nothing (spec: What the service does 7)`, async () => {
    const { calls, leaks, wrong, overBudget } = await storm(world, CALLS);
    expect(leaks).toEqual([]);
    expect(wrong).toEqual([]);
    expect(overBudget / calls).toBeLessThanOrEqual(0.01);
    expect(calls).toBe(CALLS);
  });
});
