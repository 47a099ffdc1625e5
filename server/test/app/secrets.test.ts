import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Outstep } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { newTeam, type Team } from './team.ts';

let outstep: Outstep;
let team: Team;

beforeAll(async () => {
  outstep = await sharedOutstep();
  team = await newTeam(outstep);
});
/** Each test starts with empty lists. */
beforeEach(async () => {
  team = await team.another();
});
afterAll(() => outstep?.close());

const editor = (method: string, path: string, body?: unknown) =>
  team.people.editor.send(method, `/app/api/stores/${team.storeId}${path}`, body);
const create = (name: string, fields: object = {}) =>
  editor('POST', '/secrets', { name, value: `value-of-${name}`, ...fields });

describe('creating a secret', () => {
  test('201, listed without its value, which appears in no response or audit entry', async () => {
    const made = await create('API_KEY', { description: 'For the shop' });
    expect(made).toMatchObject({ status: 201, body: { name: 'API_KEY' } });
    const listed = await editor('GET', '/secrets');
    expect(listed.body.items).toMatchObject([
      { name: 'API_KEY', description: 'For the shop', hasValue: true },
    ]);
    const audit = await editor('GET', '/audit-log');
    expect(audit.body.items[0]).toMatchObject({ operation: 'create_secret', target: 'API_KEY' });
    for (const { text } of [made, listed, audit]) expect(text).not.toContain('value-of');
  });

  test('409 for a name in use; the first value is kept', async () => {
    const made = await Promise.all([1, 2, 3].map(() => create('TWICE')));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await create('TWICE', { value: 'other' })).body.error).toBe(
      'a secret with this name already exists',
    );
  });

  test.each([
    [
      'a name',
      { name: '1_FIRST', value: 'x' },
      'name: must be at most 100 letters, digits and _, not starting with a digit',
    ],
    ['no value', { name: 'EMPTY', value: '' }, 'value: required'],
    ['a long value', { name: 'LONG', value: 'x'.repeat(16_385) }, 'value: at most 16384 characters'],
  ])('400 for %s', async (_, fields, error) => {
    expect(await editor('POST', '/secrets', fields)).toMatchObject({ status: 400, body: { error } });
  });
});

test('200 for a new description, keeping the value; 404 for an unknown secret', async () => {
  await create('API_KEY');
  expect((await editor('PATCH', '/secrets/API_KEY', { description: 'New' })).status).toBe(200);
  expect((await editor('GET', '/secrets')).body.items).toMatchObject([
    { description: 'New', hasValue: true },
  ]);
  expect((await editor('PATCH', '/secrets/NONE', { description: 'New' })).status).toBe(404);
});

test('200 with the users of each secret; 409 for deleting one in use', async () => {
  for (const name of ['TOKEN', 'TOKEN_2', 'UNUSED']) await create(name);
  const request = await editor('POST', '/http-requests', {
    name: 'Notify',
    method: 'POST',
    url: 'https://example.com/{{ secrets.TOKEN }}',
    headers: { authorization: 'Bearer {{-secrets.TOKEN_2 -}}' },
    body: { note: 'secrets.UNUSED' },
  });
  const layout = await editor('POST', '/email-templates', {
    ...{ name: 'Welcome', subject: 'Hi', bodyType: 'text', category: 'transactional' },
    body: '<p>{{\n  secrets.TOKEN\n}}</p>',
  });
  expect([request.status, layout.status]).toEqual([201, 201]);
  await editor('PATCH', '/settings', { settings: ['companyDetails={{ secrets.TOKEN }}'] });
  const viewer = await team.people.viewer.send('GET', `/app/api/stores/${team.storeId}/secrets/usage`);
  expect(viewer.body).toEqual({
    usedBy: {
      TOKEN: [
        { type: 'layout', id: layout.body.id, name: 'Welcome' },
        { type: 'request', id: request.body.id, name: 'Notify' },
        { type: 'settings', id: 'companyDetails', name: 'companyDetails' },
      ],
      TOKEN_2: [{ type: 'request', id: request.body.id, name: 'Notify' }],
    },
    hosts: { TOKEN: ['example.com'], TOKEN_2: ['example.com'] },
  });

  const kept = await editor('DELETE', '/secrets/TOKEN_2');
  expect(kept).toMatchObject({ status: 409, body: { error: 'in use by request "Notify"' } });
  await editor('DELETE', `/http-requests/${request.body.id}`);
  expect((await editor('DELETE', '/secrets/TOKEN_2')).body).toEqual({ deleted: true, name: 'TOKEN_2' });
  expect((await editor('DELETE', '/secrets/TOKEN_2')).status).toBe(404);
  expect((await editor('GET', '/secrets')).body.total).toBe(2);
});

test('200 for names like constructor and __proto__', async () => {
  for (const name of ['__proto__', 'constructor']) {
    expect((await create(name)).status).toBe(201);
    await editor('PATCH', '/settings', { settings: [`companyDetails={{ secrets.${name} }}`] });
    expect((await editor('GET', '/secrets/usage')).text).toContain(`"${name}":[{"type":"settings"`);
    expect((await editor('DELETE', `/secrets/${name}`)).status).toBe(409);
    await editor('PATCH', '/settings', { settings: ['companyDetails='] });
    expect((await editor('DELETE', `/secrets/${name}`)).status).toBe(200);
  }
});

test('404 for secrets of another store', async () => {
  await create('API_KEY');
  const other = await team.another('Birch');
  const theirs = (method: string, path: string, body?: unknown) =>
    other.people.owner.send(method, `/app/api/stores/${other.storeId}${path}`, body);
  await theirs('PATCH', '/settings', { settings: ['companyDetails={{ secrets.API_KEY }}'] });
  expect((await theirs('GET', '/secrets/usage')).body).toEqual({ usedBy: {}, hosts: {} });
  expect((await theirs('DELETE', '/secrets/API_KEY')).status).toBe(404);
  expect((await editor('GET', '/secrets/usage')).body).toEqual({ usedBy: {}, hosts: {} });
});
