import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRolePool } from '../src/adapters/postgres/role-pool.ts';
import { bind, statement } from '../src/kernel/ports.ts';
import { type Outstep, startOutstep } from './harness/outstep.ts';
import { serverUrl, withClient } from './harness/postgres.ts';

let outstep: Outstep;

beforeAll(async () => {
  outstep = await startOutstep({ processes: 0 });
});
afterAll(() => outstep?.close());

const echo = statement<{ texts: string[] }>('test_echo_texts', 'select $1::text[] as texts');

test.each([[[]], [['a', 'b']], [['', 'null', 'a,b', '{}', '"', '\\', '\\"', "'", ' é💌\n']]])(
  'passes an array unchanged, batched or in a transaction: %j',
  async (texts) => {
    const db = outstep.core.database.forStore(await outstep.newStore());
    expect(await db.rows(bind(echo, texts))).toEqual([{ texts }]);
    expect(await db.transaction((tx) => tx.rows(bind(echo, texts)))).toEqual([{ texts }]);
  },
);

const note = statement('test_touch_store', 'update stores set name = $1');

test('503 for a server that is no longer primary, dropping its connections', async () => {
  const url = String(outstep.env['DATABASE_URL']);
  const name = new URL(url).pathname.slice(1);
  const asServer = (text: string) =>
    withClient(serverUrl.toString(), (client) => client.query(text.replaceAll('NAME', name)));
  const storeId = await outstep.newStore();
  const { database } = outstep.core;
  const write = () => database.forStore(storeId).rows(bind(note, 'Written'));
  const people = createRolePool({ url, role: 'outstep_app', maxConnections: 1, onError: () => undefined });
  const writeAsPeople = async () => {
    const client = await people.connect();
    try {
      return await client.query("update stores set name = 'Nobody' where false");
    } finally {
      client.release();
    }
  };
  // Simulates a failover: old connections break, and new ones reach a server that doesn't accept writes yet.
  await asServer('alter database NAME set default_transaction_read_only = on');
  await asServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'NAME'`);
  await expect.poll(() => write().catch((error) => error)).toMatchObject({ kind: 'unavailable' });
  await expect(write()).rejects.toMatchObject({ kind: 'unavailable' });
  await expect(database.ping()).rejects.toMatchObject({ kind: 'unavailable' });
  await expect(writeAsPeople()).rejects.toMatchObject({ kind: 'unavailable', code: 'database_not_saving' });
  // The server is promoted. We are not notified, and existing connections remain open.
  await asServer('alter database NAME reset default_transaction_read_only');
  await write();
  await database.ping();
  await writeAsPeople();
  await people.end();
});
