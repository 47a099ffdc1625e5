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
    { path: 'variables.gift', usedIn: [en('bodyDesign.blocks[1].if')], sentRecently: null },
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

const forgotten = (field: string, path: string) =>
  `${field}: ${path} is always empty; did you mean variables.${path}?`;

test('a name that is always empty is saved, and warned of with its place (contract: Layouts 13)', async () => {
  await outstep.operator(key.storeId, 'set_secret', { name: 'SHOP', value: 'Alder' });
  const sent = {
    subject: 'Order {{ order.id }}',
    previewText: '{{ variables.a }}{% if vip %}!{% endif %}',
    bodyDesign: {
      blocks: [
        { type: 'html', html: '{% assign total = variables.total %}' },
        { type: 'text', html: '<p>{{ total }} {{ order.name | upcase }} {{ order["first line"] }}</p>' },
        { type: 'conditional', if: 'customer.vip', blocks: [{ type: 'divider' }] },
        {
          type: 'loop',
          source: 'variables.lines',
          as: 'line',
          blocks: [{ type: 'text', html: '{{ line.title }}' }],
        },
        {
          type: 'attachment',
          filename: '{{ order.id }}.pdf',
          url: 'https://x.example/{{ variables.id }}.pdf',
        },
      ],
    },
    marketingTexts: {
      unsubscribeText: '{{ unsubscribe_link }} {{ unsubscribe_url }} {{ secrets.SHOP }} {{ shop }}',
    },
  };
  const warnings = [
    forgotten('subject', 'order.id'),
    forgotten('bodyDesign.blocks[4].filename', 'order.id'),
    forgotten('marketingTexts.unsubscribeText', 'shop'),
    forgotten('previewText', 'vip'),
    forgotten('bodyDesign.blocks[1].html', 'order.name'),
    forgotten('bodyDesign.blocks[1].html', 'order["first line"]'),
    forgotten('bodyDesign.blocks[2].if', 'customer.vip'),
  ];
  const created = await call('POST', '', { name: 'A', ...sent });
  expect(created.warnings).toEqual(warnings);
  const at = `/${created.id}`;
  expect(await call('GET', at)).not.toHaveProperty('warnings');
  // Told again for the same text, and not where no text was sent.
  expect((await call('PATCH', at, sent)).warnings).toEqual(warnings);
  expect(await call('PATCH', at, { name: 'B' })).not.toHaveProperty('warnings');
  expect((await call('POST', `${at}/preview`, { variables: {} })).warnings).toEqual(warnings);
  const de = await call('PUT', `${at}/translations/de`, {
    subject: '{{ name }}',
    bodyDesign: { blocks: [] },
  });
  expect(de.warnings).toEqual([forgotten('subject', 'name'), forgotten('previewText', 'vip')]);
  const mended = { subject: '{{ variables.name }}', previewText: '', bodyDesign: { blocks: [] } };
  expect(await call('PUT', `${at}/translations/de`, mended)).not.toHaveProperty('warnings');
});

test('warnings of a text layout; no more than twenty are spelled out (contract: Layouts 13)', async () => {
  const names = Array.from({ length: 23 }, (_, i) => `name${i}`);
  const body = `{% for x in variables.list %}{{ x }}{{ forloop.index }}{% endfor %}${names.map((name) => `{{ ${name} }}`).join('')}`;
  const { warnings } = await call('POST', '', { name: 'A', subject: 'S', bodyType: 'text', body });
  expect(warnings).toEqual([...names.slice(0, 20).map((name) => forgotten('body', name)), 'and 3 more']);
});
