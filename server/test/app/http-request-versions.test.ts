import { describe, expect, test } from 'vitest';
import { withClient } from '../harness/postgres.ts';
import { expectOk, keyedTeam } from './team.ts';

const path = '/api/v1/http-requests';
const { outstep, team, key } = await keyedTeam('write', 'Deploy');

const api = (method: string, to: string, body?: unknown, headers = {}) =>
  outstep.call(key, method, `${path}${to}`, body, headers);
const app = (method: string, to: string, body?: unknown, role: 'editor' | 'viewer' = 'editor') =>
  team.people[role].send(method, `/app/api/stores/${team.storeId}/http-requests${to}`, body);
const first = {
  name: 'Tell',
  method: 'POST',
  url: 'https://user:first-horse-1@example.com/orders',
  headers: { Authorization: 'Bearer first-horse-2', 'X-Shop': 'one' },
  body: { password: 'first-horse-3', note: 'a' },
  testVariables: { token: 'first-horse-4' },
};
const newRequest = async (): Promise<string> => (await expectOk(api('POST', '', first))).id;
/** The stored content, credentials included. */
async function plainOf(id: string): Promise<object> {
  const sealed = await withClient(outstep.env['DATABASE_URL'] as string, async (client) => {
    const { rows } = await client.query('select sealed from http_requests where id = $1', [id]);
    return rows[0].sealed as Buffer;
  });
  const vault = await outstep.core.vaultFor(team.storeId).unlock();
  return JSON.parse(vault.open({ table: 'http_requests', name: id }, sealed));
}

describe('versions of a request (contract: HTTP requests 12)', () => {
  test('records each accepted write with author, source and summary; none for rejected ones', async () => {
    const id = await newRequest();
    await expectOk(api('PATCH', `/${id}`, { headers: { 'X-Shop': 'two' }, timeoutMs: 5000 }));
    await expectOk(api('PATCH', `/${id}`, {}));
    expect((await api('PATCH', `/${id}`, { timeoutMs: 1 })).status).toBe(400);
    const tool = { name: 'update_http_request', arguments: { id, description: 'by tool' } };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool };
    await expectOk(outstep.call(key, 'POST', '/api/mcp', message, { 'content-type': 'application/json' }));
    await expectOk(app('PATCH', `/${id}`, { name: 'Tell them' }));
    const list = await expectOk(api('GET', `/${id}/versions`));
    expect(list).toMatchObject({ page: 1, limit: 25, total: 5, pages: 1 });
    const by = { type: 'key', name: 'Deploy' };
    expect(
      list.items.map(({ createdAt: _, url: __, method: ___, ...item }: Record<string, unknown>) => item),
    ).toEqual([
      {
        version: 5,
        source: 'app',
        author: { type: 'user', name: expect.any(String) },
        summary: 'Changed name',
      },
      { version: 4, source: 'mcp', author: by, summary: 'Changed description' },
      { version: 3, source: 'api', author: by, summary: 'Saved without changes' },
      { version: 2, source: 'api', author: by, summary: 'Changed headers, timeoutMs' },
      { version: 1, source: 'api', author: by, summary: 'Created' },
    ]);
    const paged = await expectOk(api('GET', `/${id}/versions?limit=2&page=2`));
    expect(paged).toMatchObject({ page: 2, limit: 2, total: 5, pages: 3 });
    expect(paged.items.map(({ version }: { version: number }) => version)).toEqual([3, 2]);
    const found = await expectOk(api('GET', `/${id}/versions?q=WITHOUT`));
    expect(found.items.map(({ version }: { version: number }) => version)).toEqual([3]);
  });

  test('returns the request as it was in a version, masked', async () => {
    const id = await newRequest();
    const { id: _id, createdAt: _c, updatedAt: _u, ...was } = await expectOk(api('GET', `/${id}`));
    await expectOk(api('PATCH', `/${id}`, { headers: {}, url: 'https://example.com/' }));
    const answer = await api('GET', `/${id}/versions/1`);
    expect(answer.body).toMatchObject({ version: 1, summary: 'Created', request: was });
    expect(answer.text).not.toContain('first-horse');
  });

  test('restores credentials as a new version, for people only', async () => {
    const id = await newRequest();
    const before = await plainOf(id);
    await expectOk(
      api('PATCH', `/${id}`, { ...first, headers: { Authorization: 'Bearer other-horse-9' }, body: {} }),
    );
    const changes = await app('GET', `/${id}/versions/1/changes`, undefined, 'viewer');
    expect(changes.body.changes).toEqual([
      { path: 'headers.Authorization', before: 'Bearer ********', after: 'Bearer ********' },
      { path: 'headers.X-Shop', before: 'one', after: null },
      { path: 'body.password', before: '********', after: null },
      { path: 'body.note', before: 'a', after: null },
    ]);
    expect((await api('POST', `/${id}/versions/1/restore`)).status).toBe(404);
    expect((await app('POST', `/${id}/versions/1/restore`, undefined, 'viewer')).status).toBe(403);
    const restored = await app('POST', `/${id}/versions/1/restore`);
    expect(restored.body).toMatchObject({ restored: 1, version: 3, request: { id, name: 'Tell' } });
    expect(restored.text + changes.text).not.toMatch(/horse/);
    expect(await plainOf(id)).toEqual(before);
    const { items } = await expectOk(api('GET', `/${id}/versions`));
    expect(items[0]).toMatchObject({ version: 3, source: 'restore', summary: 'Restored version 1' });
    const audit = await expectOk(team.people.owner.send('GET', `/app/api/stores/${team.storeId}/audit-log`));
    expect(JSON.stringify(audit.items[0])).toContain('restore_http_request_version');
  });

  test('moves versions to the trash with the request and back', async () => {
    const id = await newRequest();
    await expectOk(
      api('PATCH', `/${id}`, { headers: { Authorization: 'Bearer other-horse-9' }, body: null }),
    );
    const { items } = await expectOk(api('GET', `/${id}/versions`));
    await expectOk(api('DELETE', `/${id}`));
    expect((await api('GET', `/${id}/versions`)).status).toBe(404);
    await expectOk(team.people.editor.send('POST', `/app/api/stores/${team.storeId}/trash/${id}/restore`));
    const back = await expectOk(api('GET', `/${id}/versions`));
    expect(back.items.slice(1)).toEqual(items);
    expect(back.items[0]).toMatchObject({
      version: 3,
      source: 'restore',
      summary: 'Restored from the trash',
    });
    // Encrypted content is bound to the stored ID, however a caller spells it.
    await expectOk(app('POST', `/${id.toUpperCase()}/versions/1/restore`));
    const { method: _method, ...sealed } = first;
    expect(await plainOf(id)).toMatchObject(sealed);
  });
});
