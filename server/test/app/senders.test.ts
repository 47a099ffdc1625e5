import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../harness/free-port.ts';
import { type Outstep, startOutstep } from '../harness/outstep.ts';
import { type SmtpStandIn, startSmtpServer } from '../harness/smtp-server.ts';
import { Authority } from '../outbound/certificates.ts';
import { appEnv } from './browser.ts';
import { newTeam, type Team } from './team.ts';

const LOGIN = { username: 'tea', password: 'a password of nobody' };
const GIVEN = { user: LOGIN.username, password: LOGIN.password };

let outstep: Outstep;
let server: SmtpStandIn;
let untrusted: SmtpStandIn;
let authority: Authority;
let team: Team;

beforeAll(async () => {
  authority = new Authority();
  server = await startSmtpServer({ login: LOGIN });
  untrusted = await startSmtpServer({ certificate: authority.sign('DNS:localhost') });
  outstep = await startOutstep({ env: { ...appEnv, OUTSTEP_OUTBOUND_ALLOW: '127.0.0.1/32,localhost' } });
  team = await newTeam(outstep);
});
afterAll(async () => {
  await outstep?.close();
  await server?.close();
  await untrusted?.close();
});

const send = (method: string, path: string, body?: unknown) =>
  team.people.editor.send(method, `/app/api/stores/${team.storeId}${path}`, body);
const atServer = () => ({ host: '127.0.0.1', port: server.port, security: 'none' });
const sender = (fields: object = {}) => ({
  ...{ name: 'Orders', from: 'orders@example.com', ...atServer(), ...GIVEN },
  ...fields,
});
async function added(fields: object = {}): Promise<string> {
  const { status, body, text } = await send('POST', '/smtp-configs', sender(fields));
  expect(status, text).toBe(200);
  return body.id;
}
const listed = async (): Promise<Record<string, unknown>[]> =>
  (await send('GET', '/smtp-configs')).body.items;

describe('testing a connection', () => {
  const check = (fields: object = {}) => send('POST', '/smtp-checks', { ...atServer(), ...GIVEN, ...fields });

  test('checks the connection by logging in, without sending', async () => {
    expect((await check()).body).toEqual({ works: true, sentence: null });
    expect(server.messages).toEqual([]);
    expect(server.recipients).toEqual([]);
  });

  test('reports the connection error without the password', async () => {
    const wrong = await check({ password: 'some other password' });
    expect(wrong).toMatchObject({ status: 200, body: { works: false } });
    expect(wrong.body.sentence).toMatch(/^127\.0\.0\.1 rejected the login/);
    expect(wrong.text).not.toContain('some other password');

    const closed = await check({ port: await freePort() });
    expect(closed.body).toEqual({ works: false, sentence: expect.stringMatching(/refused|connect/) });
    const plain = await check({ security: 'starttls' });
    expect(plain.body).toEqual({ works: false, sentence: expect.any(String) });
    const certificate = await check({ host: 'localhost', port: untrusted.port, security: 'starttls' });
    expect(certificate.body).toEqual({
      works: false,
      sentence: 'no secure connection to localhost: its certificate is not valid for this host',
    });
    const inside = await check({ host: '10.0.0.1', port: 25 });
    expect(inside.body).toEqual({ works: false, sentence: expect.any(String) });
    expect(inside.body.sentence).not.toBe(closed.body.sentence);
  });

  test('400 at the missing or invalid field', async () => {
    expect((await check({ host: 'smtp://x', port: 0 })).body.error).toMatch(/^host: .*; port: /);
    expect((await check({ password: undefined })).body.error).toBe('password: required if a username is set');
  });
});

describe('a sender', () => {
  test('keeps its login on a change and tests the connection with it', async () => {
    const id = await added();
    const changed = await send('PUT', `/smtp-configs/${id}`, {
      ...{ name: 'Bestellungen', from: 'new@example.com', fromName: 'Tea', ...atServer(), keepLogin: true },
    });
    expect(changed).toMatchObject({ status: 200, body: { id } });
    expect((await listed()).find((each) => each['id'] === id)).toMatchObject({
      ...{ name: 'Bestellungen', fromAddress: 'new@example.com', fromName: 'Tea', hasPassword: true },
    });
    const tried = await send('POST', '/smtp-checks', { ...atServer(), sender: id, keepLogin: true });
    expect(tried.body).toEqual({ works: true, sentence: null });
    const without = await send(
      'PUT',
      `/smtp-configs/${id}`,
      sender({ user: undefined, password: undefined }),
    );
    expect(without.status).toBe(200);
    expect((await listed()).find((each) => each['id'] === id)).toMatchObject({ hasPassword: false });
  });

  test('400 for keeping the login with another server, which never receives it', async () => {
    const id = await added();
    const { password: _, user: __, ...bare } = sender();
    const before = untrusted.connections.total;
    const elsewhere = { host: 'localhost', port: untrusted.port, security: 'none' };
    for (const other of [elsewhere, { port: untrusted.port }, { security: 'starttls' }]) {
      const refused = 'keepLogin: enter the login again to use it with another server';
      const saved = await send('PUT', `/smtp-configs/${id}`, { ...bare, ...other, keepLogin: true });
      expect(saved).toMatchObject({ status: 400, body: { error: refused } });
      const tried = await send('POST', '/smtp-checks', {
        ...{ ...atServer(), ...other, sender: id, keepLogin: true },
      });
      expect(tried).toMatchObject({ status: 400, body: { error: refused } });
    }
    expect(untrusted.connections.total).toBe(before);
  });

  test('409 for deleting the default while there are others; 200 for the last sender', async () => {
    const { storeId, people } = await team.another();
    const call = (method: string, path: string, body?: unknown) =>
      people.editor.send(method, `/app/api/stores/${storeId}/smtp-configs${path}`, body);
    const first = (await call('POST', '', sender())).body.id;
    const second = (await call('POST', '', sender())).body.id;
    const defaults = async () =>
      (await call('GET', '')).body.items
        .filter(({ isDefault }: { isDefault: boolean }) => isDefault)
        .map(({ id }: { id: string }) => id);
    expect(await defaults()).toEqual([first]);
    expect(await call('DELETE', `/${first}`)).toMatchObject({
      status: 409,
      body: { error: 'this is the default sender: make another one the default first' },
    });
    await Promise.all([call('PUT', `/${second}/default`, {}), call('PUT', `/${second}/default`, {})]);
    expect(await defaults()).toEqual([second]);
    expect((await call('DELETE', `/${first}`)).body).toEqual({ id: first, deleted: true });
    expect((await call('DELETE', `/${second}`)).status).toBe(200);
    expect((await call('GET', '')).body.items).toEqual([]);
  });

  test('404 for a sender of another store, which is not changed', async () => {
    const id = await added();
    const other = await team.another();
    const call = (method: string, path: string, body?: unknown) =>
      other.people.owner.send(method, `/app/api/stores/${other.storeId}${path}`, body);
    for (const answer of [
      await call('PUT', `/smtp-configs/${id}`, sender({ name: 'Taken over' })),
      await call('PUT', `/smtp-configs/${id}/default`, {}),
      await call('DELETE', `/smtp-configs/${id}`),
      await call('POST', '/smtp-checks', { ...atServer(), sender: id, keepLogin: true }),
    ])
      expect(answer).toMatchObject({ status: 404, body: { error: 'not found' } });
    expect((await listed()).find((each) => each['id'] === id)).toMatchObject({ name: 'Orders' });
  });
});
