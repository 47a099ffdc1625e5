import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureRights } from '../../src/adapters/postgres/migrate.ts';
import { migrationsFolder } from '../../src/processes/commands/migrate.ts';
import { type Outstep, startOutstep } from '../harness/outstep.ts';
import { catalogFaults } from './catalog-faults.ts';
import { storeTables } from './rows.ts';

let outstep: Outstep;
let client: pg.Client;
let stores: string[];

beforeAll(async () => {
  outstep = await startOutstep({ processes: 0 });
  client = new pg.Client({ connectionString: outstep.env['DATABASE_URL'] });
  await client.connect();
  stores = [await outstep.newStore('Alder'), await outstep.newStore('Birch')];
  for (const [index, storeId] of stores.entries()) {
    await outstep.newKey(storeId, 'read');
    await outstep.operator(storeId, 'set_secret', { name: `TOKEN_${index}`, value: 'x' });
    await outstep.operator(storeId, 'create_platform_secret', {});
  }
});

afterAll(async () => {
  await client?.end();
  await outstep?.close();
});

/** Rolls everything back, so the next test finds the database as it was. */
async function undone<T>(work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    return await work();
  } finally {
    await client.query('rollback');
  }
}

describe('the catalog', () => {
  test('gives no store a way to reach another (spec: What the service does 7)', async () => {
    expect(await catalogFaults(client)).toEqual([]);
  });

  const policy = "using (store_id = nullif(current_setting('outstep.store', true), '')::uuid)";
  const definer = 'returns bigint language sql security definer';

  test.each([
    ['drop policy own_store on secrets', 'table secrets: no policy'],
    ['alter table secrets disable row level security', 'table secrets: row-level security is not enabled'],
    ['alter table secrets no force row level security', 'table secrets: row-level security is not forced'],
    ['drop policy every_store on secrets', 'table secrets: its owner does not see every store'],
    ['create policy wide on secrets using (true)', 'table secrets: policy wide is not the store setting'],
    [`create policy reads on secrets for select ${policy}`, 'table secrets: policy reads is not'],
    [`create policy few on secrets to outstep ${policy}`, 'table secrets: policy few is not'],
    [`create policy write on secrets ${policy} with check (true)`, 'table secrets: policy write is not'],
    ['create table notes (store_id uuid, id uuid)', 'table notes: row-level security is not enabled'],
    ['create table colors (name text)', 'table colors: belongs to no store'],
    ['create table parted (store_id uuid) partition by hash (store_id)', 'table parted: no policy'],
    ['create schema aside create table notes (store_id uuid)', 'relation aside.notes: outside'],
    ['create view peek as select * from secrets', 'view peek: not security_invoker'],
    ['create materialized view kept as select * from secrets', 'materialized view kept'],
    ['create unique index bad on secrets (name)', 'index bad: unique without the store'],
    ['create unique index bad on secrets (name) include (store_id)', 'index bad: unique without the store'],
    [
      'alter table secrets add owner uuid references stores (id)',
      'foreign key secrets_owner_fkey of secrets',
    ],
    ['drop index api_keys_by_hash', 'exception api_keys_by_hash: names nothing any more'],
    [`create function peek() ${definer} as 'select 1'`, 'function peek(): SECURITY DEFINER and not on'],
    ['drop function store_of_key(uuid)', 'function store_of_key(uuid): gone'],
    ['alter function store_of_key(uuid) reset search_path', 'function store_of_key(uuid): its path is not'],
    ['grant execute on function store_of_key(uuid) to public', 'function store_of_key(uuid): public may'],
    ['alter table secrets owner to outstep_app', 'role outstep_app: owns table secrets'],
    ['alter role outstep_app bypassrls', 'role outstep_app: has bypassrls'],
    ['grant pg_read_all_data to outstep_app', 'role outstep_app: member of pg_read_all_data'],
    ['grant select on schema_migrations to outstep_app', 'role outstep_app: may select schema_migrations'],
    ['grant select on secrets to outstep_people', 'role outstep_people: may select secrets'],
    ['grant select on people to outstep_app', 'role outstep_app: may select people'],
    ['grant outstep_app to outstep_people', 'role outstep_people: member of outstep_app'],
    ['grant outstep_operator to outstep_app', 'role outstep_app: member of outstep_operator'],
    ['grant select on secrets to outstep_operator', 'role outstep_operator: may select secrets'],
    ['grant execute on function maintain_ledger() to public', 'function maintain_ledger(): public may'],
    ['grant truncate on secrets to outstep_app', 'role outstep_app: may truncate secrets'],
    ['grant select on secrets to public', 'table secrets: public may select'],
    ['grant create on schema public to outstep_app', 'schema public: outstep_app may create in it'],
  ])('detects: %s', async (change, fault) => {
    const before = await catalogFaults(client);
    const after = await undone(async () => {
      await client.query(change);
      return catalogFaults(client);
    });
    expect(before.filter((each) => each.startsWith(fault))).toEqual([]);
    expect(after).toContainEqual(expect.stringContaining(fault));
  });
});

describe('guarantees of every migrate run', () => {
  /** Every privilege of our roles and of PUBLIC, and every policy. */
  const RIGHTS = `
    with acls as (
      select 'table ' || relname as what, relowner as owner, relacl as acl from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      union all select 'function ' || oid::regprocedure, proowner, coalesce(proacl, acldefault('f', proowner)) from pg_proc
      where pronamespace = 'public'::regnamespace
      union all select 'schema ' || nspname, nspowner, nspacl from pg_namespace where nspname = 'public'
    )
    select what || ': ' || case r.grantee when 0 then 'public' else pg_get_userbyid(r.grantee) end || ' may ' || r.privilege_type as said
    from acls cross join lateral aclexplode(acl) r where r.grantee <> owner
    union all select 'policy ' || polname || ' of ' || polrelid::regclass from pg_policy
    union all select 'forced on ' || oid::regclass from pg_class where relforcerowsecurity
    order by 1`;
  const LOSE = `
    revoke all on all tables in schema public from outstep_app, outstep_people;
    revoke all on schema public from outstep_app, outstep_people;
    revoke all on all functions in schema public from outstep_app;
    grant execute on all functions in schema public to public;
    do $$ declare lost record; begin
      for lost in select polname, polrelid::regclass as name from pg_policy loop
        execute format('drop policy %I on %s', lost.polname, lost.name);
        execute format('alter table %s disable row level security, no force row level security', lost.name);
      end loop;
    end $$`;
  const rights = async () => (await client.query<{ said: string }>(RIGHTS)).rows.map(({ said }) => said);

  test('grants everything that the numbered migrations granted, so that a restored database lacks nothing', async () => {
    const [before, lost, mended] = await undone(async () => {
      const before = await rights();
      await client.query(LOSE);
      const lost = await rights();
      await ensureRights(client, migrationsFolder);
      return [before, lost, await rights()];
    });
    expect(before.length).toBeGreaterThan(300);
    expect(lost.filter((said) => !said.endsWith('public may EXECUTE')).length).toBeLessThan(5);
    expect(mended).toEqual(before);
  });
});

describe("as the application's role", () => {
  const scoped = <T>(storeId: string, work: () => Promise<T>) =>
    undone(async () => {
      await client.query(
        "select set_config('role', 'outstep_app', true), set_config('outstep.store', $1, true)",
        [storeId],
      );
      return work();
    });
  const storesIn = async (table: string, column: string) => {
    const { rows } = await client.query(`select distinct ${column} as store from ${table}`);
    return rows.map((row) => row.store);
  };

  test("every table shows the store's own rows and, without a store, none", async () => {
    const [alder = '', birch = ''] = stores;
    for (const { name, column } of await storeTables(client)) {
      const all = await storesIn(name, column);
      expect(await scoped('', () => storesIn(name, column)), name).toEqual([]);
      expect(await scoped(alder, () => storesIn(name, column)), name).toEqual(
        all.filter((store) => store === alder),
      );
      if (all.length === 0) continue;
      const moved = scoped(alder, () => client.query(`update ${name} set ${column} = '${birch}'`));
      await expect(moved, name).rejects.toMatchObject({ code: '42501' });
    }
    for (const table of ['secrets', 'platform_secrets'])
      expect(new Set(await storesIn(table, 'store_id')), table).toEqual(new Set(stores));
  });

  test('functions that look across stores cannot be made to read another table', async () => {
    const [alder = ''] = stores;
    await scoped(alder, async () => {
      await client.query('create temporary table api_keys (id uuid, store_id uuid) on commit drop');
      const forged = '00000000-0000-7000-8000-000000000001';
      await client.query('insert into pg_temp.api_keys values ($1, $1)', [forged]);
      const { rows } = await client.query('select store_of_key($1) as store', [forged]);
      expect(rows).toEqual([{ store: null }]);
    });
  });
});
