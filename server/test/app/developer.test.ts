import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { levels } from '../../src/kernel/access-levels.ts';
import { toolsets } from '../../src/kernel/operation.ts';
import { operations } from '../../src/surfaces/operations.ts';
import { type GitHub, startGitHub } from '../harness/github/github.ts';
import { type Outstep, startOutstep } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { eventually } from '../harness/test-stack.ts';
import { appEnv } from './browser.ts';
import { newTeam, type Team } from './team.ts';

let outstep: Outstep;
let github: GitHub;
let team: Team;

beforeAll(async () => {
  github = await startGitHub();
  outstep = await startOutstep({
    env: {
      ...appEnv,
      GITHUB_API_URL: github.url,
      GITHUB_APP_ID: github.access.app.id,
      GITHUB_APP_PRIVATE_KEY: github.access.app.privateKey,
    },
  });
  team = await newTeam(outstep);
});
afterAll(async () => {
  await outstep?.close();
  await github?.close();
});

const at = (path: string) => `/app/api/stores/${team.storeId}${path}`;
const owner = (method: string, path: string, body?: unknown) =>
  team.people.owner.send(method, at(path), body);
const operationsLogged = async (): Promise<string[]> =>
  (await owner('GET', '/audit-log')).body.items.map(({ operation }: { operation: string }) => operation);

describe('a key', () => {
  test('shows a key once, enforces its level, and rejects it once revoked', async () => {
    const createSecret = await owner('POST', '/keys', {
      name: 'Warehouse',
      level: 'read',
      expiresAt: '2100-01-31T00:00:00Z',
    });
    expect(createSecret.body).toEqual({ id: expect.any(String), key: expect.stringMatching(/^\w{20,}/) });
    const key = { ...createSecret.body, storeId: team.storeId };
    const write = () => outstep.call(key, 'POST', '/api/v1/http-requests', {});
    expect((await outstep.call(key, 'GET', '/api/v1/me')).body).toMatchObject({ level: 'read' });
    expect((await write()).status).toBe(403);

    expect((await owner('PATCH', `/keys/${key.id}`, { level: 'write' })).status).toBe(200);
    await eventually(write, ({ status }) => status === 400);

    const listed = await team.people.viewer.send('GET', at('/keys'));
    expect(listed.body.items).toContainEqual(
      expect.objectContaining({ id: key.id, name: 'Warehouse', level: 'write', revokedAt: null }),
    );
    expect(listed.text).not.toContain(key.key);

    expect((await owner('DELETE', `/keys/${key.id}`)).body).toEqual({ id: key.id, revoked: true });
    await eventually(write, ({ status }) => status === 401);
    const after = await owner('GET', '/keys');
    expect(after.body.items.at(-1)).toMatchObject({ id: key.id, revokedAt: expect.any(String) });
  });

  test('400 names each missing or invalid field', async () => {
    const { status, body } = await owner('POST', '/keys', { name: '', level: 'all', expiresAt: 'soon' });
    expect(status).toBe(400);
    expect(body.error).toMatch(/^name: .*; level: .*; expiresAt: must be a time such as/);
  });
});

test("the page lists the server's tools by level and toolset", async () => {
  // Imported by URL, because the types behind it are for browsers.
  const { tools } = await import(
    new URL('../../../web/src/features/developer/tools.ts', import.meta.url).href
  );
  const named = (toolset: string, level: string) =>
    operations.flatMap(({ access, tool, permission }) =>
      tool && !permission && access === level && (tool.toolset ?? 'default') === toolset ? [tool.name] : [],
    );
  const byLevel = (toolset: string) =>
    Object.fromEntries(levels.map((level) => [level, named(toolset, level)]));
  expect(tools).toEqual(Object.fromEntries(toolsets.map((toolset) => [toolset, byLevel(toolset)])));
});

describe('signing secrets', () => {
  const made = async () => (await owner('POST', '/platform-secrets', {})).body.secret as string;

  test('lists creation times of live secrets, never their values', async () => {
    expect((await owner('GET', '/platform-secrets')).body.items).toEqual([]);
    const secrets = [await made(), await made(), await made()];
    const { body, text } = await team.people.viewer.send('GET', at('/platform-secrets'));
    expect(body.items).toEqual([
      { id: expect.any(String), createdAt: expect.any(String) },
      { id: expect.any(String), createdAt: expect.any(String) },
    ]);
    expect(Date.parse(body.items[0].createdAt)).toBeGreaterThanOrEqual(Date.parse(body.items[1].createdAt));
    for (const secret of secrets) expect(text).not.toContain(secret.slice('whsec_'.length));
  });

  test('hides them from other stores', async () => {
    const other = await team.another('Birch');
    const list = `/app/api/stores/${other.storeId}/platform-secrets`;
    expect((await other.people.owner.send('GET', list)).body.items).toEqual([]);
  });
});

describe('the repository', () => {
  const repository = () => `${github.repository.owner}/${github.repository.name}`;
  const connect = (fields: object = {}) =>
    owner('PUT', '/repository', { repository: repository(), token: github.token, ...fields });

  test('is connected, seen by viewers without its token, and disconnected', async () => {
    expect((await owner('GET', '/repository')).body).toEqual({ connection: null });
    const connected = await connect({ folder: '/mails/' });
    expect(connected).toMatchObject({
      status: 200,
      body: { repository: repository(), branch: 'main', folder: 'mails', status: 'connected', waiting: 0 },
    });
    const seen = await team.people.viewer.send('GET', at('/repository'));
    expect(seen.body).toEqual({ connection: connected.body });
    expect(connected.text + seen.text).not.toContain(github.token);

    expect((await owner('DELETE', '/repository')).body).toEqual({ disconnected: true });
    expect(await owner('DELETE', '/repository')).toMatchObject({
      status: 409,
      body: { error: 'no repository is connected: connect one on the Developer page' },
    });
    expect((await owner('GET', '/repository')).body).toEqual({ connection: null });
  });

  test('audits only changes to it, not views of the page', async () => {
    const logged = (await operationsLogged()).filter((name) => name.includes('repository'));
    expect(logged).toEqual(['disconnect_repository', 'connect_repository']);
  });

  test('400 at the field, for a token or a repository that GitHub rejects', async () => {
    const revoked = github.access.createToken();
    github.access.revoke(revoked);
    expect(await connect({ token: revoked })).toMatchObject({
      status: 400,
      body: { error: 'token: GitHub rejected the token; it may have expired' },
    });
    const readOnly = await connect({ token: github.access.createToken({ readOnly: true }) });
    expect(readOnly.status).toBe(400);
    expect(readOnly.body.error).toMatch(
      /^token: the token (is not allowed|can't) .* it needs the permission/,
    );
    const missing = await connect({ repository: `${github.repository.owner}/nowhere` });
    expect(missing.status).toBe(400);
    expect(missing.body.error).toMatch(/^repository: .* was not found: /);
    expect((await owner('GET', '/repository')).body).toEqual({ connection: null });
  });

  test('503 while GitHub is unavailable', async () => {
    github.failing = { share: 1, kinds: ['server_error'] };
    expect((await connect()).status).toBe(503);
    github.failing = null;
  });

  test("400 for an installation: a person could enter another store's number", async () => {
    const before = github.calls.length;
    for (const token of [undefined, github.token])
      expect(await connect({ token, installation: 1 })).toMatchObject({
        status: 400,
        body: { error: 'installation: only the operator can connect with an installation; use a token' },
      });
    expect(github.calls.length).toBe(before);
  });

  test('stores the token only sealed', async () => {
    await connect();
    const { rows } = await withClient(outstep.env['DATABASE_URL'] as string, (client) =>
      client.query('select encode(token, $1) as token from repository_connections', ['escape']),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].token).not.toContain(github.token);
  });
});
