import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Database } from '../src/adapters/postgres/database.ts';
import { OperationError } from '../src/kernel/error.ts';
import { bind, searchRead, statement } from '../src/kernel/ports.ts';
import { type Outstep, startOutstep } from './harness/outstep.ts';
import { withClient } from './harness/postgres.ts';
import { isFullSize } from './harness/size.ts';

const CONNECTIONS = 6;
const AT_ONCE = 3;

let outstep: Outstep;
let database: Database;
const timeouts: string[] = [];

beforeAll(async () => {
  outstep = await startOutstep();
  database = createDatabase({
    url: `${outstep.env['DATABASE_URL']}?application_name=limited`,
    maxConnections: CONNECTIONS,
    namedStatements: true,
    onError: () => undefined,
    onTimeout: (kind) => timeouts.push(kind),
  });
});
afterAll(async () => {
  await database?.close();
  await outstep?.close();
});

const sleeping = (seconds: number) => bind(statement('test_sleep', 'select pg_sleep($1::float8)'), seconds);
const searching = (q: string | null) => bind(searchRead('test_search', 'select $1::text, pg_sleep(20)'), q);
const locking = bind(statement('test_lock', 'select pg_advisory_xact_lock(7)'));
const scope = bind(
  statement<{ role: string; store: string; limit: string }>(
    'test_scope',
    "select current_user::text as role, current_setting('outstep.store') as store, current_setting('statement_timeout') as limit",
  ),
);

const backends = () =>
  withClient(outstep.env['DATABASE_URL'] as string, async (client) => {
    const { rows } = await client.query<{ pid: number; state: string }>(
      "select pid, state from pg_stat_activity where datname = current_database() and application_name = 'limited' order by pid",
    );
    return rows;
  });

const refusal = (work: Promise<unknown>): Promise<OperationError> =>
  work.then(
    () => expect.unreachable('it should have been refused'),
    (error) => {
      expect(error).toBeInstanceOf(OperationError);
      return error;
    },
  );

describe('a statement that takes too long', () => {
  test('is ended by the server and fails; connections are kept, without a store scope', async () => {
    const storeId = await outstep.newStore();
    const own = database.forStore(storeId);
    const others = await Promise.all([outstep.newStore(), outstep.newStore()]);
    await Promise.all(others.map((other) => database.forStore(other).rows(sleeping(0.1))));
    const before = (await backends()).map(({ pid }) => pid);

    const [slow, inTransaction, search, noSearch] = await Promise.all([
      refusal(own.rows(sleeping(20))),
      refusal(own.transaction((tx) => tx.rows(sleeping(20)))),
      refusal(database.forStore(others[0] as string).rows(searching('a'))),
      refusal(database.forStore(others[1] as string).rows(searching(null))),
    ]);
    for (const refused of [slow, inTransaction, noSearch])
      expect(refused).toMatchObject({
        kind: 'unavailable',
        message: 'the database timed out; try again shortly',
        detail: { retryAfterSeconds: 2 },
      });
    expect(search).toMatchObject({
      kind: 'invalid',
      message: 'q: the search takes too long; use a more specific search term',
    });
    expect(timeouts).toEqual(Array(4).fill('statement'));

    expect(await own.rows(scope)).toEqual([{ role: 'outstep_app', store: storeId, limit: '3s' }]);
    const after = await backends();
    expect(after.filter(({ state }) => state !== 'idle')).toEqual([]);
    // The pool as a whole was not replaced: a connection from before is still in it.
    expect(after.some(({ pid }) => before.includes(pid))).toBe(true);
  });

  test('is canceled while it waits for a lock', async () => {
    const own = database.forStore(await outstep.newStore());
    timeouts.length = 0;
    const release = Promise.withResolvers<void>();
    const holds = Promise.withResolvers<void>();
    const holding = own.transaction(async (tx) => {
      await tx.rows(locking);
      holds.resolve();
      await release.promise;
    });
    await holds.promise;
    expect(await refusal(own.transaction((tx) => tx.rows(locking)))).toMatchObject({ kind: 'unavailable' });
    expect(timeouts).toEqual(['lock']);
    release.resolve();
    await holding;
    await own.transaction((tx) => tx.rows(locking));
  });
});

describe('one store with many concurrent queries', () => {
  test(`has ${AT_ONCE} connections of ${CONNECTIONS}; another store is served at the same time`, async () => {
    const busy = database.forStore(await outstep.newStore());
    const neighbor = database.forStore(await outstep.newStore());
    const asked = Array.from({ length: 3 * AT_ONCE }, () => busy.rows(sleeping(0.4)));
    await sleep(100);
    const active = (await backends()).filter(({ state }) => state === 'active');
    expect(active.length).toBe(AT_ONCE);
    await Promise.race([
      neighbor.rows(sleeping(0)),
      Promise.all(asked).then(() => expect.unreachable('the neighbor waited for all of them')),
    ]);
    await Promise.all(asked);
  });

  test('waits its turn for a while, and then fails', async () => {
    const busy = database.forStore(await outstep.newStore());
    timeouts.length = 0;
    const slow = Array.from({ length: 2 * AT_ONCE }, () => busy.rows(sleeping(2.9)));
    expect(await refusal(busy.rows(sleeping(0)))).toMatchObject({
      kind: 'unavailable',
      message: 'too many concurrent requests for this store; try again shortly',
    });
    expect(timeouts).toEqual(['turn']);
    await Promise.all(slow);
  });
});

const SEARCH_TOO_EXPENSIVE = [400, 'q: the search takes too long; use a more specific search term'];

test('searches an expensive text within the time limit (contract: Lists 3)', async () => {
  const key = await outstep.newKey(await outstep.newStore(), 'read');
  await withClient(outstep.env['DATABASE_URL'] as string, async (client) => {
    // Skip the triggers, which would enforce the store's limit and count each row.
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into http_requests (store_id, id, name, description, method, url, headers, body, timeout_ms, test_variables)
       select $1, gen_random_uuid(), 'a', repeat('a', 1000), 'GET', repeat('a', 2048), '{}', '""', 1000, '{}'
       from generate_series(1, 6000)`,
      [key.storeId],
    );
  });
  const find = async (q: string) => {
    const answer = await outstep.call(key, 'GET', `/api/v1/http-requests?limit=1&q=${q}`);
    return [answer.status, answer.body.total ?? answer.body.error];
  };
  expect(await find('A'.repeat(500))).toEqual([200, 6000]);
  // Finds nothing or, on a machine that is busy with other tests, is stopped as too expensive.
  const none = isFullSize ? [[200, 0]] : [[200, 0], SEARCH_TOO_EXPENSIVE];
  expect(none).toContainEqual(await find(`${'a'.repeat(499)}b`));
  expect(none).toContainEqual(await find(`b${'a'.repeat(499)}`));
});
