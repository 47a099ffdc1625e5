import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptedMail, layoutsPath } from '../harness/layouts.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';

let outstep: Outstep;
let key: TestKey;

beforeAll(async () => {
  outstep = await sharedOutstep();
  key = await outstep.newKey(await outstep.newStore(), 'write');
});
afterAll(() => outstep?.close());

const call = async (method: string, path: string, body?: unknown) => {
  const answer = await outstep.call(key, method, `${layoutsPath}${path}`, body);
  expect([200, 201], answer.text).toContain(answer.status);
  return answer.body;
};
const made = async (body: object) => (await call('POST', '', { name: 'A', subject: 'S', ...body })).id;
const variables = (id: string) => call('GET', `/${id}/variables`);

interface Variable {
  path: string;
  usedIn: { locale: string; field: string }[];
  sentRecently: boolean | null;
}
const sentOf = (items: Variable[]) =>
  Object.fromEntries(items.map(({ path, sentRecently }) => [path, sentRecently]));

test('lists the paths that a layout uses, and where, in every language', async () => {
  const id = await made({
    subject: 'Order {{ variables.order.name }}',
    previewText: '{% if variables.vip %}Dear{% endif %}',
    bodyDesign: {
      blocks: [
        { type: 'text', html: '<p>{{ variables.order.name | upcase }}</p>' },
        { type: 'conditional', if: 'variables.gift', blocks: [{ type: 'divider' }] },
      ],
      testVariables: { note: '{{ variables.unused }}' },
    },
    marketingTexts: { companyDetails: '{{ variables.shop }}' },
  });
  await call('PUT', `/${id}/translations/de`, {
    subject: '{{ variables.name }}',
    previewText: '',
    bodyDesign: { blocks: [] },
  });
  const page = await variables(id);
  expect(page).toMatchObject({ page: 1, limit: 25, total: 5, pages: 1 });
  const en = (field: string) => ({ locale: 'en', field });
  expect(page.items).toEqual([
    { path: 'variables.gift', usedIn: [en('bodyDesign')], sentRecently: null },
    { path: 'variables.name', usedIn: [{ locale: 'de', field: 'subject' }], sentRecently: null },
    {
      path: 'variables.order.name',
      usedIn: [en('subject'), en('bodyDesign.blocks[0].html')],
      sentRecently: null,
    },
    { path: 'variables.shop', usedIn: [en('marketingTexts.companyDetails')], sentRecently: null },
    { path: 'variables.vip', usedIn: [en('previewText')], sentRecently: null },
  ]);
  const found = await call('GET', `/${id}/variables?q=ORDER&limit=1`);
  expect(found).toEqual({ items: [page.items[2]], page: 1, limit: 1, total: 1, pages: 1 });
});

test('of a text layout: body and attachments too', async () => {
  const id = await made({
    ...{ bodyType: 'text', body: '<a href="{{ variables.url }}">x</a>' },
    attachments: [{ filename: '{{ variables.order }}.pdf', url: 'https://x.example/{{ variables.file }}' }],
  });
  const { items } = await variables(id);
  expect(items.map(({ path, usedIn }: Variable) => [path, usedIn[0]?.field])).toEqual([
    ['variables.file', 'attachments[0].url'],
    ['variables.order', 'attachments[0].filename'],
    ['variables.url', 'body'],
  ]);
});

test('says whether one of the last ten steps sent a path; another layout does not count (contract: Layouts 10)', async () => {
  const subject =
    '{{ variables.a.b }} {{ variables.list[0].x }} {{ variables.list.size }} {{ variables.none }}';
  const [id, other] = [await made({ subject }), await made({ subject })];
  const accept = (layoutId: string, given: Record<string, never>) =>
    acceptedMail(outstep.core, key.storeId, layoutId, given);
  const given = { a: { b: 0 }, list: [{ x: 1 }], none: null } as unknown as Record<string, never>;
  await accept(other, given);
  expect(new Set(Object.values(sentOf((await variables(id)).items)))).toEqual(new Set([null]));
  await accept(id, given);
  expect(sentOf((await variables(id)).items)).toEqual({
    ...{ 'variables.a.b': true, 'variables.list.size': true, 'variables.list[0].x': true },
    'variables.none': false,
  });
  for (let i = 0; i < 10; i++) await accept(id, {});
  expect(new Set(Object.values(sentOf((await variables(id)).items)))).toEqual(new Set([false]));
});

test('no value that a step sent is in the answer, and a read key is enough', async () => {
  const id = await made({ subject: '{{ variables.name }}' });
  await acceptedMail(outstep.core, key.storeId, id, { name: 'Mary Miller' });
  const reader = await outstep.newKey(key.storeId, 'read');
  const answer = await outstep.call(reader, 'GET', `${layoutsPath}/${id}/variables`);
  expect(answer.status).toBe(200);
  expect(answer.text).not.toContain('Mary');
});

test('404 for an unknown layout; a layout without variables has none', async () => {
  const gone = await outstep.call(key, 'GET', `${layoutsPath}/${outstep.core.runtime.newId()}/variables`);
  expect(gone.status).toBe(404);
  expect((await variables(await made({}))).items).toEqual([]);
});
