import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Outstep } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { type OutstepProcess, runOutstep, startApi } from '../harness/process.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { Browser } from './browser.ts';
import { newTeam, type Team } from './team.ts';

let outstep: Outstep;
let team: Team;

beforeAll(async () => {
  outstep = await sharedOutstep();
  team = await newTeam(outstep);
});
afterAll(() => outstep?.close());

const tokenOf = (link: string) => link.split('/').at(-1) as string;
const sql = (text: string) =>
  withClient(outstep.env['DATABASE_URL'] as string, (client) => client.query(text));

async function invite(owner: Browser, storeId: string, email: string, role = 'editor') {
  const made = await owner.send('POST', `/app/api/stores/${storeId}/invitations`, { email, role });
  expect(made).toMatchObject({ status: 201, body: { email: email.toLowerCase(), role, mailed: false } });
  return { id: made.body.id as string, token: tokenOf(made.body.link) };
}

describe('an invitation', () => {
  test('an invitation works once, for its address, and grants its role', async () => {
    const { storeId, people } = await team.another();
    const { token } = await invite(people.owner, storeId, 'Carla@example.com');
    const seen = await new Browser(outstep).send('GET', `/app/api/invitations/${token}`);
    expect(seen.body).toMatchObject({ store: { name: 'Alder' }, role: 'editor', email: 'carla@example.com' });

    const other = new Browser(outstep);
    await other.signUp('Other');
    expect((await other.send('POST', `/app/api/invitations/${token}/accept`, {})).status).toBe(403);

    const carla = new Browser(outstep);
    await carla.signUp('Carla');
    expect((await carla.send('GET', `/app/api/stores/${storeId}/members`)).status).toBe(404);
    const taken = await Promise.all(
      [1, 2, 3].map(() => carla.send('POST', `/app/api/invitations/${token}/accept`, {})),
    );
    expect(taken.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect(taken.find(({ status }) => status === 200)?.body).toEqual({
      id: storeId,
      name: 'Alder',
      role: 'editor',
    });
    const members = await carla.send('GET', `/app/api/stores/${storeId}/members`);
    expect(members.body.items).toContainEqual(
      expect.objectContaining({ name: 'Carla', email: 'carla@example.com', role: 'editor' }),
    );
  });

  test('404 for a revoked, replaced, expired or unknown invitation', async () => {
    const { storeId, people } = await team.another();
    const dora = new Browser(outstep);
    await dora.signUp('Dora');
    const revoked = await invite(people.owner, storeId, 'dora@example.com');
    const gone = await people.owner.send('DELETE', `/app/api/stores/${storeId}/invitations/${revoked.id}`);
    expect(gone).toMatchObject({ status: 200, body: { id: revoked.id, revoked: true } });
    const replaced = await invite(people.owner, storeId, 'dora@example.com');
    const late = await invite(people.owner, storeId, 'dora@example.com');
    await sql(
      "update store_invitations set expires_at = now() where revoked_at is null and email like 'dora@%'",
    );
    for (const token of [revoked.token, replaced.token, late.token, 'x']) {
      expect((await dora.send('GET', `/app/api/invitations/${token}`)).status).toBe(404);
      expect((await dora.send('POST', `/app/api/invitations/${token}/accept`, {})).status).toBe(404);
    }
    const open = await people.owner.send('GET', `/app/api/stores/${storeId}/invitations`);
    expect(open.body).toMatchObject({ items: [], total: 0 });
  });

  test('409 for a member, 400 for an invalid address', async () => {
    const { storeId, people } = await team.another();
    const path = `/app/api/stores/${storeId}/invitations`;
    const { body } = await people.owner.send('GET', `/app/api/stores/${storeId}/members`);
    const email = body.items.at(-1).email;
    expect((await people.owner.send('POST', path, { email, role: 'owner' })).status).toBe(409);
    const bad = await people.owner.send('POST', path, { email: 'a@b.example, c@d.example', role: 'king' });
    expect(bad.status).toBe(400);
    expect(bad.body.error).toMatch(/^email: must be a single email address.*; role: must be one of/);
  });

  test('stores no invitation token', async () => {
    const { storeId, people } = await team.another();
    const { token } = await invite(people.owner, storeId, 'emil@example.com');
    const { rows } = await sql('select row_to_json(i)::text as text from store_invitations i');
    expect(rows.some(({ text }) => text.includes(token))).toBe(false);
  });
});

describe('a member', () => {
  let second: OutstepProcess;
  beforeAll(async () => {
    second = await startApi(outstep.env);
  });
  afterAll(() => second?.stop());

  test('a removed member loses access with the next call in every process', async () => {
    const { storeId, people, idOf } = await team.another();
    const editor = new Browser({ ...outstep, origin: second.origin });
    for (const [name, value] of people.editor.cookies) editor.cookies.set(name, value);
    expect(second.origin).not.toBe(outstep.origin);
    const path = `/app/api/stores/${storeId}/email-templates`;
    expect((await editor.send('GET', path)).status).toBe(200);
    const removed = await people.owner.send('DELETE', `/app/api/stores/${storeId}/members/${idOf.editor}`);
    expect(removed).toMatchObject({ status: 200, body: { removed: true } });
    expect((await editor.send('GET', path)).status).toBe(404);
    const { stores } = (await editor.send('GET', '/app/api/session')).body;
    expect(stores.map(({ id }: { id: string }) => id)).not.toContain(storeId);
  });

  test('a changed role applies from the next call', async () => {
    const { storeId, people, idOf } = await team.another();
    const path = `/app/api/stores/${storeId}/members/${idOf.viewer}`;
    expect((await people.viewer.send('POST', `/app/api/stores/${storeId}/unsubscribes`, {})).status).toBe(
      403,
    );
    expect((await people.owner.send('PATCH', path, { role: 'editor' })).status).toBe(200);
    expect((await people.viewer.send('POST', `/app/api/stores/${storeId}/unsubscribes`, {})).status).toBe(
      400,
    );
  });

  test('404 for a person who is not a member', async () => {
    const { storeId, people, idOf } = await team.another();
    const path = `/app/api/stores/${storeId}/members/${idOf.editor}`;
    expect((await people.owner.send('DELETE', path)).status).toBe(200);
    expect((await people.owner.send('PATCH', path, { role: 'owner' })).status).toBe(404);
    expect((await people.owner.send('DELETE', path)).status).toBe(404);
  });

  test('409 if the last owner leaves, is removed or demoted; of two owners leaving at once, one remains', async () => {
    const { storeId, people, idOf } = await team.another();
    const at = `/app/api/stores/${storeId}/members`;
    const { owner, editor } = people;
    const sentence = 'a store needs at least one owner: make someone else an owner first';
    for (const answer of [
      await owner.send('DELETE', `${at}/me`),
      await owner.send('DELETE', `${at}/${idOf.owner}`),
      await owner.send('PATCH', `${at}/${idOf.owner}`, { role: 'viewer' }),
    ])
      expect(answer).toMatchObject({ status: 409, body: { error: sentence } });
    expect((await owner.send('PATCH', `${at}/${idOf.editor}`, { role: 'owner' })).status).toBe(200);
    const both = await Promise.all([owner.send('DELETE', `${at}/me`), editor.send('DELETE', `${at}/me`)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('the command line', () => {
  const run = (...args: string[]) => runOutstep(outstep.env, [...args, '--json']);
  const tokenIn = (link: string) => new URL(link).searchParams.get('token') as string;

  test('user create prints a link that lets a person without an account join, once', async () => {
    const storeId = await outstep.newStore('Cedar');
    const made = await run('user', 'create', '--store', storeId, '--email', 'Frida@example.com');
    expect(made.code, made.stderr).toBe(0);
    const { link } = JSON.parse(made.stdout);
    expect(link).toMatch(/^http:\/\/localhost:3000\/invitations\/[\w-]{43}$/);
    const invitation = tokenOf(link);
    const frida = new Browser(outstep);
    expect((await frida.send('GET', `/app/api/invitations/${invitation}`)).body).toMatchObject({
      store: { name: 'Cedar' },
      inviter: { name: '' },
      email: 'frida@example.com',
    });
    expect((await frida.signUp('Frida', { invitation })).status).toBe(200);
    const accept = () => frida.send('POST', `/app/api/invitations/${invitation}/accept`, {});
    expect((await accept()).status).toBe(200);
    expect((await accept()).status).toBe(404);
    expect((await frida.send('GET', '/app/api/session')).body.stores).toEqual([
      { id: storeId, name: 'Cedar', role: 'owner', suspendedWhy: null },
    ]);
  });

  test('user reset-password prints a link that ends every session and removes every passkey', async () => {
    const greta = new Browser(outstep);
    await greta.signUp('Greta');
    await sql(`insert into people_passkeys (id, person_id, public_key, credential_id, counter, device_type, backed_up)
      select 'key of ' || name, id, 'x', 'credential of ' || name, 0, 'singleDevice', false from people
      where name in ('Greta', 'Carla')`);
    const passkeysOf = async (email: string) =>
      (
        await sql(
          `select from people_passkeys k join people p on p.id = k.person_id where email = '${email}'`,
        )
      ).rowCount;
    expect(await passkeysOf('greta@example.com')).toBe(1);
    const made = await run('user', 'reset-password', '--email', 'greta@example.com');
    const { link } = JSON.parse(made.stdout);
    const set = await new Browser(outstep).send('POST', '/app/auth/reset-password', {
      token: tokenIn(link),
      newPassword: 'another long password',
    });
    expect(set.status).toBe(200);
    expect(await passkeysOf('greta@example.com')).toBe(0);
    // Passkeys of other people are kept.
    expect(await passkeysOf('carla@example.com')).toBe(1);
    expect((await greta.send('GET', '/app/api/session')).status).toBe(401);
    expect((await greta.signIn('greta@example.com')).status).toBe(401);
    expect((await greta.signIn('greta@example.com', 'another long password')).status).toBe(200);
    const nobody = await run('user', 'reset-password', '--email', 'nobody@example.com');
    expect(nobody).toMatchObject({ code: 1, stderr: 'outstep: no account uses this email address\n' });
  });
});
