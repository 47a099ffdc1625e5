import { afterAll, beforeAll, expect, test } from 'vitest';
import { addFile, pngOf } from '../harness/files.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { callTool } from '../mcp/posts.ts';

let outstep: Outstep;
let key: TestKey;

beforeAll(async () => {
  outstep = await sharedOutstep();
  key = await outstep.newKey(await outstep.newStore(), 'read');
});
afterAll(() => outstep?.close());

const set = (storeId: string, ...settings: string[]) =>
  outstep.operator(storeId, 'set_settings', { settings });
const read = (by = key) => outstep.call(by, 'GET', '/api/v1/brand');

const nothing = {
  ...{ background: null, contentBackground: null, textColor: null, linkColor: null },
  ...{ buttonFill: null, buttonColor: null, fontFamily: null, buttonRadius: null, logo: null },
};

test('200 with a read key: returns chosen brand values and null for the rest (contract: Brand 1)', async () => {
  expect(await read()).toMatchObject({ status: 200, body: nothing });
  const logo = await addFile(outstep, key.storeId, 'logo.png', await pngOf());
  await set(
    key.storeId,
    ...['brandLinkColor=#8A3B00', 'brandFontFamily=georgia', 'brandButtonRadius=0', `logo=${logo}`],
  );
  const chosen = { ...nothing, linkColor: '#8A3B00', fontFamily: 'georgia', buttonRadius: 0, logo };
  expect((await read()).body).toEqual(chosen);
  expect((await callTool(outstep, key, 'get_brand', {})).value).toEqual(chosen);
  await set(key.storeId, 'brandLinkColor=', 'brandButtonRadius=', 'logo=');
  expect((await read()).body).toEqual({ ...nothing, fontFamily: 'georgia' });
});

test('hides the brand of other stores and lets no key write one (spec: What the service does 3; What the service does 7)', async () => {
  const other = await outstep.newKey(await outstep.newStore(), 'execute');
  await set(key.storeId, 'brandTextColor=#123456');
  expect((await read(other)).body).toEqual(nothing);
  for (const method of ['PUT', 'PATCH', 'POST', 'DELETE'])
    expect((await outstep.call(other, method, '/api/v1/brand', { textColor: '#000000' })).status).toBe(405);
});

test('400 names every invalid brand field and saves nothing (contract: Brand 1)', async () => {
  const { storeId } = key;
  const before = (await read()).body;
  await expect(
    set(
      storeId,
      'brandLinkColor=#fff',
      'brandButtonRadius=51',
      'brandFontFamily=comic',
      'brandTextColor=#000000',
    ),
  ).rejects.toMatchObject({
    kind: 'invalid',
    message: expect.stringMatching(
      /^brandLinkColor: must be a color.*; brandButtonRadius: must be a whole number from 0 to 50; brandFontFamily: must be one of/,
    ),
  });
  expect((await read()).body).toEqual(before);
});

test('changing the brand leaves saved layouts unchanged (contract: Brand 2)', async () => {
  const writer = await outstep.newKey(await outstep.newStore(), 'write');
  const bodyDesign = { blocks: [{ type: 'button', label: 'Go', url: 'https://shop.example' }] };
  const made = await outstep.call(writer, 'POST', '/api/v1/email-templates', {
    ...{ name: 'Order', subject: 'S', bodyDesign },
  });
  const readBrandColors = async () =>
    (await outstep.call(writer, 'POST', `/api/v1/email-templates/${made.body.id}/preview`, {})).body.html;
  const before = await readBrandColors();
  await set(writer.storeId, 'brandButtonFill=#8a3b00', 'brandButtonRadius=50');
  expect(await readBrandColors()).toBe(before);
  const now = await outstep.call(writer, 'GET', `/api/v1/email-templates/${made.body.id}`);
  expect(now.body).toMatchObject({ version: 1, bodyDesign });
});
