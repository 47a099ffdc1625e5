import { describe, expect, test } from 'vitest';
import { expectOk, keyedTeam } from './team.ts';

const path = '/api/v1/http-requests';
const { outstep, team, key } = await keyedTeam('execute', 'Deploy');

const api = (method: string, to: string, body?: unknown) => outstep.call(key, method, `${path}${to}`, body);
const app = (role: 'owner' | 'editor' | 'viewer', method: string, to: string, headers = {}) =>
  team.people[role].send(method, `/app/api/stores/${team.storeId}${to}`, undefined, headers);
const SAID = /set for old\.example\.com, so it is not sent; set it again, or confirm it in the app/;

/** A request whose host was changed with a key. */
async function moved(): Promise<{ id: string; etag: string }> {
  const headers = { 'X-Key': 'typed-horse-1' };
  const { id } = await expectOk(api('POST', '', { url: 'https://old.example.com/', headers }));
  const answer = await api('PATCH', `/${id}`, { url: 'https://127.0.0.1/' });
  return { id, etag: answer.headers.get('etag') ?? '' };
}
const confirm = (role: 'owner' | 'editor' | 'viewer', id: string, etag?: string) =>
  app(role, 'POST', `/http-requests/${id}/confirm-credentials`, etag ? { 'if-match': etag } : {});

describe('credentials held back from another host (contract: HTTP requests 17)', () => {
  test('a person allows the host they have seen, which creates a version and an audit entry', async () => {
    const { id, etag } = await moved();
    expect((await confirm('viewer', id, etag)).status).toBe(403);
    expect((await api('POST', `/${id}/confirm-credentials`)).status).toBe(404);
    expect(await confirm('editor', id)).toMatchObject({ status: 400, body: { error: 'If-Match: required' } });
    expect((await api('POST', `/${id}/test`)).body.error).toMatch(SAID);
    const confirmed = await confirm('editor', id, etag);
    expect(confirmed.status, confirmed.text).toBe(200);
    expect(confirmed.body).not.toHaveProperty('warnings');
    expect(confirmed.headers.get('etag')).toBe('"r3"');
    expect((await api('POST', `/${id}/test`)).body.error).not.toMatch(SAID);
    const { items } = await expectOk(api('GET', `/${id}/versions`));
    expect(items[0]).toMatchObject({
      version: 3,
      source: 'app',
      summary: 'Confirmed the credentials for the new host',
    });
    const audit = await expectOk(app('owner', 'GET', '/audit-log'));
    expect(JSON.stringify(audit.items[0])).toContain('confirm_http_request_credentials');
    const again = await api('PATCH', `/${id}`, { url: 'https://third.example/' });
    expect(again.body.warnings).toEqual([expect.stringContaining('set for 127.0.0.1')]);
  });

  test('412 if the host has changed since they saw it', async () => {
    const { id, etag } = await moved();
    await expectOk(api('PATCH', `/${id}`, { url: 'https://third.example/' }));
    expect((await confirm('owner', id, etag)).status).toBe(412);
    expect((await api('GET', `/${id}`)).body.warnings).toEqual([expect.stringMatching(SAID)]);
  });

  test('are restored unchanged, from the trash and with a version', async () => {
    const { id } = await moved();
    await expectOk(api('DELETE', `/${id}`));
    await expectOk(app('editor', 'POST', `/trash/${id}/restore`));
    expect((await api('POST', `/${id}/test`)).body.error).toMatch(SAID);
    const first = await expectOk(app('editor', 'POST', `/http-requests/${id}/versions/1/restore`));
    expect(first.request).toMatchObject({ url: 'https://old.example.com/' });
    expect(first.request).not.toHaveProperty('warnings');
    const second = await expectOk(app('editor', 'POST', `/http-requests/${id}/versions/2/restore`));
    expect(second.request.warnings).toEqual([expect.stringMatching(SAID)]);
    expect((await api('POST', `/${id}/test`)).body.error).toMatch(SAID);
  });

  test('are named where a comparison would send them', async () => {
    const { id } = await moved();
    const back = { url: 'https://old.example.com/other' };
    const compared = await expectOk(
      team.people.editor.send('POST', `/app/api/stores/${team.storeId}/http-requests/${id}/compare`, back),
    );
    expect(compared).toMatchObject({
      before: { fault: expect.stringMatching(SAID) },
      after: { request: { url: back.url } },
    });
  });
});
