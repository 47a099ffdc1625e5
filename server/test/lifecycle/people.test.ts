import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../app/browser.ts';
import { newTeam, type Team } from '../app/team.ts';
import type { Outstep } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { runOutstep } from '../harness/process.ts';
import { sharedOutstep } from '../harness/shared.ts';

let outstep: Outstep;
let team: Team;

beforeAll(async () => {
  outstep = await sharedOutstep();
  team = await newTeam(outstep, 'Alder');
});
afterAll(() => outstep?.close());

const command = (...args: string[]) => runOutstep(outstep.env, [...args, '--json']);
const sessionOf = async (browser: Browser) => (await browser.send('GET', '/app/api/session')).status;
const emailOf = async (browser: Browser) => (await browser.send('GET', '/app/api/session')).body.person.email;
const rows = (text: string, values: unknown[]) =>
  withClient(String(outstep.env['DATABASE_URL']), async (client) => (await client.query(text, values)).rows);

test('an owner deletes a store by its name, and every session loses access at once (contract: Deleting a store or an account 1)', async () => {
  const other = await team.another('Birch');
  const path = `/app/api/stores/${other.storeId}/store`;
  const { owner, editor } = other.people;
  expect((await editor.send('DELETE', path, { name: 'Birch' })).status).toBe(403);
  expect(await owner.send('DELETE', path, { name: 'birch' })).toMatchObject({
    status: 400,
    body: { error: 'name: is not the name of this store' },
  });
  expect(await owner.send('DELETE', path, { name: 'Birch' })).toMatchObject({
    status: 200,
    body: { deleted: true, id: other.storeId },
  });
  for (const browser of [owner, editor])
    expect((await browser.send('GET', `/app/api/stores/${other.storeId}/history`)).status).toBe(404);
  expect(
    (await owner.send('GET', '/app/api/session')).body.stores.map(({ id }: { id: string }) => id),
  ).not.toContain(other.storeId);
  expect((await owner.send('DELETE', path, { name: 'Birch' })).status).toBe(404);
});

describe('a person who is suspended', () => {
  test('loses access at once, and cannot sign in with the right password until resumed', async () => {
    const { editor } = team.people;
    const email = await emailOf(editor);
    expect(await command('user', 'suspend', '--email', email)).toMatchObject({ code: 0, stderr: '' });
    expect(await sessionOf(editor)).toBe(401);
    const again = new Browser(outstep);
    expect(await again.signIn(email)).toMatchObject({ status: 403, body: { code: 'ACCOUNT_SUSPENDED' } });
    expect(await sessionOf(again)).toBe(401);
    const { stdout } = await command('user', 'list');
    expect(JSON.parse(stdout).users).toContainEqual(expect.objectContaining({ email, suspended: true }));
    await command('user', 'resume', '--email', email);
    expect(await editor.signIn(email)).toMatchObject({ status: 200 });
    expect(await sessionOf(editor)).toBe(200);
    const { body } = await team.people.owner.send('GET', `/app/api/stores/${team.storeId}/audit-log`);
    const log = body.items.map(({ operation, actor }: { operation: string; actor: { type: string } }) => [
      operation,
      actor.type,
    ]);
    expect(log).toEqual(
      expect.arrayContaining([
        ['suspend_account', 'operator'],
        ['resume_account', 'operator'],
      ]),
    );
    expect(await command('user', 'suspend', '--email', 'nobody@example.com')).toMatchObject({
      code: 1,
      stderr: 'outstep: no account uses this email address\n',
    });
  });
});

describe('a person who is deleted', () => {
  test('409 while a store has no other owner, by command and in the app (contract: Deleting a store or an account 2)', async () => {
    const { owner } = team.people;
    const email = await emailOf(owner);
    const sentence = 'a store needs at least one owner: make someone else an owner, or delete "Alder" first';
    expect(await command('user', 'delete', '--email', email)).toMatchObject({
      code: 1,
      stderr: `outstep: ${sentence}\n`,
    });
    expect(await owner.send('POST', '/app/api/account/delete', { email })).toMatchObject({
      status: 409,
      body: { error: sentence },
    });
    expect(await sessionOf(owner)).toBe(200);
  });

  test('leaves no credentials to sign in with; only their own address deletes an account (contract: Deleting a store or an account 2)', async () => {
    const { viewer } = team.people;
    const email = await emailOf(viewer);
    const remove = (typed: string) => viewer.send('POST', '/app/api/account/delete', { email: typed });
    expect(await remove('other@example.com')).toMatchObject({
      status: 400,
      body: { error: 'email: is not the address of this account' },
    });
    expect(await remove(` ${email.toUpperCase()}`)).toMatchObject({ status: 200 });
    expect(await sessionOf(viewer)).toBe(401);
    expect(await new Browser(outstep).signIn(email)).toMatchObject({ status: 401 });
    const id = team.idOf.viewer;
    for (const table of [
      'people_sessions',
      'people_accounts',
      'people_passkeys',
      'people_events',
      'store_members',
    ])
      expect(await rows(`select 1 from ${table} where person_id = $1`, [id]), table).toEqual([]);
    expect(await rows('select 1 from people where id = $1 or email = $2', [id, email])).toEqual([]);
    // Their store's audit log records that they left.
    expect(
      await rows("select 1 from audit_log where actor_id = $1 and operation = 'delete_account'", [id]),
    ).toHaveLength(1);
  });
});

test("lists a store's keys by ID, name and level", async () => {
  const key = await outstep.newKey(team.storeId, 'read', { name: 'Warehouse' });
  const { stdout } = await command('key', 'list', '--store', team.storeId);
  expect(JSON.parse(stdout).keys).toContainEqual(
    expect.objectContaining({ id: key.id, name: 'Warehouse', level: 'read', revokedAt: null }),
  );
  expect(stdout).not.toContain(key.key);
});
