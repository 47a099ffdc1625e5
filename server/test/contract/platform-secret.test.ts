import { afterAll, beforeAll, expect, test } from 'vitest';
import { livePlatformSecrets } from '../../src/features/workflow-platforms/platform-secrets/live-secrets.ts';
import { type Outstep, startOutstep } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { runOutstep, runOutstepProcess } from '../harness/process.ts';

let outstep: Outstep;

beforeAll(async () => {
  outstep = await startOutstep({ processes: 0, env: { OUTSTEP_DATABASE_CONNECTIONS: '12' } });
});
afterAll(() => outstep?.close());

const database = <Row>(text: string, values: unknown[] = []) =>
  withClient(
    outstep.env['DATABASE_URL'] as string,
    async (client) => (await client.query(text, values)).rows as Row[],
  );
const createSecret = async (storeId: string) => {
  const { secret } = (await outstep.operator(storeId, 'create_platform_secret', {})) as { secret: string };
  return secret;
};
const live = async (storeId: string) => {
  const db = outstep.core.database.forStore(storeId);
  return (await livePlatformSecrets({ db, vault: outstep.core.vaultFor(storeId) })).secrets.sort();
};

test('the command creates a secret, prints it once and stores it sealed', async () => {
  const storeId = await outstep.newStore();
  const args = ['platform', 'secret', '--store', storeId];
  const answer = await runOutstepProcess(outstep.env, [...args, '--json']);
  expect(answer).toMatchObject({ code: 0, stderr: '' });
  const { secret, ...rest } = JSON.parse(answer.stdout);
  expect(rest).toEqual({});
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);

  const plain = await runOutstep(outstep.env, args);
  expect(plain).toMatchObject({ code: 0, stderr: '' });
  expect(plain.stdout).toMatch(/^secret: whsec_[A-Za-z0-9+/]{43}=\n$/);
  expect(await live(storeId)).toEqual([secret, plain.stdout.slice('secret: '.length).trim()].sort());

  const rows = await database<{ secret: Buffer }>('select secret from platform_secrets where store_id = $1', [
    storeId,
  ]);
  const key = Buffer.from(secret.slice(6), 'base64');
  for (const row of rows) {
    expect(row.secret.includes(secret)).toBe(false);
    expect(row.secret.includes(key)).toBe(false);
  }
});

test('keeps two live secrets; a third replaces the oldest in this store only (contract: Workflow platforms 1)', async () => {
  const [storeId, other] = [await outstep.newStore(), await outstep.newStore()];
  expect(await live(storeId)).toEqual([]);
  const others = [await createSecret(other), await createSecret(other)].sort();
  const secrets: string[] = [];
  for (let i = 0; i < 5; i++) {
    secrets.push(await createSecret(storeId));
    expect(await live(storeId)).toEqual(secrets.slice(-2).sort());
  }
  expect(await live(other)).toEqual(others);
});

test('keeps the newest secret although others have later timestamps', async () => {
  const storeId = await outstep.newStore();
  const [, second] = [await createSecret(storeId), await createSecret(storeId)];
  await database(
    "update platform_secrets set created_at = created_at + interval '1 hour' where store_id = $1",
    [storeId],
  );
  const third = await createSecret(storeId);
  expect(await live(storeId)).toEqual([second, third].sort());
});

test('twenty concurrent creates leave exactly two working secrets', async () => {
  const storeId = await outstep.newStore();
  const all = await Promise.all(Array.from({ length: 20 }, () => createSecret(storeId)));
  expect(new Set(all).size).toBe(20);
  const left = await live(storeId);
  expect(left).toHaveLength(2);
  expect(all).toEqual(expect.arrayContaining(left));
});

test.each([
  ['row', 0],
  ['store', 1],
])('a sealed secret does not open in another %s', async (_, from) => {
  const stores = [await outstep.newStore(), await outstep.newStore()];
  for (const each of [...stores, ...stores]) await createSecret(each);
  const [storeId = ''] = stores;
  expect(await live(storeId)).toHaveLength(2);
  await database(
    `update platform_secrets p set secret = o.secret from platform_secrets o
     where p.store_id = $1 and o.store_id = $2 and o.id <> p.id`,
    [storeId, stores[from]],
  );
  await expect(live(storeId)).rejects.toThrow(/unable to authenticate/);
});
