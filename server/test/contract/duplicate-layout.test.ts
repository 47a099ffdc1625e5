import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFile, createPreset, layoutsPath as path, referringSteps } from '../harness/layouts.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { callTool } from '../mcp/posts.ts';

let outstep: Outstep;
let key: TestKey;

beforeAll(async () => {
  outstep = await sharedOutstep();
  key = await outstep.newKey(await outstep.newStore(), 'write', { name: 'Builder' });
});
afterAll(() => outstep?.close());

const call = (method: string, at: string, body?: unknown, by = key) => outstep.call(by, method, at, body);
const duplicate = (id: string, body: unknown = {}, by = key) =>
  call('POST', `${path}/${id}/duplicate`, body, by);
async function createLayout(body: object = {}, by = key) {
  const answer = await call('POST', path, { name: 'Order', subject: 'Your order', ...body }, by);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

test('201 with a full copy: languages, files and presets, at version 1 (contract: Layouts 14)', async () => {
  const fileKey = await createFile(outstep.core, key.storeId);
  const footer = await createPreset(outstep.core, key.storeId, 'footer', [{ type: 'divider' }]);
  const bodyDesign = {
    blocks: [
      { type: 'image', fileKey, alt: 'Mug' },
      { type: 'text', html: '<p>Hi</p>' },
    ],
    footer: { preset: footer },
  };
  const original = await createLayout({
    ...{
      description: 'Paid',
      category: 'marketing',
      defaultLocale: 'pt-br',
      requiredVariables: ['order.id'],
    },
    ...{ previewText: 'Soon', bodyDesign, marketingTexts: { companyDetails: 'Oak & Clay' } },
  });
  await call('PUT', `${path}/${original.id}/translations/de`, { subject: 'Ihre Bestellung' });
  await call('PATCH', `${path}/${original.id}`, { previewText: 'Very soon' });
  await referringSteps(outstep.core, key.storeId, original.id, 2);
  const before = (await call('GET', `${path}/${original.id}`)).body;

  const answer = await duplicate(original.id);
  expect(answer.status, answer.text).toBe(201);
  expect(answer.headers.get('etag')).toBe('"r1"');
  const copy = answer.body;
  expect(copy).toEqual({
    ...before,
    id: expect.not.stringMatching(original.id),
    name: 'Copy of Order',
    languages: [
      expect.objectContaining({ locale: 'pt-br', isMain: true }),
      expect.objectContaining({ locale: 'de' }),
    ],
    version: 1,
    stepCount: 0,
    createdAt: expect.any(String),
    updatedAt: copy.createdAt,
  });
  expect((await call('GET', `${path}/${copy.id}`)).body).toEqual(copy);
  const german = async (id: string) => {
    const {
      createdAt: _c,
      updatedAt: _u,
      ...rest
    } = (await call('GET', `${path}/${id}/translations/de`)).body;
    return rest;
  };
  expect(await german(copy.id)).toEqual(await german(original.id));
  const versions = (await call('GET', `${path}/${copy.id}/versions`)).body;
  expect(versions).toMatchObject({ total: 1, items: [{ version: 1, summary: 'Copied from Order' }] });
  expect((await call('GET', `${path}/${original.id}`)).body).toEqual(before);
  // A file that the copy uses is in use.
  await call('DELETE', `${path}/${original.id}`);
  expect((await call('DELETE', '/api/v1/files', { key: fileKey })).status).toBe(409);
});

test('uses the given name; a text layout keeps body and attachments', async () => {
  const { id } = await createLayout({ bodyType: 'text', body: '<p>Hi</p>', attachments: [] });
  const { body } = await duplicate(id, { name: 'For spring' });
  expect(body).toMatchObject({ name: 'For spring', bodyType: 'text', body: '<p>Hi</p>', attachments: [] });
  const byTool = await callTool(outstep, key, 'duplicate_email_template', { id });
  expect(byTool.value).toMatchObject({ name: 'Copy of Order', version: 1, revision: 1 });
});

test('shortens a long copied name and rejects a given name that is too long', async () => {
  const { id } = await createLayout({ name: '🙂'.repeat(200) });
  const { body } = await duplicate(id);
  expect(body.name).toBe(`Copy of ${'🙂'.repeat(191)}…`);
  for (const [name, error] of [
    ['x'.repeat(201), 'name: at most 200 characters'],
    ['', 'name: required'],
    [7, 'name: must be text'],
  ] as const)
    expect(await duplicate(id, { name })).toMatchObject({ status: 400, body: { error } });
});

test('404 for unknown layouts and those of other stores; 403 with a read key (spec: What the service does 7)', async () => {
  const other = await outstep.newKey(await outstep.newStore(), 'write');
  const { id } = await createLayout({}, other);
  for (const unknown of [id, '01990000-0000-7000-8000-000000000000', 'x'])
    expect(await duplicate(unknown)).toMatchObject({ status: 404, body: { error: 'not found' } });
  expect((await call('GET', path, undefined, other)).body.total).toBe(1);
  const reader = await outstep.newKey(other.storeId, 'read');
  expect((await duplicate(id, {}, reader)).status).toBe(403);
});

test('400 when the layout limit of the store is reached (contract: Limits 2)', async () => {
  const few = await outstep.newKey(await outstep.newStore(), 'write');
  await outstep.operator(few.storeId, 'set_limits', { limits: ['layouts=2'] });
  const { id } = await createLayout({}, few);
  expect((await duplicate(id, {}, few)).status).toBe(201);
  expect(await duplicate(id, {}, few)).toMatchObject({
    status: 400,
    body: {
      error: 'limit: the limit of 2 layouts has been reached; delete one, or ask the operator for more',
    },
  });
  expect((await call('GET', path, undefined, few)).body.total).toBe(2);
});

test('records the copy in the audit log; a repeated key creates no second copy', async () => {
  const { id } = await createLayout();
  const send = () =>
    outstep.call(key, 'POST', `${path}/${id}/duplicate`, {}, { 'idempotency-key': 'copy-once' });
  const first = await send();
  expect((await send()).body).toEqual(first.body);
  const { rows } = await withClient(outstep.env['DATABASE_URL'] as string, (client) =>
    client.query(
      "select target from audit_log where store_id = $1 and operation = 'duplicate_email_template' and target = $2",
      [key.storeId, first.body.id],
    ),
  );
  expect(rows).toHaveLength(1);
});
