import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFile, firstFields, layoutsPath as path, referringSteps } from '../harness/layouts.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';

let outstep: Outstep;
let key: TestKey;

beforeAll(async () => {
  outstep = await sharedOutstep();
});
afterAll(() => outstep?.close());

/** Each part gets its own store, so that lists start empty and budgets are not shared. */
async function fresh() {
  key = await outstep.newKey(await outstep.newStore(), 'write');
}
const create = (body: unknown, headers = {}) => outstep.call(key, 'POST', path, body, headers);
const get = (id: string) => outstep.call(key, 'GET', `${path}/${id}`);
const list = (query = '') => outstep.call(key, 'GET', `${path}${query}`);
const patch = (id: string, body: unknown, headers = {}) =>
  outstep.call(key, 'PATCH', `${path}/${id}`, body, headers);
const remove = (id: string, headers = {}) => outstep.call(key, 'DELETE', `${path}/${id}`, undefined, headers);
const createLayout = async (body: object = {}) => {
  const answer = await create({ name: 'Order', subject: 'Your order', ...body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
const put = (id: string, locale: string, body: object = { subject: 'Übersetzt' }) =>
  outstep.call(key, 'PUT', `${path}/${id}/translations/${locale}`, body);

describe('change', () => {
  beforeAll(fresh);

  test.each(['PUT', 'PATCH'])(
    '%s changes only the members sent (spec: Endpoint PUT/PATCH /api/v1/email-templates/:id) (contract: Fields 3)',
    async (method) => {
      const before = await createLayout({
        description: 'Note',
        previewText: 'Soon',
        bodyDesign: { blocks: [{ type: 'text', html: '<p>Hi</p>' }], global: { width: 640 } },
        marketingTexts: { companyDetails: 'Cork', unsubscribeLinkLabel: 'Stop' },
      });
      const answer = await outstep.call(key, method, `${path}/${before.id}`, {
        subject: 'Changed',
        marketingTexts: { companyDetails: 'Dublin' },
      });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        ...before,
        subject: 'Changed',
        marketingTexts: { companyDetails: 'Dublin' },
        version: 2,
        updatedAt: answer.body.updatedAt,
        languages: [{ locale: 'en', isMain: true, incomplete: false, updatedAt: expect.any(String) }],
      });
      expect(answer.body.updatedAt > before.updatedAt).toBe(true);
      expect((await get(before.id)).text).toBe(answer.text);
    },
  );

  test('replaces a design as a whole (spec: Email layout: bodyDesign)', async () => {
    const { id } = await createLayout({
      bodyDesign: { blocks: [{ type: 'divider' }], testVariables: { a: 1 } },
    });
    const { body } = await patch(id, { bodyDesign: { blocks: [] } });
    expect(body.bodyDesign).toEqual({ blocks: [] });
  });

  test('null and empty values clear optional fields (contract: Fields 4)', async () => {
    const { id } = await createLayout({ description: 'Note', previewText: 'Soon', marketingTexts: {} });
    expect(
      (await patch(id, { description: null, previewText: '', marketingTexts: null })).body,
    ).toMatchObject({
      ...{ description: '', previewText: '', marketingTexts: null },
    });
    const text = await createLayout({
      bodyType: 'text',
      body: 'x',
      attachments: [{ filename: 'a', url: 'https://x.example' }],
    });
    expect((await patch(text.id, { body: '', attachments: null })).body).toMatchObject({
      body: '',
      attachments: [],
    });
  });

  test.each([
    ['name: required', { name: null }],
    ['name: required', { name: '  ' }],
    ['subject: required', { subject: null }],
    ['subject: required', { subject: '' }],
    ['category: must be one of transactional, marketing', { category: 'other' }],
    ['bodyDesign: must be an object', { bodyDesign: 'text' }],
    ['bodyType: must be one of visual, text', { bodyType: 'html' }],
    ['body: only for text layouts', { body: '' }],
    ['attachments: only for text layouts', { attachments: [] }],
    ['subject: Liquid: tag "if" not closed, line 1, column 1', { subject: '{% if a %}' }],
  ])(
    '400 %s on update too (spec: Layout validation 3; Email layout: subject; Email layout: name)',
    async (error, sent) => {
      const { id } = await createLayout();
      expect(await patch(id, sent)).toMatchObject({ status: 400, body: { error } });
    },
  );

  test('400 for changing bodyType; accepts the current value (spec: States 1; Email layout: bodyType) (contract: Layouts 2)', async () => {
    const { id } = await createLayout();
    expect(await patch(id, { bodyType: 'text' })).toMatchObject({
      status: 400,
      body: { error: "bodyType: can't be changed after creation" },
    });
    expect((await patch(id, { bodyType: 'visual', name: 'Same' })).body).toMatchObject({ name: 'Same' });
    const text = await createLayout({ bodyType: 'text' });
    expect((await patch(text.id, { bodyDesign: { blocks: [] } })).body.error).toBe(
      'bodyDesign: only for visual layouts',
    );
  });

  test('required variables are replaced whole, kept when left out and emptied by null; versions keep them (contract: Layouts 12)', async () => {
    const { id } = await createLayout({ requiredVariables: ['order.id', 'order.id', 'name'] });
    const after = async (sent: object) => (await patch(id, sent)).body.requiredVariables;
    expect(await after({ name: 'B' })).toEqual(['order.id', 'name']);
    expect(await after({ requiredVariables: ['customer["first name"]'] })).toEqual([
      'customer["first name"]',
    ]);
    expect(await after({ requiredVariables: null })).toEqual([]);
    const versions = `${path}/${id}/versions`;
    expect((await outstep.call(key, 'GET', `${versions}/3/diff/4`)).body.changes).toEqual([
      { path: 'layout.requiredVariables', before: ['customer["first name"]'], after: [] },
    ]);
    expect((await outstep.call(key, 'GET', versions)).body.items[0].summary).toBe(
      'Changed requiredVariables',
    );
    const restored = await outstep.call(key, 'POST', `${versions}/1/restore`);
    expect(restored.body.layout.requiredVariables).toEqual(['order.id', 'name']);
  });

  test('renames the main language, but not to the locale of a translation (spec: Email layout: defaultLocale) (contract: Layouts 7)', async () => {
    const { id } = await createLayout();
    await put(id, 'de');
    expect(await patch(id, { defaultLocale: 'DE' })).toMatchObject({
      status: 400,
      body: { error: 'defaultLocale: is already a translation; promote it to make it the main language' },
    });
    const { body } = await patch(id, { defaultLocale: 'en_GB' });
    expect(body).toMatchObject({
      defaultLocale: 'en-gb',
      subject: 'Your order',
      languages: [
        { locale: 'en-gb', isMain: true },
        { locale: 'de', isMain: false },
      ],
    });
    expect((await patch(id, { defaultLocale: 'EN-gb' })).status).toBe(200);
  });

  test('accepts a layout as it was read and names ignored members (contract: Fields 5)', async () => {
    const before = await createLayout({
      bodyType: 'text',
      body: '<b>x</b>',
      marketingTexts: { companyDetails: 'Cork' },
    });
    const answer = await outstep.call(key, 'PUT', `${path}/${before.id}`, before);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-ignored-fields')).toBe(
      'id, languages, version, stepCount, createdAt, updatedAt',
    );
    expect(answer.body).toEqual({ ...before, version: 2, updatedAt: answer.body.updatedAt });
  });

  test('order of checks: JSON, then the record, then If-Match, then fields (contract: Order of checks 1)', async () => {
    const { id } = await createLayout();
    const gone = outstep.core.runtime.newId();
    const stale = { 'if-match': '"r9"' };
    expect((await patch(gone, '{')).body.error).toBe('request body: not valid JSON');
    expect((await patch(gone, '[]')).body.error).toBe('request body: must be an object');
    expect((await patch(gone, { subject: 1 }, stale)).status).toBe(404);
    expect((await patch(id, { subject: 1 }, stale)).status).toBe(412);
    expect((await patch(id, { subject: '{% if %}' }, stale)).status).toBe(412);
    expect((await patch(id, { subject: 1 }, { 'if-match': '"r1"' })).status).toBe(400);
    expect((await remove(gone, stale)).status).toBe(404);
    expect((await remove(id, stale)).status).toBe(412);
  });

  test('returns ETag on reads and writes and honors If-Match (contract: Repeating and overlapping writes 3)', async () => {
    const answer = await create({ name: 'A', subject: 'S' });
    const etag = answer.headers.get('etag') as string;
    const { id } = answer.body;
    expect((await get(id)).headers.get('etag')).toBe(etag);
    const first = await patch(id, { name: 'Two' }, { 'if-match': etag });
    expect(first.status).toBe(200);
    expect((await get(id)).headers.get('etag')).toBe(first.headers.get('etag'));
    expect(await patch(id, { name: 'Three' }, { 'if-match': etag })).toMatchObject({
      status: 412,
      body: { error: 'the record has changed since you read it (name); read it again and repeat the change' },
    });
    expect((await remove(id, { 'if-match': etag })).status).toBe(412);
    // A translation is part of the layout, so it changes the layout's tag.
    await put(id, 'de');
    expect(
      (await patch(id, { name: 'Four' }, { 'if-match': String(first.headers.get('etag')) })).status,
    ).toBe(412);
    expect((await patch(id, { name: 'Five' }, { 'if-match': '*' })).status).toBe(200);
    const last = (await get(id)).headers.get('etag');
    expect((await remove(id, { 'if-match': `"zz", ${last}` })).status).toBe(200);
  });

  test('404 for unknown and malformed ids, with the same body (spec: Status 404) (contract: Every answer 6; Every answer 1)', async () => {
    for (const id of [outstep.core.runtime.newId(), 'nonsense', '%00', '1']) {
      for (const answer of [await get(id), await patch(id, { name: 'x' }), await remove(id)])
        expect(answer).toMatchObject({ status: 404, text: '{"error":"not found"}' });
    }
  });

  test('records each of 30 parallel changes as a version (spec: Layout version 2) (contract: Repeating and overlapping writes 4)', async () => {
    const { id } = await createLayout();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        i % 3 === 0
          ? put(id, `a${String.fromCharCode(97 + i / 3)}`)
          : patch(id, i % 3 === 1 ? { subject: `S${i}` } : { name: `N${i}` }),
      ),
    );
    expect(answers.map(({ status }) => status).filter((status) => status > 201)).toEqual([]);
    expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(30);
    expect((await get(id)).body).toMatchObject({ version: 31, languages: { length: 11 } });
  });
});

describe('while another writer renames the main language', () => {
  beforeAll(fresh);

  test('reads see the layout before or after a rename, never in between', async () => {
    const { id } = await createLayout();
    await put(id, 'de');
    const rename = async () => {
      for (let i = 0; i < 30; i++) await patch(id, { defaultLocale: i % 2 ? 'en' : 'en-gb' });
    };
    const reader = await outstep.newKey(key.storeId, 'write');
    const odd: string[] = [];
    const look = async () => {
      const calls = [
        outstep.call(reader, 'GET', `${path}/${id}/translations`),
        outstep.call(reader, 'PUT', `${path}/${id}/translations/de`, { subject: 'Neu' }),
        outstep.call(reader, 'PATCH', `${path}/${id}`, { name: 'Renamed' }),
      ];
      for (const { status, text } of await Promise.all(calls))
        if (status !== 200) odd.push(`${status} ${text}`);
    };
    let isDone = false;
    const renaming = rename().finally(() => {
      isDone = true;
    });
    for (let i = 0; i < 60 && !isDone; i++) await look();
    await renaming;
    expect(odd).toEqual([]);
  });
});

describe('delete', () => {
  beforeAll(fresh);

  test('200 with the id; deletes translations and versions too (spec: Endpoint DELETE /api/v1/email-templates/:id) (contract: Repeating and overlapping writes 5)', async () => {
    const { id } = await createLayout();
    await put(id, 'de');
    expect(await remove(id)).toMatchObject({ status: 200, text: JSON.stringify({ deleted: true, id }) });
    for (const below of ['', '/translations', '/translations/de', '/versions', '/versions/1', '/variables'])
      expect((await outstep.call(key, 'GET', `${path}/${id}${below}`)).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
  });

  test.each([
    [1, '1 workflow step still references this layout and will fail until it uses another one'],
    [3, '3 workflow steps still reference this layout and will fail until they use another one'],
  ])(
    'a layout that %i steps use is deleted with a warning (spec: Endpoint DELETE /api/v1/email-templates/:id; Errors 3)',
    async (count, warning) => {
      const { id } = await createLayout();
      await referringSteps(outstep.core, key.storeId, id, count);
      expect((await get(id)).body.stepCount).toBe(count);
      expect((await list()).body.items[0]).toMatchObject({ id, stepCount: count });
      expect(await remove(id)).toMatchObject({ status: 200, body: { deleted: true, id, warning } });
      expect((await get(id)).status).toBe(404);
    },
  );

  test('frees the file that the layout used', async () => {
    const fileKey = await createFile(outstep.core, key.storeId);
    const { id } = await createLayout({ bodyType: 'text', attachments: [{ filename: 'a.png', fileKey }] });
    const drop = () => outstep.call(key, 'DELETE', '/api/v1/files', { key: fileKey });
    expect(await drop()).toMatchObject({ status: 409, body: { error: 'in use by layout "Order"' } });
    await remove(id);
    expect((await drop()).status).toBe(200);
  });
});

describe('list', () => {
  beforeAll(async () => {
    await fresh();
    for (let i = 1; i <= 30; i++) {
      await createLayout({
        name: `Layout ${i}`,
        subject: i === 5 ? 'A Rare subject' : 'Plain',
        description: i === 7 ? '100%_sure' : '',
        bodyType: i % 2 ? 'text' : 'visual',
        category: i % 3 ? 'transactional' : 'marketing',
      });
    }
  });

  test('newest change first, 25 a page, summaries with category (spec: Endpoint GET /api/v1/email-templates; Conventions 2; Limit: limit parameter) (contract: Lists 4)', async () => {
    const { body } = await list();
    expect(body).toMatchObject({ page: 1, limit: 25, total: 30, pages: 2, items: { length: 25 } });
    expect(body.items[0]).toMatchObject({ name: 'Layout 30', category: 'marketing' });
    expect(Object.keys(body.items[0])).toEqual([
      ...firstFields,
      ...['languages', 'version', 'stepCount', 'createdAt', 'updatedAt'],
    ]);
    const names = (await list('?page=2&limit=28')).body.items.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['Layout 2', 'Layout 1']);
    expect((await list('?limit=1000')).body).toMatchObject({ limit: 100, pages: 1, items: { length: 30 } });
    expect((await list('?page=99')).body).toMatchObject({ items: [], total: 30 });
    expect((await list('?q=&category=&page=')).body.total).toBe(30);
  });

  test('q searches name, subject and description, ignoring case; % and _ are literal (spec: Email layout list: q) (contract: Lists 3)', async () => {
    const found = async (query: string) => (await list(query)).body;
    expect(await found('?q=LAYOUT%203')).toMatchObject({ total: 2 });
    expect(await found('?q=rare')).toMatchObject({ total: 1, items: [{ name: 'Layout 5' }] });
    expect(await found('?q=%25_SURE')).toMatchObject({ total: 1, items: [{ name: 'Layout 7' }] });
    expect(await found('?q=Layout_1')).toMatchObject({ total: 0, items: [], pages: 0 });
    expect(await found('?q=layout&category=marketing&limit=3')).toMatchObject({ total: 10, pages: 4 });
  });

  test('filters by category; 400 for an unknown one; ignores bodyType (spec: Email layout list: category; Email layout list: bodyType)', async () => {
    const { body } = await list('?category=marketing');
    expect(body).toMatchObject({ total: 10, items: { length: 10 } });
    expect(new Set(body.items.map((item: { category: string }) => item.category))).toEqual(
      new Set(['marketing']),
    );
    expect((await list('?category=transactional')).body.total).toBe(20);
    expect(await list('?category=promo')).toMatchObject({
      status: 400,
      body: { error: 'category: must be one of transactional, marketing' },
    });
    expect((await list('?bodyType=text')).body.total).toBe(30);
  });

  test.each([
    ['?page=0', 'page: must be at least 1'],
    ['?limit=x', 'limit: must be a number'],
    ['?q=%00', 'q: must not contain NUL or broken Unicode'],
  ])('400 for %s (spec: Status 400) (contract: Fields 7)', async (query, error) => {
    expect(await list(query)).toMatchObject({ status: 400, body: { error } });
  });

  test('totals are exact after every kind of write (spec: Endpoint GET /api/v1/email-templates)', async () => {
    await fresh();
    const totals = async () => {
      const all = ['', '?category=transactional', '?category=marketing'].map(async (query) => {
        const { body } = await list(query);
        expect(body.items).toHaveLength(body.total);
        return body.total;
      });
      return Promise.all(all);
    };
    expect(await totals()).toEqual([0, 0, 0]);
    const a = await createLayout();
    const b = await createLayout({ category: 'marketing' });
    expect(await totals()).toEqual([2, 1, 1]);
    await patch(a.id, { category: 'marketing' });
    expect(await totals()).toEqual([2, 0, 2]);
    await patch(a.id, { category: 'marketing', name: 'Same category' });
    expect((await create({ name: '' })).status).toBe(400);
    expect(await totals()).toEqual([2, 0, 2]);
    await outstep.call(key, 'POST', `${path}/${a.id}/versions/1/restore`);
    expect(await totals()).toEqual([2, 1, 1]);
    await put(b.id, 'de');
    expect((await list()).body.items.map(({ id }: { id: string }) => id)).toEqual([b.id, a.id]);
    await Promise.all([remove(b.id), remove(b.id), createLayout(), createLayout({ category: 'marketing' })]);
    expect(await totals()).toEqual([3, 2, 1]);
  });
});

describe('Idempotency-Key', () => {
  beforeAll(fresh);

  test('repeats the first response without a second write; 409 for another body (contract: Repeating and overlapping writes 1)', async () => {
    const headers = { 'idempotency-key': 'layout-1' };
    const first = await create({ name: 'A', subject: 'S' }, headers);
    const again = await create({ name: 'A', subject: 'S' }, headers);
    expect(again).toMatchObject({ status: 201, text: first.text });
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await list()).body.total).toBe(1);
    expect((await create({ name: 'B', subject: 'S' }, headers)).status).toBe(409);
  });

  test('applies to promote and restore too', async () => {
    const { id } = await createLayout();
    await put(id, 'de');
    for (const action of ['translations/de/promote', 'versions/1/restore']) {
      const call = () =>
        outstep.call(key, 'POST', `${path}/${id}/${action}`, undefined, { 'idempotency-key': action });
      const first = await call();
      const { version } = (await get(id)).body;
      const again = await call();
      expect(again).toMatchObject({ status: 200, text: first.text });
      expect((await get(id)).body.version).toBe(version);
    }
  });

  test('a rejected call releases the idempotency key (contract: Repeating and overlapping writes 2)', async () => {
    const headers = { 'idempotency-key': 'mended' };
    expect((await create({ name: 'A' }, headers)).status).toBe(400);
    expect((await create({ name: 'A', subject: 'S' }, headers)).status).toBe(201);
  });
});
