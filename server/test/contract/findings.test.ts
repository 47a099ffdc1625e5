import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPreset, layoutsPath } from '../harness/layouts.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';

let outstep: Outstep;
let key: TestKey;

beforeAll(async () => {
  outstep = await sharedOutstep();
  key = await outstep.newKey(await outstep.newStore(), 'write');
});
afterAll(() => outstep?.close());

interface ReturnedFinding {
  rule: string;
  severity: string;
  path: string;
  locale: string;
  message: string;
}

const call = async (method: string, path: string, body?: unknown) => {
  const answer = await outstep.call(key, method, `${layoutsPath}${path}`, body);
  expect([200, 201], answer.text).toContain(answer.status);
  return answer.body;
};
const createLayout = async (body: object): Promise<string> =>
  (await call('POST', '', { name: 'A', subject: 'Your order', previewText: 'On its way', ...body })).id;
const places = (found: ReturnedFinding[]) =>
  found.map(({ rule, locale, path }) => `${locale} ${rule} ${path}`);

const picture = { type: 'image', url: 'https://pictures.example/a.png' };
const words = { type: 'text', html: '<p>Thank you for your order.</p>' };

test('returns findings with rule, severity, place and message, worst first (contract: Layouts 15)', async () => {
  const blocks = [words, picture, { type: 'button', label: 'Click here', url: '#' }];
  const id = await createLayout({ bodyDesign: { blocks } });
  const page = await call('GET', `/${id}/findings`);
  expect(page).toMatchObject({ page: 1, limit: 25, total: 3, pages: 1 });
  expect(page.items).toEqual([
    {
      ...{ rule: 'link-empty', severity: 'error', path: 'bodyDesign.blocks[2].url', locale: 'en' },
      message: 'The link has no URL. Add one.',
    },
    {
      ...{ rule: 'link-vague', severity: 'warning', path: 'bodyDesign.blocks[2].label', locale: 'en' },
      message: '“Click here” doesn’t say where the link goes. Use more specific text.',
    },
    {
      ...{ rule: 'alt-missing', severity: 'warning', path: 'bodyDesign.blocks[1].alt', locale: 'en' },
      message: 'The image has no alt text. Add it, or mark the image as decorative.',
    },
  ]);
  const second = await call('GET', `/${id}/findings?limit=1&page=2`);
  expect(second).toMatchObject({ total: 3, pages: 3, items: [page.items[1]] });
  // A preview returns the same findings; its other members are unchanged.
  const preview = await call('POST', `/${id}/preview`, {});
  expect(preview.findings).toEqual(page.items);
  expect(preview.warnings).toEqual([]);
});

test('checks every language or the requested one and names outdated texts', async () => {
  const id = await createLayout({ bodyDesign: { blocks: [words] } });
  await call('PUT', `/${id}/translations/de`, {
    ...{ subject: 'Deine Bestellung', previewText: '' },
    bodyDesign: { blocks: [{ type: 'text', html: '<p>Danke für deine Bestellung.</p>' }] },
  });
  await call('PUT', `/${id}`, { subject: 'Your new order' });
  const { items } = await call('GET', `/${id}/findings`);
  expect(places(items)).toEqual(['de language-outdated subject', 'de preview-line-empty previewText']);
  expect((await call('GET', `/${id}/findings?locale=DE`)).items).toEqual(items);
  expect((await call('GET', `/${id}/findings?locale=en`)).items).toEqual([]);
  expect((await call('GET', `/${id}/findings?locale=fr`)).items).toEqual([]);
  const preview = await call('POST', `/${id}/preview`, { locale: 'de-AT' });
  expect(places(preview.findings)).toEqual(places(items));
});

test('a preview of unsaved content has findings with the variables of the call, at the fields that use them', async () => {
  const content = {
    ...{ subject: 'Order {{ variables.order.name }}', previewText: 'Hi' },
    bodyDesign: {
      blocks: [{ type: 'text', html: '<p>For {{ variables.customer.name }} {{ order.name }}</p>' }],
    },
  };
  const preview = (variables: object) => call('POST', '/preview', { ...content, variables });
  const lacking = await preview({ order: { name: '#1' } });
  expect(lacking.missingVariables).toEqual(['variables.customer.name', 'order.name']);
  expect(places(lacking.findings)).toEqual([
    'en variable-unknown bodyDesign.blocks[0].html',
    'en variable-missing bodyDesign.blocks[0].html',
    'en default-missing subject',
  ]);
  const given = await preview({ order: { name: '#1' }, customer: { name: 'Maria' } });
  expect(places(given.findings)).not.toContain('en variable-missing bodyDesign.blocks[0].html');
});

test('requires company details in marketing emails and reports an added unsubscribe link', async () => {
  const hidden = { bodyType: 'text', body: '<body><p>Hello</p><div style="display:none">' };
  const id = await createLayout({ ...hidden, category: 'marketing' });
  const { items } = await call('GET', `/${id}/findings`);
  expect(places(items)).toEqual([
    'en company-details-missing marketingTexts.companyDetails',
    'en unsubscribe-missing marketingTexts.unsubscribeText',
  ]);
  const marketingTexts = { companyDetails: 'Shop, 1 Road, Town' };
  await call('PUT', `/${id}`, { marketingTexts, body: '<p>Hello</p>' });
  expect((await call('GET', `/${id}/findings`)).items).toEqual([]);
});

test('checks text layouts and shared sections too', async () => {
  const body = '<h1>Hello</h1><p><img src="https://pictures.example/a.png"></p><h3>Later</h3>';
  const id = await createLayout({ bodyType: 'text', body });
  expect(places((await call('GET', `/${id}/findings`)).items)).toEqual([
    'en alt-missing body',
    'en heading-order body',
  ]);
  const header = await createPreset(outstep.core, key.storeId, 'header', [
    { type: 'text', html: '<p>{% assign shop = variables.shop %}Welcome</p>' },
  ]);
  const sharing = await createLayout({
    bodyDesign: {
      ...{ blocks: [{ type: 'text', html: '<p>{{ shop }}</p>' }], header: { preset: header } },
      testVariables: { shop: 'Tea' },
    },
  });
  expect((await call('GET', `/${sharing}/findings`)).items).toEqual([]);
});

test('reports findings of a preset at the block that uses it (contract: Layouts 15)', async () => {
  const footer = await createPreset(outstep.core, key.storeId, 'footer', [words, picture]);
  const id = await createLayout({ bodyDesign: { blocks: [words], footer: { preset: footer } } });
  const { items } = await call('GET', `/${id}/findings`);
  expect(items).toEqual([
    {
      ...{ rule: 'alt-missing', severity: 'warning', path: 'bodyDesign.footer', locale: 'en' },
      message:
        'The image has no alt text. Add it, or mark the image as decorative. Found in the preset “Shared footer”.',
      preset: { id: footer, name: 'Shared footer', path: 'blocks[1].alt' },
    },
  ]);
  expect((await call('POST', `/${id}/preview`, {})).findings).toEqual(items);
});

test('checks a layout without variables when they make rendering fail', async () => {
  const id = await createLayout({
    bodyDesign: {
      blocks: [
        picture,
        { type: 'text', html: '<p>Price: {{ variables.price | divided_by: variables.count }}</p>' },
      ],
      testVariables: { price: 1, count: 0 },
    },
  });
  const { items } = await call('GET', `/${id}/findings`);
  expect(places(items)).toContain('en alt-missing bodyDesign.blocks[0].alt');
});

test('404 for a layout of another store', async () => {
  const id = await createLayout({ bodyDesign: { blocks: [words] } });
  const stranger = await outstep.newKey(await outstep.newStore(), 'read');
  expect((await outstep.call(stranger, 'GET', `${layoutsPath}/${id}/findings`)).status).toBe(404);
});
