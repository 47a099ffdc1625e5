import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findTrash, lockTrash, moveToTrash, pageOfTrash } from '../src/features/documents/trash.store.ts';
import { requestVersions } from '../src/features/http-requests/versions.store.ts';
import { bind, statement } from '../src/kernel/ports.ts';
import { maintain } from '../src/processes/maintain.ts';
import { type Outstep, startOutstep } from './harness/outstep.ts';
import { withClient } from './harness/postgres.ts';
import { TestClock } from './harness/test-clock.ts';

const HOUR = 3_600_000;

describe('the clock of a database as `outstep migrate` leaves it', () => {
  let outstep: Outstep;
  let url: string;
  beforeAll(async () => {
    outstep = await startOutstep({ processes: 0 });
    url = String(outstep.env['DATABASE_URL']);
  });
  afterAll(() => outstep?.close());

  test('is PostgreSQL’s own: no other function shadows its names', async () => {
    const { rows } = await withClient(url, (client) =>
      client.query(
        `select p.oid::regprocedure::text as found from pg_proc p
         where p.proname in ('now', 'clock_timestamp', 'transaction_timestamp', 'statement_timestamp')
           and p.pronamespace <> 'pg_catalog'::regnamespace
         union all
         select s.setconfig::text from pg_db_role_setting s
         where s.setconfig::text like '%search_path%' and s.setdatabase in
           (0, (select oid from pg_database where datname = current_database()))`,
      ),
    );
    expect(rows).toEqual([]);
  });

  test.each(['outstep_app', 'outstep_people'])('cannot be changed by %s', async (role) => {
    await withClient(url, async (client) => {
      await client.query(`set role ${role}`);
      const later = "returns timestamptz language sql as 'select pg_catalog.now() + interval ''1 day'''";
      const refused = async (sql: string) =>
        expect(client.query(sql)).rejects.toMatchObject({ code: '42501' });
      await refused('create schema turned');
      await refused(`create function public.now() ${later}`);
      await refused(`create or replace function pg_catalog.now() ${later}`);
      const { rows: names } = await client.query('select current_database() as name');
      await refused(`alter database ${names[0].name} set search_path = pg_temp`);
      // A function that anyone may create is not found by its unqualified name.
      await client.query(`create function pg_temp.now() ${later}`);
      await client.query('set search_path = pg_temp, pg_catalog, public');
      const { rows } = await client.query('select now() = pg_catalog.now() as real');
      expect(rows).toEqual([{ real: true }]);
    });
  });
});

describe('the clock of a database that a test may turn', () => {
  let clock: TestClock;
  let outstep: Outstep;
  let storeId: string;
  beforeAll(async () => {
    clock = await TestClock.start();
    outstep = await startOutstep({ processes: 0, databaseUrl: clock.databaseUrl });
    storeId = await outstep.newStore();
  });
  afterAll(async () => {
    await outstep?.close();
    await clock?.close();
  });

  const times = statement<{ now: Date; at: Date }>('test_times', 'select now(), clock_timestamp() as at');
  const makeRun = statement<{ at: Date }>(
    'test_run',
    `insert into runs (store_id, platform, run_id, execution_id)
     values ($1, 'generic', $2, gen_random_uuid()) returning created_at as at`,
  );
  const makeWork = statement(
    'test_work',
    `insert into deliveries (store_id, execution_id, position, state, lane, slots, sweep_at)
     values ($1, gen_random_uuid(), 0, 'planned', 'nowhere', 1, now() + interval '50 minutes')`,
  );
  const takeWork = statement<{ storeId: string }>(
    'test_take',
    'select * from take_overdue_deliveries(10, 60)',
  );
  const near = (at: Date | undefined) => Math.abs(Number(at) - clock.now()) < 60_000;

  test('is shared by statements, column defaults and functions, also in open connections', async () => {
    const { forStore, outsideStores } = outstep.core.database;
    const db = forStore(storeId);
    const look = async (run: string) => {
      const [found] = await db.rows(bind(times));
      const [made] = await db.rows(bind(makeRun, storeId, run));
      return [found?.now, found?.at, made?.at].map(near);
    };
    await db.rows(bind(makeWork, storeId));
    expect(await look('before')).toEqual([true, true, true]);
    expect(await outsideStores.rows(bind(takeWork))).toEqual([]);
    await clock.turn(HOUR);
    expect(await look('after')).toEqual([true, true, true]);
    expect(await outsideStores.rows(bind(takeWork))).toHaveLength(1);
  });

  test('hides what has been in the trash for 30 days, whether or not it was swept (contract: Trash 1)', async () => {
    const db = outstep.core.database.forStore(storeId);
    const id = outstep.core.runtime.newId();
    const actor = { type: 'key', id: 'k', name: 'Deploy' } as const;
    const item = { id, kind: 'http-request', name: 'Tell', content: '{}', sealed: null } as const;
    const audit = Object.assign(async () => {}, { rows: () => [] });
    await db.transaction((tx) =>
      moveToTrash({ storeId, actor, audit }, tx, item, requestVersions.intoTrash(id)),
    );
    const settings = { databaseAdminUrl: clock.databaseUrl, historyDays: 400 };
    const listed = async () => (await pageOfTrash(db, { page: 1, limit: 10 }, undefined)).total;
    await clock.turn(30 * 24 * HOUR - HOUR);
    expect(await maintain(settings)).toMatchObject({ trashEmptied: 0 });
    expect([await listed(), await findTrash(db, id)]).toMatchObject([1, { id }]);
    await clock.turn(HOUR);
    expect([await listed(), await findTrash(db, id), await lockTrash(db, id)]).toEqual([0, null, false]);
    expect(await maintain(settings)).toMatchObject({ trashEmptied: 1 });
  });

  test('is the only clock in the schema', async () => {
    const { rows } = await withClient(clock.databaseUrl, (client) =>
      client.query(
        `select d.adrelid::regclass::text || '.' || a.attname as bound from pg_attrdef d
         join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
         where pg_get_expr(d.adbin, d.adrelid) ~ 'pg_catalog\\.(now|clock_timestamp)'
         union all
         select p.oid::regprocedure::text from pg_proc p
         where p.pronamespace = 'public'::regnamespace and p.prosrc ~ '(now|clock_timestamp)\\(\\)'
           and not coalesce(p.proconfig::text, '') like '%search_path=turned%'`,
      ),
    );
    expect(rows).toEqual([]);
  });
});
