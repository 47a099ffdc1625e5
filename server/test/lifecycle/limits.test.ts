import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newTeam, type Team } from '../app/team.ts';
import { type Outstep, startOutstep, type TestKey } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { runOutstep } from '../harness/process.ts';
import { appEnv } from '../harness/shared.ts';

let outstep: Outstep;
let team: Team;
let key: TestKey;

beforeAll(async () => {
  outstep = await startOutstep({ env: appEnv });
  team = await newTeam(outstep);
  key = await outstep.newKey(team.storeId, 'write');
});
afterAll(async () => {
  // Otherwise it would wait for the test emails, which no worker processes here.
  await Promise.all(outstep?.apis.map((api) => api.stop('SIGKILL')) ?? []);
  await outstep?.close();
});

const command = (...args: string[]) => runOutstep(outstep.env, ['limits', ...args, '--json']);
test('limits set prints a line for each limit', async () => {
  const words = ['limits', 'set', '--store', team.storeId, 'layouts=2000'];
  const { code, stdout } = await runOutstep(outstep.env, words);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^limits:\n( {2}name: [a-z-]+, used: \d+, allowed: (\d+|none)\n)+$/);
  expect(stdout).toContain('  name: layouts, used: 0, allowed: 2000\n');
  await setLimits('layouts=');
});

const setLimits = async (...limits: string[]) =>
  expect(await command('set', '--store', team.storeId, ...limits)).toMatchObject({ code: 0, stderr: '' });
const at = (path: string) => `/app/api/stores/${team.storeId}${path}`;
const used = async (name: string) => {
  const { body } = await team.people.viewer.send('GET', at('/limits'));
  return body.items.find((each: { name: string }) => each.name === name);
};
const layout = (n: number) => ({ name: `L${n}`, subject: 'S' });
const create = (n: number) => outstep.call(key, 'POST', '/api/v1/email-templates', layout(n));

describe('the limit (contract: Limits 1; Limits 2; Limits 4)', () => {
  test('400 beyond the limit, exactly, also for concurrent calls; existing records remain', async () => {
    await setLimits('layouts=5');
    const made = await Promise.all(Array.from({ length: 16 }, (_, n) => create(n)));
    const refused = made.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(11);
    for (const { status, body } of refused)
      expect([status, body.error]).toEqual([
        400,
        'limit: the limit of 5 layouts has been reached; delete one, or ask the operator for more',
      ]);
    expect(await used('layouts')).toEqual({ name: 'layouts', used: 5, allowed: 5 });
    await setLimits('layouts=2');
    const [first] = made.filter(({ status }) => status === 201);
    const path = `/api/v1/email-templates/${first?.body.id}`;
    expect((await outstep.call(key, 'PATCH', path, { subject: 'T' })).status).toBe(200);
    expect((await create(99)).status).toBe(400);
    // Layouts in the trash don't count, but restoring one requires room.
    await outstep.call(key, 'DELETE', path);
    const restored = await team.people.editor.send('POST', at(`/trash/${first?.body.id}/restore`), {});
    expect(restored.body.error).toMatch(/^limit: the limit of 2 layouts has been reached/);
    await setLimits('layouts=');
    expect((await create(99)).status).toBe(201);
  });

  test('holds for requests, keys, people, files and their bytes; a rejected upload leaves no bytes', async () => {
    const { owner, editor } = team.people;
    await setLimits('requests=0', 'keys=1', 'people=3', 'files=1', 'file-bytes=20');
    const request = await outstep.call(key, 'POST', '/api/v1/http-requests', { url: 'https://example.com' });
    expect(request.body.error).toMatch(/^limit: the limit of 0 HTTP requests has been reached/);
    const another = await owner.send('POST', at('/keys'), { name: 'K', level: 'read' });
    expect([another.status, another.body.error]).toEqual([
      400,
      'limit: the limit of 1 API keys has been reached; revoke one, or ask the operator for more',
    ]);
    const invited = await owner.send('POST', at('/invitations'), {
      email: 'new@example.com',
      role: 'viewer',
    });
    expect(invited.body.error).toMatch(
      /^limit: the limit of 3 members and open invitations has been reached/,
    );
    const upload = (text: string) =>
      editor.send('POST', at('/files'), Buffer.from(text), { 'x-filename': 'notes.txt' });
    expect((await upload('x'.repeat(21))).body.error).toMatch(
      /^limit: this store's files would exceed the limit of 0 MB/,
    );
    expect((await upload('x'.repeat(20))).status).toBe(200);
    expect((await upload('x')).body.error).toMatch(/^limit: the limit of 1 files has been reached/);
    expect(await readdir(join(outstep.filesFolder, team.storeId))).toHaveLength(1);
    await setLimits('requests=', 'keys=', 'people=', 'files=', 'file-bytes=');
  });

  test('does not count the trash, nor revoked and expired keys (contract: Limits 3)', async () => {
    const { owner } = team.people;
    const inUse = (await used('keys')).used;
    await setLimits(`keys=${inUse + 1}`, `layouts=${(await used('layouts')).used + 1}`);
    const newKey = () => owner.send('POST', at('/keys'), { name: 'K', level: 'read' });
    const first = await newKey();
    expect([first.status, (await newKey()).status]).toEqual([200, 400]);
    expect((await owner.send('DELETE', at(`/keys/${first.body.id}`))).status).toBe(200);
    expect((await used('keys')).used).toBe(inUse);
    const second = await newKey();
    expect([second.status, (await newKey()).status]).toEqual([200, 400]);
    await withClient(String(outstep.env['DATABASE_URL']), (client) =>
      client.query('update api_keys set expires_at = now() where id = $1', [second.body.id]),
    );
    expect((await newKey()).status).toBe(200);

    const last = await create(200);
    expect([last.status, (await create(201)).status]).toEqual([201, 400]);
    await outstep.call(key, 'DELETE', `/api/v1/email-templates/${last.body.id}`);
    expect((await create(202)).status).toBe(201);
    await setLimits('keys=', 'layouts=');
  });

  test('for test emails is per hour', async () => {
    await setLimits('test-mails=2');
    const send = () =>
      team.people.editor.send('POST', at('/mail-tests'), {
        ...{ to: 'anna@example.com', subject: 'S', bodyType: 'text', body: 'Hi' },
      });
    // Without an engine, an accepted email never finishes, so don't wait for it.
    void send().catch(() => undefined);
    void send().catch(() => undefined);
    for (let i = 0; i < 100 && (await used('test-mails')).used < 2; i++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    const third = await send();
    expect([third.status, third.body.error]).toEqual([
      400,
      'limit: the limit of 2 test emails per hour has been reached; wait for the next hour, or ask the operator for more',
    ]);
  });

  test('of stores and the quota apply to the account, and only the operator changes them; a deleted store does not count (contract: Limits 3)', async () => {
    const { owner, editor } = team.people;
    const { email } = (await owner.send('GET', '/app/api/session')).body.person;
    expect(await command('set-account', '--account', email, '--stores', '2')).toMatchObject({ code: 0 });
    const names = ['One', 'Two', 'Three'];
    const made = await Promise.all(names.map((name) => owner.send('POST', '/app/api/stores', { name })));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    expect(made.find(({ status }) => status === 400)?.body.error).toBe(
      'limit: the limit of 2 stores has been reached; delete one, or ask the operator for more',
    );
    const n = made.findIndex(({ status }) => status === 201);
    const path = `/app/api/stores/${made[n]?.body.id}/store`;
    expect((await owner.send('DELETE', path, { name: names[n] })).status).toBe(200);
    expect((await owner.send('POST', '/app/api/stores', { name: 'Four' })).status).toBe(201);
    expect(await owner.send('PATCH', at('/settings'), { settings: ['quota=9'] })).toMatchObject({
      status: 403,
      body: { error: 'only the operator of this service can change the quota' },
    });
    await setLimits('quota=9');
    expect(await used('quota')).toEqual({ name: 'quota', used: 0, allowed: 9 });
    expect((await editor.send('GET', at('/settings'))).body.settings).toMatchObject({ quota: '9' });
    expect((await owner.send('PATCH', at('/settings'), { settings: ['quota='] })).status).toBe(403);
  });

  test('defaults to the installation’s, and rejects invalid values', async () => {
    expect(await command('set-default', 'requests=0')).toMatchObject({ code: 0 });
    expect(await used('requests')).toEqual({ name: 'requests', used: 0, allowed: 0 });
    expect(await command('set', '--store', team.storeId, 'horses=1', 'keys=x')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^outstep: horses: unknown limit; use one of keys, .*; keys: must be a whole/,
      ),
    });
    const { stdout } = await runOutstep(outstep.env, ['limits', 'show', '--store', team.storeId]);
    expect(stdout).toContain('requests,0,0');
  });
});
