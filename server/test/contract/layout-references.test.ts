import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFile, createPreset, deleteFileRow, layoutsPath as path } from '../harness/layouts.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';

let outstep: Outstep;
let key: TestKey;
let storeId: string;

beforeAll(async () => {
  outstep = await sharedOutstep();
  storeId = await outstep.newStore();
  key = await outstep.newKey(storeId, 'write');
});
afterAll(() => outstep?.close());

const create = (body: unknown, headers = {}) => outstep.call(key, 'POST', path, body, headers);
const get = (id: string) => outstep.call(key, 'GET', `${path}/${id}`);
const patch = (id: string, body: unknown, headers = {}) =>
  outstep.call(key, 'PATCH', `${path}/${id}`, body, headers);
const createLayout = async (body: object) => {
  const answer = await create({ name: 'Order', subject: 'Your order', ...body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};

const places = (fileKey: string) => [
  { type: 'image', fileKey },
  { type: 'logo', fileKey },
  { type: 'video', url: 'https://video.example/1', fileKey },
  { type: 'attachment', filename: 'a.pdf', fileKey },
];

test('accepts files of the store in every field (spec: Layout validation 2)', async () => {
  const fileKey = await createFile(outstep.core, storeId);
  const sides = { header: { blocks: [{ type: 'image', fileKey }] }, footer: { blocks: places(fileKey) } };
  await createLayout({ bodyDesign: { blocks: places(fileKey), ...sides } });
  await expect(deleteFileRow(outstep.core, storeId, fileKey)).rejects.toMatchObject({ code: '23503' });
});

test('400 for unknown files and files of other stores, with the same message (spec: Layout validation 2; Errors 1; What the service does 7) (contract: Layouts 5)', async () => {
  const theirs = await createFile(outstep.core, await outstep.newStore());
  for (const fileKey of [theirs, `f_${'0'.repeat(26)}.png`, 'x', "f_' or 1=1"]) {
    const { status, body } = await create({
      name: 'A',
      subject: 'S',
      bodyDesign: { blocks: places(fileKey), header: { blocks: [{ type: 'image', fileKey }] } },
    });
    expect(status).toBe(400);
    expect(body.error.split('; ').sort()).toEqual([
      'bodyDesign.blocks[0].fileKey: unknown file',
      'bodyDesign.blocks[1].fileKey: unknown file',
      'bodyDesign.blocks[2].fileKey: unknown file',
      'bodyDesign.blocks[3].fileKey: unknown file',
      'bodyDesign.header.blocks[0].fileKey: unknown file',
    ]);
    const attachments = [{ filename: 'a', fileKey }];
    expect((await create({ name: 'A', subject: 'S', bodyType: 'text', attachments })).body.error).toBe(
      'attachments[0].fileKey: unknown file',
    );
  }
});

test('accepts presets of the store and rejects unknown ones and those of other stores', async () => {
  const own = await createPreset(outstep.core, storeId, 'header', [{ type: 'heading', text: 'Oak' }]);
  const theirs = await createPreset(outstep.core, await outstep.newStore(), 'header', []);
  const layout = await createLayout({ bodyDesign: { blocks: [], header: { preset: own } } });
  expect(layout.bodyDesign.header).toEqual({ preset: own });
  for (const preset of [theirs, outstep.core.runtime.newId(), 'main']) {
    expect(await patch(layout.id, { bodyDesign: { blocks: [], footer: { preset } } })).toMatchObject({
      status: 400,
      body: { error: 'bodyDesign.footer.preset: unknown preset' },
    });
  }
});

test('400 for a footer as header and a header as footer (contract: Layouts 5)', async () => {
  const [header, footer] = [
    await createPreset(outstep.core, storeId, 'header', []),
    await createPreset(outstep.core, storeId, 'footer', []),
  ];
  const right = { blocks: [], header: { preset: header }, footer: { preset: footer } };
  const wrong = { blocks: [], header: { preset: footer }, footer: { preset: header } };
  const error =
    'bodyDesign.header.preset: is a footer, not a header; bodyDesign.footer.preset: is a header, not a footer';
  expect(await create({ name: 'A', subject: 'S', bodyDesign: wrong })).toMatchObject({
    status: 400,
    body: { error },
  });
  const { id } = await createLayout({ bodyDesign: right });
  expect((await patch(id, { bodyDesign: wrong })).body).toEqual({ error });
  const translated = await outstep.call(key, 'PUT', `${path}/${id}/translations/de`, {
    subject: 'S',
    bodyDesign: wrong,
  });
  expect([translated.status, translated.body]).toEqual([400, { error }]);
});

test('a rejected write changes nothing and records no version (spec: Layout validation 2)', async () => {
  const layout = await createLayout({ bodyDesign: { blocks: [{ type: 'divider' }] } });
  const bad = { name: 'Other', bodyDesign: { blocks: [{ type: 'image', fileKey: 'x' }] } };
  expect((await patch(layout.id, bad)).status).toBe(400);
  expect((await get(layout.id)).body).toEqual(layout);
});
