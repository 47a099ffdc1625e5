import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFile, layoutsPath } from '../harness/layouts.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { callTool } from '../mcp/posts.ts';

let outstep: Outstep;
let key: TestKey;
let storeId: string;

beforeAll(async () => {
  outstep = await sharedOutstep();
  storeId = await outstep.newStore();
});
afterAll(() => outstep?.close());

/** Each part gets its own key, so that budgets are not shared. */
async function fresh() {
  key = await outstep.newKey(storeId, 'write');
}
const createLayout = async (body: object = {}) => {
  const answer = await outstep.call(key, 'POST', layoutsPath, { name: 'A', subject: 'Hello', ...body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
const newText = (body: object = {}) => createLayout({ bodyType: 'text', body: '<p>Hello</p>', ...body });
const at = (id: string, locale: string) => `${layoutsPath}/${id}/translations/${locale}`;
const put = (id: string, locale: string, body: unknown = { subject: 'Hallo' }, headers = {}) =>
  outstep.call(key, 'PUT', at(id, locale), body, headers);
const get = (id: string, locale: string) => outstep.call(key, 'GET', at(id, locale));
const remove = (id: string, locale: string, headers = {}) =>
  outstep.call(key, 'DELETE', at(id, locale), undefined, headers);
const promote = (id: string, locale: string) => outstep.call(key, 'POST', `${at(id, locale)}/promote`);
const list = async (id: string, query = '') =>
  (await outstep.call(key, 'GET', `${layoutsPath}/${id}/translations${query}`)).body;
const layout = async (id: string) => (await outstep.call(key, 'GET', `${layoutsPath}/${id}`)).body;
const patch = (id: string, body: object) => outstep.call(key, 'PATCH', `${layoutsPath}/${id}`, body);

const TIME = expect.stringMatching(/\.\d{3}Z$/);

describe('PUT', () => {
  beforeAll(fresh);

  test('201 for a new language, 200 for a replaced one (spec: Endpoint PUT /api/v1/email-templates/:id/translations/:locale; Endpoint GET /api/v1/email-templates/:id/translations/:locale; Translation: content; Status 201)', async () => {
    const bodyDesign = { blocks: [{ type: 'text', html: '<p>{{ variables.name }}</p>' }] };
    const { id } = await createLayout({ bodyDesign });
    const first = await put(id, 'de', { subject: 'Hallo', previewText: 'Bald', bodyDesign });
    expect(first.status).toBe(201);
    expect(first.body).toEqual({
      ...{ locale: 'de', isMain: false, subject: 'Hallo', previewText: 'Bald', bodyDesign },
      ...{ attachments: null, marketingTexts: null, stale: [], untranslated: [], incomplete: false },
      ...{ createdAt: TIME, updatedAt: TIME },
    });
    const read = await get(id, 'de');
    expect(read).toMatchObject({ status: 200, text: first.text });
    expect(read.headers.get('etag')).toBe(first.headers.get('etag'));

    const second = await put(id, 'de', { subject: 'Guten Tag' });
    expect(second.status).toBe(200);
    expect(second.body).toMatchObject({ subject: 'Guten Tag', createdAt: first.body.createdAt });
    expect(second.body.updatedAt > first.body.updatedAt).toBe(true);
  });

  test('keeps omitted members and their staleness (contract: Translations 1; Translations 6)', async () => {
    const { id } = await newText({ previewText: 'Line' });
    const de = { subject: 'Hallo', previewText: 'Zeile', body: '<p>Hallo</p>' };
    expect((await put(id, 'de', de)).body).toMatchObject({ ...de, stale: [] });
    expect((await put(id, 'de', { subject: 'Servus' })).body).toMatchObject({
      ...{ ...de, subject: 'Servus', stale: [] },
    });
    await patch(id, { subject: 'New', previewText: 'New line', body: '<p>New</p>' });
    const stale = async (sent: object) => (await put(id, 'de', { subject: 'Neu', ...sent })).body.stale;
    expect((await get(id, 'de')).body.stale).toEqual(['subject', 'previewText', 'body']);
    expect(await stale({})).toEqual(['previewText', 'body']);
    expect(await stale({ previewText: 'Neue Zeile' })).toEqual(['body']);
    expect(await stale({ previewText: '' })).toEqual(['body']);
    expect(await stale({ body: '<p>Neu</p>' })).toEqual([]);
    expect((await get(id, 'de')).body).toMatchObject({ previewText: '', body: '<p>Neu</p>' });
  });

  test('starts a new language as a copy of the layout and lists it in stale (contract: Translations 1)', async () => {
    const bodyDesign = { blocks: [{ type: 'text', html: '<p>Main</p>' }], testVariables: { a: 1 } };
    const visual = await createLayout({ bodyDesign, previewText: 'Main line' });
    const html = 'bodyDesign.blocks[0].html';
    const copied = { previewText: 'Main line', bodyDesign, stale: ['previewText', html] };
    expect((await put(visual.id, 'de')).body).toMatchObject(copied);
    // It is still untranslated after a second write.
    expect((await put(visual.id, 'de')).body).toMatchObject(copied);
    const partly = await put(visual.id, 'fr', { subject: 'Bonjour', previewText: 'Ligne' });
    expect(partly.body).toMatchObject({ previewText: 'Ligne', bodyDesign, stale: [html] });
    expect(
      (await put(visual.id, 'fr', { subject: 'Bonjour', bodyDesign: { blocks: [] } })).body,
    ).toMatchObject({ previewText: 'Ligne', bodyDesign: { blocks: [] }, stale: [] });
    const text = await newText();
    // An empty preview line has nothing to translate.
    expect((await put(text.id, 'de')).body).toMatchObject({ body: '<p>Hello</p>', stale: ['body'] });
  });

  test("null copies the layout's current text and lists it in stale (contract: Translations 1)", async () => {
    const text = await newText({ previewText: 'Line' });
    const de = { subject: 'Hallo', previewText: 'Zeile', body: '<p>Hallo</p>' };
    await put(text.id, 'de', de);
    await patch(text.id, { previewText: 'Later line' });
    expect((await put(text.id, 'de', { ...de, previewText: null })).body).toMatchObject({
      ...{ previewText: 'Later line', body: '<p>Hallo</p>', stale: ['previewText'] },
    });
    expect((await put(text.id, 'de', { subject: 'Hallo', body: null })).body).toMatchObject({
      ...{ previewText: 'Later line', body: '<p>Hello</p>', stale: ['previewText', 'body'] },
    });
    const bodyDesign = { blocks: [{ type: 'text', html: '<p>Main</p>' }] };
    const visual = await createLayout({ bodyDesign });
    await put(visual.id, 'de', { subject: 'Hallo', bodyDesign: { blocks: [] } });
    const answer = await put(visual.id, 'de', { subject: 'Hallo', bodyDesign: null, body: null });
    expect(answer.body).toMatchObject({ bodyDesign, stale: ['bodyDesign.blocks[0].html'] });
    expect(answer.body).not.toHaveProperty('body');
  });

  test('returns Liquid and URLs as sent (spec: Translation: Liquid and URLs)', async () => {
    const { id } = await newText();
    const body =
      '<a href="https://x.example/?a=1&b={{ variables.b | url_encode }}">{%- if variables.b -%}ä{%- endif -%}</a>\r\n';
    expect((await put(id, 'de', { subject: '{{  variables.x  }}', body })).body).toMatchObject({
      subject: '{{  variables.x  }}',
      body,
    });
  });

  const refused: [error: string, bodyType: string, sent: object][] = [
    ['subject: required', 'visual', {}],
    ['subject: required', 'visual', { subject: null }],
    ['subject: required', 'text', { subject: ' ' }],
    ['subject: Liquid: tag "if" not closed, line 1, column 1', 'text', { subject: '{% if a %}' }],
    [
      'previewText: Liquid: tag "if" not closed, line 1, column 1',
      'text',
      { subject: 'S', previewText: '{% if a %}' },
    ],
    ['body: Liquid: tag "if" not closed, line 1, column 1', 'text', { subject: 'S', body: '{% if a %}' }],
    ['body: only for text layouts', 'visual', { subject: 'S', body: 'x' }],
    ['bodyDesign: only for visual layouts', 'text', { subject: 'S', bodyDesign: { blocks: [] } }],
    [
      'bodyDesign.blocks[0].type: must be one of',
      'visual',
      { subject: 'S', bodyDesign: { blocks: [{ type: 'x' }] } },
    ],
    ['attachments: only for text layouts', 'visual', { subject: 'S', attachments: [] }],
    [
      'attachments[0].fileKey: unknown file',
      'text',
      { subject: 'S', attachments: [{ filename: 'a', fileKey: 'x' }] },
    ],
    [
      'attachments[0].x: unknown field',
      'text',
      { subject: 'S', attachments: [{ filename: 'a', url: 'https://x.example', x: 1 }] },
    ],
    ['marketingTexts.x: unknown field', 'visual', { subject: 'S', marketingTexts: { x: 'y' } }],
    [
      'marketingTexts.unsubscribeText: must contain {{ unsubscribe_link }}',
      'visual',
      { subject: 'S', marketingTexts: { unsubscribeText: 'x' } },
    ],
  ];
  test.each(refused)(
    '400 %s (%s) (spec: Translation: content; Translation: attachments; Layout validation 1; Layout validation 2; Layout validation 3)',
    async (error, bodyType, sent) => {
      const { id } = await createLayout({ bodyType });
      const answer = await put(id, 'de', sent);
      expect(answer.status).toBe(400);
      expect(answer.body.error.startsWith(error), answer.body.error).toBe(true);
      expect((await get(id, 'de')).status).toBe(404);
      expect((await layout(id)).version).toBe(1);
    },
  );

  test('order of checks: JSON, the layout, If-Match, then fields; 403 for a read key before all (contract: Order of checks 1)', async () => {
    const { id } = await createLayout();
    const gone = outstep.core.runtime.newId();
    const stale = { 'if-match': '"r9"' };
    expect((await put(gone, 'de', '{')).body.error).toBe('request body: not valid JSON');
    expect((await put(gone, 'no code', {}, stale)).status).toBe(404);
    expect((await put(id, 'no code', {}, stale)).status).toBe(412);
    expect((await put(id, 'no code', {})).body.error).toBe(
      'locale: must be a language code such as de or pt-br; subject: required',
    );
    const reader = await outstep.newKey(storeId, 'read');
    for (const [method, below] of [
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/promote'],
    ] as const)
      expect((await outstep.call(reader, method, at(id, 'de') + below, '{')).status).toBe(403);
  });

  test('honors If-Match of the layout on PUT and DELETE (contract: Repeating and overlapping writes 3)', async () => {
    const { id } = await createLayout();
    expect((await put(id, 'de', { subject: 'A' }, { 'if-match': '"r1"' })).status).toBe(201);
    expect((await put(id, 'de', { subject: 'B' }, { 'if-match': '"r1"' })).status).toBe(412);
    expect((await remove(id, 'de', { 'if-match': '"r1"' })).status).toBe(412);
    expect((await remove(id, 'fr', { 'if-match': '"r1"' })).status).toBe(404);
    const tag = String((await get(id, 'de')).headers.get('etag'));
    expect((await remove(id, 'de', { 'if-match': tag })).status).toBe(200);
  });

  test('unknown members are ignored and named; what was read can be sent back (contract: Fields 5)', async () => {
    const { id } = await newText();
    const { body } = await put(id, 'de', { subject: 'S', marketingTexts: { companyDetails: null } });
    const back = await put(id, 'de', body);
    expect(back.headers.get('x-ignored-fields')).toBe(
      'locale, isMain, stale, untranslated, incomplete, createdAt, updatedAt',
    );
    const translated = { stale: [], untranslated: [], incomplete: false };
    expect(back.body).toEqual({ ...body, ...translated, updatedAt: back.body.updatedAt });
  });
});

describe('a locale', () => {
  beforeAll(fresh);

  test.each(['pt-br', 'pt_BR', 'PT-br', 'pt-BR'])(
    '%s is the one language pt-br, wherever it is written (spec: Translation: locale) (contract: Repeating and overlapping writes 5)',
    async (spelling) => {
      const { id } = await createLayout();
      expect((await put(id, spelling)).body.locale).toBe('pt-br');
      for (const other of ['pt-br', 'pt_BR', 'PT_BR']) {
        expect((await get(id, other)).body.locale).toBe('pt-br');
        expect((await put(id, other)).status).toBe(200);
      }
      expect((await list(id)).total).toBe(2);
      expect((await remove(id, spelling)).body).toEqual({ deleted: true, locale: 'pt-br' });
    },
  );

  test.each(['x', 'german', 'de-', 'de-abc', 'd%20e', '%00', '..%2f'])(
    '%s is invalid: 400 on write, 404 on read, delete and promote (spec: Translation: locale)',
    async (locale) => {
      const { id } = await createLayout();
      expect(await put(id, locale)).toMatchObject({
        status: 400,
        body: { error: 'locale: must be a language code such as de or pt-br' },
      });
      for (const answer of [await get(id, locale), await remove(id, locale), await promote(id, locale)])
        expect(answer).toMatchObject({ status: 404, text: '{"error":"not found"}' });
    },
  );

  test("keeps locale aliases apart: iw isn't he (contract: Layouts 6)", async () => {
    const { id } = await createLayout();
    await put(id, 'iw');
    expect((await get(id, 'he')).status).toBe(404);
    expect((await put(id, 'he')).status).toBe(201);
  });

  test('returns the main language on read and rejects it on write (spec: Endpoint GET /api/v1/email-templates/:id/translations/:locale) (contract: Translations 5)', async () => {
    const { id } = await newText();
    expect((await get(id, 'EN')).body).toMatchObject({
      locale: 'en',
      isMain: true,
      subject: 'Hello',
      stale: [],
    });
    const error = "locale: is the layout's main language";
    for (const answer of [await put(id, 'en'), await remove(id, 'en'), await promote(id, 'en')])
      expect(answer).toMatchObject({ status: 400, body: { error } });
  });
});

describe('the list', () => {
  beforeAll(fresh);

  test('lists every language with content, the main one first (spec: Endpoint GET /api/v1/email-templates/:id/translations) (contract: Lists 5; Translations 7)', async () => {
    const { id } = await createLayout({ defaultLocale: 'fr' });
    for (const locale of ['pt-br', 'de', 'en']) await put(id, locale, { subject: `S ${locale}` });
    const found = await list(id);
    expect(found).toMatchObject({ page: 1, limit: 100, total: 4, pages: 1 });
    expect(
      found.items.map((item: Record<string, unknown>) => [item['locale'], item['isMain'], item['subject']]),
    ).toEqual([
      ['fr', true, 'Hello'],
      ['de', false, 'S de'],
      ['en', false, 'S en'],
      ['pt-br', false, 'S pt-br'],
    ]);
    expect(found.items[1]).toEqual((await get(id, 'de')).body);
    expect((await layout(id)).languages.map((item: { locale: string }) => item.locale)).toEqual([
      'fr',
      'de',
      'en',
      'pt-br',
    ]);
  });

  test('paginates and searches by language and subject, ignoring case (contract: Lists 1; Lists 3)', async () => {
    const { id } = await createLayout();
    for (const locale of ['pt-br', 'de', 'pt']) await put(id, locale, { subject: `Grüße 100% ${locale}` });
    const found = async (query: string) => {
      const { items, ...envelope } = await list(id, query);
      return [items.map((item: { locale: string }) => item.locale), envelope];
    };
    const envelope = { page: 1, limit: 100, pages: 1 };
    expect(await found('?q=PT')).toEqual([['pt', 'pt-br'], { ...envelope, total: 2 }]);
    expect(await found('?q=GRÜSSE')).toEqual([[], { ...envelope, total: 0, pages: 0 }]);
    expect(await found('?q=GRÜ')).toEqual([['de', 'pt', 'pt-br'], { ...envelope, total: 3 }]);
    expect(await found('?q=100%25')).toEqual([['de', 'pt', 'pt-br'], { ...envelope, total: 3 }]);
    expect(await found('?q=1_0')).toEqual([[], { ...envelope, total: 0, pages: 0 }]);
    expect(await found('?limit=3&page=2')).toEqual([['pt-br'], { page: 2, limit: 3, total: 4, pages: 2 }]);
    expect(await found('?page=9')).toEqual([[], { ...envelope, page: 9, total: 4 }]);
    expect((await list(id, '?page=0')).error).toBe('page: must be at least 1');
    const tool = await callTool(outstep, key, 'list_translations', { id, q: 'pt', limit: 1 });
    expect(tool.value).toEqual(await list(id, '?q=pt&limit=1'));
  });

  test('30 translations beside the main language; the 31st is rejected, replacing is not (spec: Translations 1; Limit: Languages per layout) (contract: Translations 4; Lists 5)', async () => {
    await fresh();
    const { id } = await newText();
    const codes = Array.from(
      { length: 30 },
      (_, i) => `${String.fromCharCode(97 + i / 10)}${String.fromCharCode(97 + (i % 10))}`,
    );
    for (const code of codes) expect((await put(id, code)).status).toBe(201);
    expect(await put(id, 'zz')).toMatchObject({
      status: 400,
      body: { error: 'locale: at most 30 translations per layout' },
    });
    expect((await put(id, 'aa', { subject: 'Again' })).status).toBe(200);
    const [first, second] = [await list(id, '?limit=25'), await list(id, '?limit=25&page=2')];
    expect([first.total, first.pages, first.items.length, second.items.length]).toEqual([31, 2, 25, 6]);
    const all = await list(id);
    expect(all).toMatchObject({ total: 31, pages: 1, limit: 100 });
    expect(all.items).toEqual([...first.items, ...second.items]);
    expect((await promote(id, 'aa')).status).toBe(200);
    await remove(id, 'ab');
    expect((await put(id, 'zz')).status).toBe(201);
  });
});

describe('attachments', () => {
  beforeAll(fresh);
  const a = [{ filename: 'a.pdf', url: 'https://x.example/a.pdf' }];
  const b = [{ filename: 'b.pdf', url: 'https://x.example/b.pdf' }];

  test('omitted keeps, null inherits, [] means none, a list overrides (spec: Translation: attachments; Translation: returned fields) (contract: Translations 2)', async () => {
    const { id } = await newText({ attachments: a });
    const after = async (sent: object) => (await put(id, 'de', { subject: 'S', ...sent })).body.attachments;
    expect(await after({})).toBeNull();
    expect(await after({ attachments: b })).toEqual(b);
    expect(await after({})).toEqual(b);
    expect(await after({ attachments: [] })).toEqual([]);
    expect(await after({})).toEqual([]);
    expect(await after({ attachments: null })).toBeNull();
    expect(await after({})).toBeNull();
    expect((await get(id, 'en')).body.attachments).toEqual(a);
  });

  test('accepts only null for a visual layout (spec: Translation: attachments) (contract: Translations 2)', async () => {
    const { id } = await createLayout();
    expect((await put(id, 'de', { subject: 'S', attachments: null })).body.attachments).toBeNull();
    for (const attachments of [[], a])
      expect((await put(id, 'de', { subject: 'S', attachments })).body.error).toBe(
        'attachments: only for text layouts',
      );
  });

  test('accepts files of the store and rejects those of other stores (spec: Layout validation 2)', async () => {
    const { id } = await newText();
    const own = [{ filename: 'x', fileKey: await createFile(outstep.core, storeId), sendAsLink: true }];
    expect((await put(id, 'de', { subject: 'S', attachments: own })).body.attachments).toEqual(own);
    const theirs = [{ filename: 'x', fileKey: await createFile(outstep.core, await outstep.newStore()) }];
    expect((await put(id, 'fr', { subject: 'S', attachments: theirs })).body.error).toBe(
      'attachments[0].fileKey: unknown file',
    );
  });
});

describe('marketingTexts', () => {
  beforeAll(fresh);

  test("omitted keeps, null inherits the layout's, a null field uses the settings and is returned as null (spec: Translation: marketingTexts; Translation: returned fields) (contract: Translations 3)", async () => {
    const { id } = await createLayout({ marketingTexts: { companyDetails: 'Cork' } });
    const after = async (sent: object) =>
      (await put(id, 'de', { subject: 'S', ...sent })).body.marketingTexts;
    expect(await after({})).toBeNull();
    const own = { companyDetails: null, unsubscribeLinkLabel: 'Weg' };
    expect(await after({ marketingTexts: own })).toEqual(own);
    expect(await after({})).toEqual(own);
    expect(await after({ marketingTexts: {} })).toEqual({});
    expect(await after({ marketingTexts: null })).toBeNull();
  });
});

describe('stale', () => {
  beforeAll(fresh);
  const [one, two, three] = ['One', 'Two', 'Three'].map((word) => ({
    ...{ type: 'text', html: `<p>${word} of the main language</p>` },
  }));
  const blocks = [one, two, three];
  const [eins, zwei, drei] = ['Eins', 'Zwei', 'Drei'].map((word) => ({ type: 'text', html: word }));
  /** A layout with a translation in which nothing is stale. */
  const translated = async () => {
    const { id } = await createLayout({ bodyDesign: { blocks }, previewText: 'Line' });
    const de = { subject: 'Hallo', previewText: 'Zeile', bodyDesign: { blocks: [eins, zwei, drei] } };
    expect((await put(id, 'de', de)).body.stale).toEqual([]);
    return { id, de, stale: async () => (await get(id, 'de')).body.stale };
  };
  const changed = blocks.with(1, { type: 'text', html: '<p>Changed since then</p>' });

  test('lists main-language texts that changed since (contract: Translations 6)', async () => {
    const { id, stale } = await translated();
    await patch(id, { name: 'Only the name', description: 'x', marketingTexts: { companyDetails: 'x' } });
    await patch(id, { bodyDesign: { blocks, testVariables: { a: 1 } } });
    expect(await stale()).toEqual([]);
    await patch(id, { subject: 'New subject', bodyDesign: { blocks: changed } });
    expect(await stale()).toEqual(['subject', 'bodyDesign.blocks[1].html']);
    await patch(id, { bodyDesign: { blocks: changed.slice(1) } });
    expect(await stale()).toEqual(['subject', 'bodyDesign.blocks[0].html']);
    await patch(id, { subject: 'Hello', bodyDesign: { blocks } });
    expect(await stale()).toEqual([]);
  });

  test('marks new texts as stale, never structure or styling (contract: Translations 6)', async () => {
    const { id, stale } = await translated();
    const looks = { global: { background: '#ffffff' }, blocks: [{ type: 'divider' }, ...blocks] };
    await patch(id, { bodyDesign: looks });
    expect(await stale()).toEqual([]);
    await patch(id, { bodyDesign: { blocks: [three, { ...two, align: 'center' }, one] } });
    expect(await stale()).toEqual([]);
    const social = { type: 'social', items: [{ network: 'x', url: 'https://x.com/shop' }] };
    await patch(id, { bodyDesign: { blocks: [{ type: 'heading', text: 'News' }, social, ...blocks] } });
    expect(await stale()).toEqual(['bodyDesign.blocks[0].text']);
  });

  test('a write marks changed texts as up to date and keeps marks of unchanged ones (contract: Translations 6)', async () => {
    const { id, de, stale } = await translated();
    const other = changed.with(2, { type: 'text', html: '<p>Changed too</p>' });
    await patch(id, { subject: 'Other', bodyDesign: { blocks: other } });
    const all = ['subject', 'bodyDesign.blocks[1].html', 'bodyDesign.blocks[2].html'];
    expect((await put(id, 'de', de)).body.stale).toEqual(all);
    const mended = { blocks: [eins, { type: 'text', html: 'Anders' }, drei] };
    expect((await put(id, 'de', { ...de, bodyDesign: mended })).body.stale).toEqual([all[0], all[2]]);
    expect((await put(id, 'de', { subject: 'Anders' })).body.stale).toEqual([all[2]]);
    expect(await stale()).toEqual([all[2]]);
  });

  test("done marks exactly these as up to date; a path that isn't a text is rejected by name (contract: Translations 6)", async () => {
    const { id, de, stale } = await translated();
    await patch(id, { subject: 'Other', previewText: 'Other line', bodyDesign: { blocks: changed } });
    const all = ['subject', 'previewText', 'bodyDesign.blocks[1].html'];
    const { version } = await layout(id);
    for (const [done, error] of [
      [['subject', 'bodyDesign.blocks[9].html'], 'done[1]: is not a text of the main language'],
      [['bodyDesign'], 'done[0]: is not a text of the main language'],
      [['__proto__'], 'done[0]: is not a text of the main language'],
      [[1], 'done[0]: must be text'],
      ['subject', 'done: must be a list'],
    ] as const)
      expect(await put(id, 'de', { ...de, done })).toMatchObject({ status: 400, body: { error } });
    expect((await layout(id)).version).toBe(version);
    expect((await put(id, 'de', { ...de, done: [] })).body.stale).toEqual(all);
    const changedSubject = { ...de, subject: 'Anders', done: ['previewText'] };
    expect((await put(id, 'de', changedSubject)).body.stale).toEqual([all[0], all[2]]);
    expect((await put(id, 'de', { subject: 'Anders', done: [all[2]] })).body.stale).toEqual([all[0]]);
    const tool = await callTool(outstep, key, 'put_translation', {
      ...{ id, locale: 'de', subject: 'Anders', done: ['subject'] },
    });
    expect(tool.value).toMatchObject({ stale: [] });
    expect(await stale()).toEqual([]);
  });

  test('of a text layout: the body', async () => {
    const { id } = await newText();
    await put(id, 'de', { subject: 'Hallo', body: '<p>Hallo</p>' });
    await patch(id, { body: '<p>Changed for good</p>', previewText: 'New' });
    expect((await get(id, 'de')).body.stale).toEqual(['previewText', 'body']);
    expect((await list(id)).items[1].stale).toEqual(['previewText', 'body']);
  });
});

describe('DELETE', () => {
  beforeAll(fresh);

  test('removes the language; its emails fall back to the layout (spec: Endpoint DELETE /api/v1/email-templates/:id/translations/:locale)', async () => {
    const { id } = await createLayout();
    await put(id, 'de');
    const sentIn = async (locale: string) =>
      (await outstep.call(key, 'POST', `${layoutsPath}/${id}/preview`, { locale })).body;
    expect(await sentIn('de')).toMatchObject({ subject: 'Hallo', locale: 'de', resolvedFrom: 'exact' });
    expect(await remove(id, 'de')).toMatchObject({ status: 200, text: '{"deleted":true,"locale":"de"}' });
    expect(await sentIn('de')).toMatchObject({ subject: 'Hello', locale: 'en', resolvedFrom: 'layout' });
    expect((await get(id, 'de')).status).toBe(404);
    expect((await remove(id, 'de')).status).toBe(404);
    expect((await layout(id)).languages).toHaveLength(1);
  });
});
