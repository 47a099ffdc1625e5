import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFile, deleteFileRow, layoutsPath } from '../harness/layouts.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';

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
  key = await outstep.newKey(storeId, 'write', { name: 'Builder' });
}
const ask = (method: string, path: string, body?: unknown, headers = {}) =>
  outstep.call(key, method, `${layoutsPath}${path}`, body, headers);
const call = async (method: string, path: string, body?: unknown) => {
  const answer = await ask(method, path, body);
  expect([200, 201], answer.text).toContain(answer.status);
  return answer.body;
};
const createLayout = async (body: object = {}) =>
  (await call('POST', '', { name: 'A', subject: 'One', bodyType: 'text', body: '<p>One</p>', ...body })).id;
const versions = async (id: string) => (await call('GET', `/${id}/versions`)).items;

describe('recording', () => {
  beforeAll(fresh);

  test('records every accepted write as a version, newest first, even without changes (spec: Layout version 2; Endpoint GET /api/v1/email-templates/:id/versions; Versioning 2) (contract: Versions 1)', async () => {
    const id = await createLayout();
    await call('PATCH', `/${id}`, { subject: 'Two', name: 'B' });
    await call('PUT', `/${id}/translations/de`, { subject: 'Zwei' });
    await call('PUT', `/${id}/translations/de`, { subject: 'Zwo' });
    await call('PATCH', `/${id}`, {});
    await call('POST', `/${id}/translations/de/promote`);
    await call('DELETE', `/${id}/translations/en`);
    await call('POST', `/${id}/versions/1/restore`);
    const { items, ...envelope } = await call('GET', `/${id}/versions`);
    expect(envelope).toEqual({ page: 1, limit: 25, total: 8, pages: 1 });
    const rows = items.map((item: Record<string, unknown>) =>
      ['version', 'source', 'summary', 'subject', 'locales'].map((name) => item[name]),
    );
    expect(rows).toEqual([
      [8, 'restore', 'Restored version 1', 'One', ['en']],
      [7, 'api', 'Removed translation en', 'Zwo', ['de']],
      [6, 'promote', 'Promoted de', 'Zwo', ['de', 'en']],
      [5, 'api', 'Saved without changes', 'Two', ['en', 'de']],
      [4, 'api', 'Changed translation de', 'Two', ['en', 'de']],
      [3, 'api', 'Added translation de', 'Two', ['en', 'de']],
      [2, 'api', 'Changed name, subject', 'Two', ['en']],
      [1, 'api', 'Created', 'One', ['en']],
    ]);
    expect(items[0]).toEqual({
      ...{ version: 8, source: 'restore', author: { type: 'key', name: 'Builder' } },
      ...{ summary: 'Restored version 1', subject: 'One', locales: ['en'] },
      createdAt: expect.stringMatching(/\.\d{3}Z$/),
    });
  });

  test('paginates and searches by summary and author (contract: Lists 1; Lists 3; Lists 5)', async () => {
    const id = await createLayout();
    await call('PATCH', `/${id}`, { subject: 'Two' });
    await call('PUT', `/${id}/translations/de`, { subject: 'Zwei' });
    const found = async (query: string) => {
      const { items, ...envelope } = await call('GET', `/${id}/versions${query}`);
      return [items.map((item: { version: number }) => item.version), envelope];
    };
    const envelope = { page: 1, limit: 25, total: 1, pages: 1 };
    expect(await found('?q=CREATED')).toEqual([[1], envelope]);
    expect(await found('?q=translation')).toEqual([[3], envelope]);
    expect(await found('?q=builder')).toEqual([[3, 2, 1], { ...envelope, total: 3 }]);
    expect(await found('?limit=2&page=2')).toEqual([[1], { page: 2, limit: 2, total: 3, pages: 2 }]);
  });

  test('records no version for a rejected write (spec: Layout version 2)', async () => {
    const id = await createLayout();
    expect((await ask('PATCH', `/${id}`, { subject: '' })).status).toBe(400);
    expect((await ask('PUT', `/${id}/translations/de`, {})).status).toBe(400);
    expect((await ask('PATCH', `/${id}`, { name: 'x' }, { 'if-match': '"r7"' })).status).toBe(412);
    expect(await versions(id)).toHaveLength(1);
  });

  test('marks versions written through the tool server', async () => {
    const id = await createLayout();
    const params = { name: 'update_email_template', arguments: { id, subject: 'By tool' } };
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    await outstep.call(key, 'POST', '/api/mcp?toolsets=layouts', message, headers);
    expect((await versions(id))[0]).toMatchObject({ version: 2, source: 'mcp', subject: 'By tool' });
  });

  test('keeps the newest 25 versions and never reuses numbers (spec: Limit: Saved versions kept; Endpoint GET /api/v1/email-templates/:id/versions) (contract: Versions 1)', async () => {
    const id = await createLayout();
    for (let i = 2; i <= 28; i++) await call('PATCH', `/${id}`, { subject: `S${i}` });
    const numbers = (await versions(id)).map(({ version }: { version: number }) => version);
    expect(numbers).toEqual(Array.from({ length: 25 }, (_, i) => 28 - i));
    expect((await ask('GET', `/${id}/versions/3`)).status).toBe(404);
    expect((await call('GET', `/${id}/versions/4`)).subject).toBe('S4');
    expect((await ask('POST', `/${id}/versions/3/restore`)).status).toBe(404);
    expect((await call('POST', `/${id}/versions/4/restore`)).version).toBe(29);
    expect((await ask('GET', `/${id}/versions/4`)).status).toBe(404);
  });
});

describe('one version', () => {
  beforeAll(fresh);

  test('returns the complete layout with all translations (spec: Layout version 1; Endpoint GET /api/v1/email-templates/:id/versions/:version) (contract: Versions 2)', async () => {
    const attachments = [{ filename: 'a.pdf', url: 'https://x.example/a.pdf' }];
    const marketingTexts = { companyDetails: 'Cork' };
    const own = {
      ...{ name: 'Whole', description: 'Note', category: 'marketing', previewText: 'Line' },
      requiredVariables: ['order.id'],
      completeLanguagesOnly: true,
    };
    const id = await createLayout({ ...own, attachments, marketingTexts });
    const de = { subject: 'Eins', previewText: 'Zeile', body: '<p>Eins</p>' };
    await call('PUT', `/${id}/translations/de`, { ...de, marketingTexts: { companyDetails: null } });
    await call('PUT', `/${id}/translations/fr`, { subject: 'Un', attachments: [] });
    await call('PATCH', `/${id}`, { subject: 'Later' });
    const [summary] = (await versions(id)).filter(({ version }: { version: number }) => version === 3);
    expect(await call('GET', `/${id}/versions/3`)).toEqual({
      ...summary,
      layout: {
        ...{ ...own, bodyType: 'text', defaultLocale: 'en', subject: 'One', body: '<p>One</p>' },
        ...{ attachments, marketingTexts },
      },
      translations: [
        { locale: 'de', ...de, attachments: null, marketingTexts: { companyDetails: null } },
        {
          locale: 'fr',
          subject: 'Un',
          previewText: 'Line',
          body: '<p>One</p>',
          attachments: [],
          marketingTexts: null,
        },
      ],
    });
  });

  test('returns designs exactly as sent (spec: Layout version 1)', async () => {
    const text =
      '{"footer":null,"blocks":[{"html":"<p>A</p>","type":"text"}],"testVariables":{"b":1.50,"a":[]}}';
    const { id } = await call('POST', '', `{"name":"A","subject":"S","bodyDesign":${text}}`);
    const { layout } = await call('GET', `/${id}/versions/1`);
    expect(JSON.stringify(layout.bodyDesign)).toBe(JSON.stringify(JSON.parse(text)));
    expect(layout).not.toHaveProperty('attachments');
  });

  test.each(['0', '2', '-1', '1.0', '01', 'abc', '99999999999999999999', '1e0', '%31%00'])(
    '404 for %s (spec: Endpoint GET /api/v1/email-templates/:id/versions/:version) (contract: Versions 4)',
    async (number) => {
      const id = await createLayout();
      const answers = [
        await ask('GET', `/${id}/versions/${number}`),
        await ask('POST', `/${id}/versions/${number}/restore`),
        await ask('GET', `/${id}/versions/1/diff/${number}`),
        await ask('GET', `/${id}/versions/${number}/diff/1`),
      ];
      for (const answer of answers)
        expect(answer).toMatchObject({ status: 404, text: '{"error":"not found"}' });
    },
  );

  test('404 for a version of another or unknown layout', async () => {
    const [one, other] = [await createLayout(), await createLayout()];
    await call('PATCH', `/${other}`, {});
    expect((await ask('GET', `/${one}/versions/2`)).status).toBe(404);
    expect((await ask('GET', `/${outstep.core.runtime.newId()}/versions`)).status).toBe(404);
    expect((await ask('GET', '/nonsense/versions/1')).status).toBe(404);
  });
});

describe('restore', () => {
  beforeAll(fresh);

  test('restores layout and translations exactly, as a new version (spec: Endpoint POST /api/v1/email-templates/:id/versions/:version/restore; Layout version 3) (contract: Versions 3)', async () => {
    const id = await createLayout({ category: 'marketing' });
    await call('PUT', `/${id}/translations/de`, { subject: 'Eins' });
    const kept = await call('GET', `/${id}/versions/2`);
    await call('PATCH', `/${id}`, {
      ...{ name: 'B', subject: 'Two', body: 'Two', category: 'transactional' },
      defaultLocale: 'en-gb',
    });
    await call('PUT', `/${id}/translations/fr`, { subject: 'Un' });
    await call('DELETE', `/${id}/translations/de`);
    const answer = await ask('POST', `/${id}/versions/2/restore`);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['restored', 'version', 'layout']);
    expect(answer.body).toMatchObject({
      restored: 2,
      version: 6,
      layout: { version: 6, name: 'A', defaultLocale: 'en' },
    });
    expect(answer.headers.get('etag')).toBe('"r6"');
    expect(answer.body.layout).toEqual(await call('GET', `/${id}`));
    const now = await call('GET', `/${id}/versions/6`);
    expect([now.layout, now.translations]).toEqual([kept.layout, kept.translations]);
    expect(
      (await call('GET', `/${id}/translations`)).items.map(({ locale }: { locale: string }) => locale),
    ).toEqual(['en', 'de']);
  });

  test('restores stale marks too', async () => {
    const id = await createLayout();
    await call('PUT', `/${id}/translations/de`, { subject: 'Eins', body: '<p>Eins</p>' });
    await call('PATCH', `/${id}`, { subject: 'Changed' });
    await call('PUT', `/${id}/translations/de`, { subject: 'Anders' });
    await call('POST', `/${id}/versions/3/restore`);
    expect((await call('GET', `/${id}/translations/de`)).stale).toEqual(['subject']);
  });

  test('400 naming the field when a file it uses is gone, changing nothing (spec: Endpoint POST /api/v1/email-templates/:id/versions/:version/restore)', async () => {
    const fileKey = await createFile(outstep.core, storeId);
    const attachments = [{ filename: 'a.png', fileKey }];
    const id = await createLayout();
    await call('PUT', `/${id}/translations/de`, { subject: 'Eins', attachments });
    await call('PUT', `/${id}/translations/de`, { subject: 'Eins', attachments: [] });
    const visual = (
      await call('POST', '', {
        ...{
          name: 'V',
          subject: 'S',
          bodyDesign: { blocks: [{ type: 'divider' }, { type: 'image', fileKey }] },
        },
      })
    ).id;
    await call('PATCH', `/${visual}`, { bodyDesign: { blocks: [] } });
    await call('POST', `/${id}/versions/2/restore`);
    await call('POST', `/${id}/versions/3/restore`);
    await deleteFileRow(outstep.core, storeId, fileKey);
    expect(await ask('POST', `/${id}/versions/2/restore`)).toMatchObject({
      status: 400,
      body: { error: 'translations.de.attachments[0].fileKey: unknown file' },
    });
    expect(await ask('POST', `/${visual}/versions/1/restore`)).toMatchObject({
      status: 400,
      body: { error: 'bodyDesign.blocks[1].fileKey: unknown file' },
    });
    expect((await call('GET', `/${id}`)).version).toBe(5);
  });

  test('403 with a read key; reading versions works with it', async () => {
    const id = await createLayout();
    const reader = await outstep.newKey(storeId, 'read');
    const as = (method: string, below: string) =>
      outstep.call(reader, method, `${layoutsPath}/${id}/versions${below}`);
    expect((await as('POST', '/1/restore')).status).toBe(403);
    for (const below of ['', '/1', '/1/diff/1']) expect((await as('GET', below)).status).toBe(200);
  });
});

describe('diff', () => {
  beforeAll(fresh);

  test('returns differences with paths, in either direction (contract: Versions 4)', async () => {
    const { id } = await call('POST', '', {
      ...{ name: 'A', subject: 'One' },
      bodyDesign: { blocks: [{ type: 'text', html: '<p>One</p>' }, { type: 'divider' }] },
    });
    await call('PATCH', `/${id}`, {
      ...{ subject: 'Two', category: 'marketing' },
      bodyDesign: { blocks: [{ type: 'text', html: '<p>Two</p>', align: 'center' }, { type: 'divider' }] },
    });
    await call('PUT', `/${id}/translations/de`, { subject: 'Zwei' });
    expect(await call('GET', `/${id}/versions/1/diff/2`)).toEqual({
      from: 1,
      to: 2,
      changes: [
        { path: 'layout.category', before: 'transactional', after: 'marketing' },
        { path: 'layout.subject', before: 'One', after: 'Two' },
        { path: 'layout.bodyDesign.blocks[0].html', before: '<p>One</p>', after: '<p>Two</p>' },
        { path: 'layout.bodyDesign.blocks[0].align', before: null, after: 'center' },
      ],
    });
    const added = await call('GET', `/${id}/versions/2/diff/3`);
    expect(added.changes).toMatchObject([
      { path: 'translations.de', before: null, after: { subject: 'Zwei' } },
    ]);
    const back = await call('GET', `/${id}/versions/3/diff/2`);
    expect(back.changes).toMatchObject([
      { path: 'translations.de', before: { subject: 'Zwei' }, after: null },
    ]);
    expect((await call('GET', `/${id}/versions/2/diff/2`)).changes).toEqual([]);
  });
});
