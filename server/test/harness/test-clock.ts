import { inject } from 'vitest';
import { databaseUrl, dropDatabase, randomName, serverUrl, withClient } from './postgres.ts';

/**
 * `now()` and `clock_timestamp()` of this one database run ahead of the real ones by the interval in a table.
 * The product needs no change: its statements find these two first, because the database's search path starts
 * with them, and whatever is already bound (column defaults, and functions with their own search path) is
 * bound again.
 */
const TEST_CLOCK_SQL = `
create schema turned;
create table turned.clock (ahead interval not null);
insert into turned.clock values ('0');
create function turned.now() returns timestamptz language sql stable
  as 'select pg_catalog.now() + ahead from turned.clock';
create function turned.clock_timestamp() returns timestamptz language sql volatile
  as 'select pg_catalog.clock_timestamp() + ahead from turned.clock';
grant usage on schema turned to public;
grant select on turned.clock to public;
do $$
declare bound record;
begin
  execute format('alter database %I set search_path = turned, pg_catalog, "$user", public', current_database());
  for bound in
    select p.oid::regprocedure as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proconfig::text like '%search_path=%'
  loop
    execute format('alter function %s set search_path = turned, pg_catalog, public, pg_temp', bound.name);
  end loop;
  for bound in
    select d.adrelid::regclass as name, a.attname, pg_get_expr(d.adbin, d.adrelid) as clock
    from pg_attrdef d
    join pg_class c on c.oid = d.adrelid and c.relnamespace = 'public'::regnamespace
    join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where pg_get_expr(d.adbin, d.adrelid) in ('now()', 'clock_timestamp()')
  loop
    execute format('alter table %s alter column %I set default turned.%s', bound.name, bound.attname, bound.clock);
  end loop;
end $$`;

/** For a migrated database to which no other process has connected yet. */
export const installTestClock = (url: string) => withClient(url, (client) => client.query(TEST_CLOCK_SQL));

/** Sets the total offset. */
export const advanceClock = (url: string, ms: number) =>
  withClient(url, (client) =>
    client.query("update turned.clock set ahead = $1::double precision * interval '1 ms'", [ms]),
  );

/**
 * A migrated database whose clock a test may turn; only for a test's own product, because no other test may
 * share it.
 */
export class TestClock {
  readonly databaseUrl: string;
  readonly #database: string;
  #aheadMs = 0;

  private constructor(database: string) {
    this.#database = database;
    this.databaseUrl = databaseUrl(database);
  }

  static async start(): Promise<TestClock> {
    const template = inject('templateDatabase');
    const database = randomName(template);
    await withClient(serverUrl.toString(), (client) =>
      client.query(`create database ${database} template ${template}`),
    );
    const clock = new TestClock(database);
    await installTestClock(clock.databaseUrl);
    return clock;
  }

  /** In milliseconds, as PostgreSQL sees it if it runs on the same machine. */
  now(): number {
    return Date.now() + this.#aheadMs;
  }

  async turn(ms: number): Promise<void> {
    const aheadMs = this.#aheadMs + ms;
    await advanceClock(this.databaseUrl, aheadMs);
    // PostgreSQL first: the database must exist before this clock is used.
    this.#aheadMs = aheadMs;
  }

  close(): Promise<void> {
    return dropDatabase(this.#database);
  }
}
