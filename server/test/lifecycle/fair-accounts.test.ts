import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderBombs } from '../harness/bombs.ts';
import { type Outstep, startOutstep, type TestKey } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { runOutstep } from '../harness/process.ts';

const THROWAWAYS = 8;
const BOMBS_AT_ONCE = 2;
const TRIES = 8;
const [, [, bomb]] = renderBombs as [unknown, [string, string]];

let outstep: Outstep;
beforeAll(async () => {
  outstep = await startOutstep({ env: { OUTSTEP_RENDER_PATIENCE_MS: '1000' } });
});
afterAll(() => outstep?.close());

const preview = (key: TestKey, body: string) =>
  outstep.call(key, 'POST', '/api/v1/email-templates/preview', { subject: 'S', bodyType: 'text', body });

test('an account with eight stores of template bombs blocks no other account’s preview (contract: Limits 5)', async () => {
  const stores = await Promise.all(Array.from({ length: THROWAWAYS }, (_, i) => outstep.newStore(`T${i}`)));
  const url = String(outstep.env['DATABASE_URL']);
  // As if one person had made them in the app.
  await withClient(url, (client) =>
    client.query("update stores set account_id = 'bomber' where id = any($1)", [stores]),
  );
  const bombers = await Promise.all(stores.map((storeId) => outstep.newKey(storeId, 'read')));
  const victim = await outstep.newKey(await outstep.newStore('Victim'), 'read');
  let stopped = false;
  const bombing = bombers.flatMap((key) =>
    Array.from({ length: BOMBS_AT_ONCE }, async () => {
      while (!stopped) await preview(key, bomb);
    }),
  );
  // Let the first bombs start.
  await new Promise((resolve) => setTimeout(resolve, 300));
  const seen: number[] = [];
  try {
    for (let i = 0; i < TRIES; i++) {
      seen.push((await preview(victim, `{{ variables.name }} ${i}`)).status);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  } finally {
    stopped = true;
  }
  expect(seen).toEqual(Array(TRIES).fill(200));
  await Promise.all(bombing);
});

test('a store that is moved belongs to the account it was moved to, or to its own', async () => {
  const storeId = await outstep.newStore('Moved');
  const accountOf = () =>
    withClient(String(outstep.env['DATABASE_URL']), async (client) => {
      await client.query(
        `insert into people (id, name, email, email_verified, created_at, updated_at)
         values ('ann', 'Ann', 'ann@example.com', true, now(), now()) on conflict do nothing`,
      );
      const { rows } = await client.query('select account_id from stores where id = $1', [storeId]);
      return rows[0].account_id;
    });
  expect(await accountOf()).toBe(null);
  const move = (...args: string[]) =>
    runOutstep(outstep.env, ['store', 'move', '--store', storeId, '--json', ...args]);
  expect(await move('--account', 'Ann@example.com')).toMatchObject({ code: 0, stderr: '' });
  expect(await accountOf()).toBe('ann');
  expect((await runOutstep(outstep.env, ['store', 'list'])).stdout).toContain(
    `${storeId},Moved,active,,ann@example.com`,
  );
  expect(await move('--account', 'ben@example.com')).toMatchObject({ code: 1 });
  expect(await move()).toMatchObject({ code: 0 });
  expect(await accountOf()).toBe(null);
});
