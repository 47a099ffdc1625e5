import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFile, createPreset, layoutsPath, storeTexts } from '../harness/layouts.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';

let outstep: Outstep;
let key: TestKey;
let storeId: string;

beforeAll(async () => {
  outstep = await sharedOutstep();
  storeId = await outstep.newStore();
  await fresh();
});
afterAll(() => outstep?.close());

/** Each part gets its own key, so that budgets are not shared. */
async function fresh() {
  key = await outstep.newKey(storeId, 'write');
}
const ask = (method: string, path: string, body?: unknown, as = key) =>
  outstep.call(as, method, `${layoutsPath}${path}`, body);
const call = async (method: string, path: string, body?: unknown) => {
  const answer = await ask(method, path, body);
  expect([200, 201], answer.text).toContain(answer.status);
  return answer.body;
};
const createLayout = async (body: object = {}) =>
  (await call('POST', '', { name: 'A', subject: 'S', ...body })).id;
const preview = (id: string, body?: object) => call('POST', `/${id}/preview`, body);
const unsaved = (body: object) => call('POST', '/preview', body);

const greeting = { blocks: [{ type: 'text', html: '<p>Hi {{ variables.name }}</p>' }] };

describe('of a saved layout', () => {
  beforeAll(fresh);

  test('200 with a read key: both parts, subject and preview line, and nothing is saved (spec: What the service does 8) (contract: Layouts 9)', async () => {
    const id = await createLayout({
      subject: 'Order {{ variables.order.name }}',
      previewText: 'For {{ variables.name }}',
      bodyDesign: greeting,
    });
    const reader = await outstep.newKey(storeId, 'read');
    const variables = { name: 'Mary <b>', order: { name: '#1' } };
    const answer = await ask('POST', `/${id}/preview`, { variables }, reader);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).sort()).toEqual([
      ...[
        'findings',
        'html',
        'locale',
        'missingVariables',
        'previewText',
        'resolvedFrom',
        'sizeBytes',
        'subject',
        'text',
      ],
      'warnings',
    ]);
    expect(answer.body).toMatchObject({
      ...{ subject: 'Order #1', previewText: 'For Mary <b>', locale: 'en', resolvedFrom: 'layout' },
      ...{ missingVariables: [], warnings: [] },
    });
    expect(answer.body.html).toContain('Hi Mary &lt;b&gt;');
    expect(answer.body.text).toContain('Hi Mary <b>');
    expect(answer.body.sizeBytes).toBe(Buffer.byteLength(answer.body.html));
    expect((await call('GET', `/${id}`)).version).toBe(1);
  });

  test('returns HTML and derived plain text for a text layout (spec: Email layout: body)', async () => {
    const id = await createLayout({
      bodyType: 'text',
      body: '<h1>Hello {{ variables.name }}</h1><p>Bye</p>',
    });
    const { html, text } = await preview(id, { variables: { name: 'Mary' } });
    expect(html).toMatch(/<h1[^>]*>Hello Mary<\/h1>/);
    expect(text).toMatch(/hello mary/i);
    expect(text).not.toContain('<');
  });

  test('warns of required variables that are absent, null or blank (contract: Layouts 12)', async () => {
    const requiredVariables = [
      'order.id',
      'note',
      'tags[1]',
      'customer["first name"]',
      'items.size',
      'count',
    ];
    const id = await createLayout({ requiredVariables });
    const warned = async (variables: object) => (await preview(id, { variables })).warnings;
    const complete = {
      ...{ order: { id: 7 }, note: 'x', tags: ['a', 'b'], customer: { 'first name': 'Ada' } },
      ...{ items: [], count: 0 },
    };
    expect(await warned(complete)).toEqual([]);
    expect(await warned({ ...complete, order: null, note: ' ', tags: ['a'], customer: {} })).toEqual(
      requiredVariables.slice(0, 4).map((each) => `${each} is required: a step without it fails`),
    );
  });

  test('preview and write name secrets that are missing or empty (contract: Layouts 9; Layouts 13)', async () => {
    await outstep.operator(storeId, 'set_secret', { name: 'EMPTY', value: '' });
    await outstep.operator(storeId, 'set_secret', { name: 'FULL', value: 'a value' });
    const html = '<p>{{ secrets.FULL }} {{ secrets.EMPTY }}</p>';
    const subject = '{{ secrets.MISSING }}';
    const bodyDesign = { blocks: [{ type: 'text', html }] };
    const warnings = ['no secret named "MISSING"', 'secret "EMPTY" has no value'];
    const saved = await call('POST', '', { name: 'Secrets', subject, bodyDesign });
    expect(saved.warnings).toEqual(warnings);
    expect(await preview(saved.id)).toMatchObject({ subject: '[secret:MISSING]', warnings });
    await outstep.operator(storeId, 'set_secret', { name: 'EMPTY', value: 'now' });
    expect((await preview(saved.id)).warnings).toEqual(warnings.slice(0, 1));
  });

  test('names missing variables (contract: Layouts 9)', async () => {
    const id = await createLayout({ subject: '{{ variables.order.name }}', bodyDesign: greeting });
    expect((await preview(id)).missingVariables.sort()).toEqual(['variables.name', 'variables.order.name']);
    expect((await preview(id, { variables: { name: 'x' } })).missingVariables).toEqual([
      'variables.order.name',
    ]);
  });

  test("uses the testVariables of the language's design, else the main one's, unless variables are given", async () => {
    const id = await createLayout({ bodyDesign: { ...greeting, testVariables: { name: 'Mary' } } });
    await call('PUT', `/${id}/translations/de`, { subject: 'S', bodyDesign: greeting });
    const fr = { ...greeting, testVariables: { name: 'Marie' } };
    await call('PUT', `/${id}/translations/fr`, { subject: 'S', bodyDesign: fr });
    expect((await preview(id)).text).toContain('Hi Mary');
    expect((await preview(id, { locale: 'de' })).text).toContain('Hi Mary');
    expect((await preview(id, { locale: 'fr' })).text).toContain('Hi Marie');
    expect((await preview(id, { locale: 'fr', variables: { name: 'Zoe' } })).text).toContain('Hi Zoe');
    expect((await preview(id, { variables: {} })).missingVariables).toEqual(['variables.name']);
  });

  test('shows secrets by name, never by value (spec: What the service does 4; What the service does 8)', async () => {
    await outstep.operator(storeId, 'set_secret', {
      name: 'TOKEN',
      value: 'sk-live-51e84b60',
      description: '',
    });
    const id = await createLayout({
      subject: '{{ secrets.TOKEN }}',
      bodyType: 'text',
      body: '<p>{{ secrets.NONE }}</p>',
    });
    const shown = await preview(id);
    expect(shown.subject).toBe('[secret:TOKEN]');
    expect(shown.html).toContain('[secret:NONE]');
    expect(JSON.stringify(shown)).not.toContain('sk-live');
  });

  test('renders sent content in place of saved content, in the shown language', async () => {
    const id = await createLayout({
      subject: 'Saved',
      bodyDesign: greeting,
      marketingTexts: { companyDetails: 'Oak, Cork' },
    });
    await call('PUT', `/${id}/translations/de`, { subject: 'Gespeichert' });
    await storeTexts(outstep.core, storeId, { companyDetails: 'Settings, Cork' });
    const variables = { name: 'M' };
    expect(await preview(id, { subject: 'New', variables })).toMatchObject({ subject: 'New', locale: 'en' });
    const german = await preview(id, { locale: 'de', previewText: 'Neu', variables });
    expect(german).toMatchObject({ subject: 'Gespeichert', previewText: 'Neu', locale: 'de' });
    const blocks = [{ type: 'heading', text: 'Fresh' }];
    expect((await preview(id, { bodyDesign: { blocks } })).text).toContain('Fresh');
    const asMarketing = { locale: 'de', category: 'marketing', variables };
    expect((await preview(id, asMarketing)).text).toContain('Oak, Cork');
    const other = { ...asMarketing, marketingTexts: { companyDetails: 'Eiche' } };
    expect((await preview(id, other)).text).toContain('Eiche');
    // As in a saved translation, `null` means the text from the settings, not the layout's.
    const plain = { ...asMarketing, marketingTexts: { companyDetails: null } };
    expect((await preview(id, plain)).text).toContain('Settings, Cork');
    expect(await preview(id, { variables })).toMatchObject({ subject: 'Saved' });
    expect((await call('GET', `/${id}`)).version).toBe(2);
  });

  test('checks the layout before the fields and names the field', async () => {
    const id = await createLayout({ bodyDesign: greeting });
    const gone = outstep.core.runtime.newId();
    expect((await ask('POST', `/${gone}/preview`, { variables: 1 })).status).toBe(404);
    const refused: [object, string][] = [
      [{ variables: 1 }, 'variables: must be an object'],
      [{ locale: 5 }, 'locale: must be text'],
      [{ subject: '' }, 'subject: required'],
      [{ body: 'x' }, 'body: only for text layouts'],
      [{ subject: '{% if a %}' }, 'subject: Liquid: tag "if" not closed, line 1, column 1'],
      [
        { bodyDesign: { blocks: [{ type: 'text', html: '{% if a %}' }] } },
        'bodyDesign.blocks[0].html: Liquid: tag "if" not closed, line 1, column 1',
      ],
      [
        { category: 'marketing', marketingTexts: { companyDetails: '{% if a %}' } },
        'marketingTexts.companyDetails: Liquid: tag "if" not closed, line 1, column 1',
      ],
    ];
    for (const [sent, error] of refused)
      expect(await ask('POST', `/${id}/preview`, sent)).toMatchObject({ status: 400, body: { error } });
    expect((await ask('POST', `/${id}/preview`, { subjct: 'x' })).headers.get('x-ignored-fields')).toBe(
      'subjct',
    );
  });
});

describe('the language', () => {
  beforeAll(fresh);

  test('is found by exact locale, base language, regional variant, then the layout (spec: Translations 2) (contract: Translations 8)', async () => {
    const id = await createLayout({ subject: 'en' });
    for (const locale of ['de', 'pt-br', 'pt-ao', 'fr-ca'])
      await call('PUT', `/${id}/translations/${locale}`, { subject: locale });
    const cases: [wanted: string | undefined, locale: string, resolvedFrom: string][] = [
      ['de', 'de', 'exact'],
      ['DE_de', 'de', 'base'],
      ['pt_BR', 'pt-br', 'exact'],
      ['pt-pt', 'pt-ao', 'regional'],
      ['pt', 'pt-br', 'regional'],
      ['fr', 'fr-ca', 'regional'],
      ['fr-be', 'fr-ca', 'regional'],
      ['en', 'en', 'exact'],
      ['en-us', 'en', 'base'],
      ['es', 'en', 'layout'],
      ['no code', 'en', 'layout'],
      ['', 'en', 'layout'],
      [undefined, 'en', 'layout'],
    ];
    for (const [wanted, locale, resolvedFrom] of cases)
      expect(await preview(id, { locale: wanted }), wanted).toMatchObject({
        subject: locale,
        locale,
        resolvedFrom,
      });
  });
});

describe('of unsaved content', () => {
  beforeAll(fresh);

  test('renders like a saved layout', async () => {
    const content = { subject: 'Hi {{ variables.name }}', previewText: 'Line', bodyDesign: greeting };
    const id = await createLayout(content);
    const variables = { name: 'Mary' };
    const { total } = await call('GET', '');
    expect(await unsaved({ ...content, variables })).toEqual(await preview(id, { variables }));
    expect((await call('GET', '')).total).toBe(total);
  });

  test('formats amounts and text direction by language', async () => {
    const body = '<p>{{ 1234.5 | money: "EUR" }}</p>';
    const german = await unsaved({ subject: 'S', bodyType: 'text', body, locale: 'de_DE' });
    expect(german).toMatchObject({ locale: 'de-de' });
    expect(german.text).toMatch(/1\.234,50\s€/);
    expect((await unsaved({ subject: 'S', locale: 'ar' })).html).toContain('dir="rtl"');
  });

  test.each([
    ['subject: required', {}],
    ['locale: must be a language code such as de or pt-br', { subject: 'S', locale: 'german' }],
    ['body: only for text layouts', { subject: 'S', body: 'x' }],
    ['subject: Liquid: tag "if" not closed, line 1, column 1', { subject: '{% if a %}' }],
    ['variables: must be an object', { subject: 'S', variables: [] }],
  ])('400 %s', async (error, sent) => {
    expect(await ask('POST', '/preview', sent)).toMatchObject({ status: 400, body: { error } });
  });

  test('shows images of files and blocks of presets', async () => {
    const fileKey = await createFile(outstep.core, storeId);
    const preset = await createPreset(outstep.core, storeId, 'footer', [
      { type: 'heading', text: 'Shared end' },
    ]);
    const bodyDesign = { blocks: [{ type: 'image', fileKey }], footer: { preset } };
    const { html } = await unsaved({ subject: 'S', bodyDesign });
    expect(html).toContain(`/files/${storeId}/${fileKey}`);
    expect(html).toContain('Shared end');
  });
});

describe('footer and placeholders', () => {
  beforeAll(async () => {
    storeId = await outstep.newStore();
    await fresh();
  });
  const placeholders = '<p>[{{ unsubscribe_url }}|{{ unsubscribe_link }}]</p>';

  test('leaves both placeholders empty in transactional emails, which have no footer (spec: What the service does 10; marketingTexts 3)', async () => {
    const marketingTexts = { companyDetails: 'Oak, Cork' };
    const shown = await unsaved({ subject: 'S', bodyType: 'text', body: placeholders, marketingTexts });
    expect(shown.text).toContain('[|]');
    expect(shown.text).not.toContain('Cork');
    expect(shown.html).not.toContain('Cork');
  });

  test('fills placeholders in place and ends the email with sentence and company (spec: What the service does 10)', async () => {
    const marketingTexts = {
      ...{ unsubscribeText: 'Enough? {{ unsubscribe_link }}', unsubscribeLinkLabel: 'Leave <us>' },
      companyDetails: 'Oak & Clay\nCork',
    };
    const shown = await unsaved({
      ...{ subject: 'S', bodyType: 'text', body: placeholders },
      category: 'marketing',
      marketingTexts,
    });
    const url = /https?:\/\/[^\s|\]]+\/unsubscribe\/preview/;
    expect(shown.text).toMatch(new RegExp(`\\[(${url.source})\\|Leave <us>: \\1\\]`));
    expect(shown.text.trimEnd()).toMatch(
      new RegExp(`Enough\\? Leave <us>: ${url.source}\\s+Oak & Clay\\nCork$`),
    );
    expect(shown.html).toMatch(/Enough\? <a href="[^"]+\/unsubscribe\/preview"[^>]*>Leave &lt;us&gt;<\/a>/);
    expect(shown.html).toContain('Oak &amp; Clay<br>Cork');
    expect(shown.html.indexOf('Enough?')).toBeLessThan(shown.html.indexOf('Oak &amp; Clay'));
    expect(shown.warnings).toEqual([]);
  });

  test('field by field: translation over layout over settings in the language over built-in (spec: marketingTexts 1; marketingTexts 2; Translation: marketingTexts)', async () => {
    const id = await createLayout({ category: 'marketing', bodyType: 'text' });
    await call('PUT', `/${id}/translations/de-at`, { subject: 'S' });
    const end = async (locale: string) => (await preview(id, { locale })).text;
    const builtIn = await preview(id);
    expect(builtIn.text).toMatch(/\/unsubscribe\/preview/);
    expect(builtIn.warnings).toEqual([expect.stringContaining('companyDetails')]);

    await storeTexts(outstep.core, storeId, {
      ...{ companyDetails: 'All of us', 'companyDetails.de': 'Wir alle' },
      unsubscribeLinkLabel: 'Settings label',
    });
    expect(await end('en')).toContain('All of us');
    expect(await end('en')).toContain('Settings label: ');
    expect(await end('de-at')).toContain('Wir alle');

    await call('PATCH', `/${id}`, { marketingTexts: { companyDetails: 'Layout company' } });
    for (const locale of ['en', 'de-at']) {
      expect(await end(locale)).toContain('Layout company');
      expect(await end(locale)).toContain('Settings label: ');
    }
    const put = (marketingTexts: object | null) =>
      call('PUT', `/${id}/translations/de-at`, { subject: 'S', marketingTexts });
    await put({ unsubscribeLinkLabel: 'Abmelden hier' });
    expect(await end('de-at')).toContain('Abmelden hier: ');
    expect(await end('de-at')).toContain('Layout company');
    await put({ companyDetails: null });
    expect(await end('de-at')).toContain('Wir alle');
    expect(await end('en')).toContain('Layout company');
    await put(null);
    expect(await end('de-at')).toContain('Layout company');
  });

  test('renders Liquid in footer texts, but not in values of variables', async () => {
    const marketingTexts = { companyDetails: '{{ variables.shop }}' };
    const variables = { shop: '<i>{{ secrets.X }} {{ unsubscribe_url }}</i>' };
    const shown = await unsaved({ ...{ subject: 'S', category: 'marketing' }, marketingTexts, variables });
    expect(shown.text).toContain('<i>{{ secrets.X }} {{ unsubscribe_url }}</i>');
    expect(shown.html).toContain('&lt;i&gt;{{ secrets.X }}');
  });
});
