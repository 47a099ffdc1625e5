import { afterAll, beforeAll, expect, test } from 'vitest';
import { bind, statement } from '../../src/kernel/ports.ts';
import { layoutsPath, storeTexts } from '../harness/layouts.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';

let outstep: Outstep;
let key: TestKey;

beforeAll(async () => {
  outstep = await sharedOutstep();
  key = await outstep.newKey(await outstep.newStore(), 'write');
  await storeTexts(outstep.core, key.storeId, { companyDetails: 'Settings, Cork' });
});
afterAll(() => outstep?.close());

const call = async (method: string, path: string, body?: unknown) => {
  const answer = await outstep.call(key, method, `${layoutsPath}${path}`, body);
  expect([200, 201], answer.text).toContain(answer.status);
  return answer.body;
};
const a = [{ filename: 'a.pdf', url: 'https://x.example/a.pdf' }];
const b = [{ filename: 'b.pdf', url: 'https://x.example/b.pdf' }];

/** English, with German and French translations; only French shows the address from the settings. */
async function newLayout(): Promise<string> {
  const { id } = await call('POST', '', {
    ...{ name: 'News', subject: 'Hello', previewText: 'Line', bodyType: 'text', body: '<p>Hello</p>' },
    ...{ category: 'marketing', attachments: a },
    marketingTexts: { companyDetails: 'Oak, Cork', unsubscribeText: 'Stop: {{ unsubscribe_url }}' },
  });
  await call('PUT', `/${id}/translations/de`, {
    ...{ subject: 'Hallo', body: '<p>Hallo</p>', attachments: b },
    marketingTexts: { companyDetails: 'Eiche, Köln' },
  });
  await call('PUT', `/${id}/translations/fr`, {
    ...{ subject: 'Salut', body: '<p>Salut</p>' },
    marketingTexts: { companyDetails: null },
  });
  return id;
}

/** What each language sends, without the findings. */
const sent = (id: string, locales = ['en', 'de', 'fr']) =>
  Promise.all(
    locales.map(async (locale) => {
      const { findings: _, ...mail } = await call('POST', `/${id}/preview`, { locale });
      return mail;
    }),
  );
const attached = async (id: string) => {
  const { items } = await call('GET', `/${id}/translations`);
  const main = items[0].attachments;
  return Object.fromEntries(
    items.map((item: { locale: string; attachments: unknown }) => [item.locale, item.attachments ?? main]),
  );
};

test('promote swaps layout and translation; every language sends the same as before (spec: Endpoint POST /api/v1/email-templates/:id/translations/:locale/promote; Translations 3; States 2)', async () => {
  const id = await newLayout();
  const before = await sent(id);
  const files = await attached(id);
  expect(before[2].text).toContain('Settings, Cork');

  const answer = await outstep.call(key, 'POST', `${layoutsPath}/${id}/translations/DE/promote`);
  expect(answer.status).toBe(200);
  expect(Object.keys(answer.body)).toEqual(['promoted', 'previousMainLanguage', 'layout']);
  expect(answer.body).toMatchObject({
    promoted: 'de',
    previousMainLanguage: 'en',
    layout: {
      ...{ id, name: 'News', defaultLocale: 'de', subject: 'Hallo', body: '<p>Hallo</p>', attachments: b },
      marketingTexts: { companyDetails: 'Eiche, Köln', unsubscribeText: 'Stop: {{ unsubscribe_url }}' },
      version: 4,
    },
  });
  expect(answer.body.layout).toEqual(await call('GET', `/${id}`));
  expect(answer.headers.get('etag')).toBe('"r4"');
  const en = await call('GET', `/${id}/translations/en`);
  expect(en).toMatchObject({ isMain: false, subject: 'Hello', attachments: a, stale: [] });
  expect(en.marketingTexts).toEqual({ companyDetails: 'Oak, Cork' });
  // French sent the English attachments and keeps them; the German ones are the layout's now.
  expect(await call('GET', `/${id}/translations/fr`)).toMatchObject({ attachments: a });

  expect(await sent(id)).toEqual(before);
  expect(await attached(id)).toEqual(files);
});

const storedLanguages = statement<Record<string, unknown>>(
  'test_stored_languages',
  `select l.default_locale, c.locale, c.subject, c.preview_text, c.body::text, c.attachments::text,
     c.marketing_texts::text, c.written_for::text
   from layouts l join layout_languages c on c.layout_id = l.id where l.id = $1 order by c.locale`,
);

test('restoring the previous version undoes a promotion: every language is stored as before, third ones included (contract: Versions 3) (spec: Translations 3)', async () => {
  const id = await newLayout();
  await call('PUT', `/${id}/translations/it`, {
    subject: 'Ciao',
    marketingTexts: { unsubscribeLinkLabel: 'Via' },
  });
  await call('PATCH', `/${id}`, { body: '<p>Hello again</p>' });
  const all = ['en', 'de', 'fr', 'it'];
  const stored = () => outstep.core.database.forStore(key.storeId).rows(bind(storedLanguages, id));
  const content = async () =>
    (await call('GET', `/${id}/translations`)).items.map(
      ({ updatedAt: _, createdAt: _c, ...item }: Record<string, unknown>) => item,
    );
  const [rows, languages, mails] = [await stored(), await content(), await sent(id, all)];
  for (const locale of ['de', 'fr', 'it']) {
    const { layout } = await call('POST', `/${id}/translations/${locale}/promote`);
    expect(await stored()).not.toEqual(rows);
    await call('POST', `/${id}/versions/${layout.version - 1}/restore`);
    expect(await stored()).toEqual(rows);
    expect(await content()).toEqual(languages);
    expect(await sent(id, all)).toEqual(mails);
  }
});

test('promoting is one version, and can be undone by promoting back or restoring (spec: Translations 3)', async () => {
  const id = await newLayout();
  const before = await sent(id);
  const whole = await call('GET', `/${id}/versions/3`);
  await call('POST', `/${id}/translations/de/promote`);
  const { items } = await call('GET', `/${id}/versions`);
  expect(items).toHaveLength(4);
  expect(items[0]).toMatchObject({
    ...{
      version: 4,
      source: 'promote',
      summary: 'Promoted de',
      subject: 'Hallo',
      locales: ['de', 'en', 'fr'],
    },
  });
  await call('POST', `/${id}/translations/en/promote`);
  expect(await sent(id)).toEqual(before);
  expect(await call('GET', `/${id}`)).toMatchObject({
    defaultLocale: 'en',
    subject: 'Hello',
    attachments: a,
  });
  await call('POST', `/${id}/versions/3/restore`);
  expect((await call('GET', `/${id}/versions/6`)).layout).toEqual(whole.layout);
  expect((await call('GET', `/${id}/versions/6`)).translations).toEqual(whole.translations);
});

test('404 for an unknown language, before anything changes', async () => {
  const id = await newLayout();
  for (const locale of ['es', 'nonsense', 'de-at']) {
    const answer = await outstep.call(key, 'POST', `${layoutsPath}/${id}/translations/${locale}/promote`);
    expect(answer).toMatchObject({ status: 404, text: '{"error":"not found"}' });
  }
  expect((await call('GET', `/${id}`)).version).toBe(3);
});

test('serializes two concurrent promotions without mixing languages (spec: Translations 3)', async () => {
  const id = await newLayout();
  const before = await sent(id);
  const both = await Promise.all(
    ['de', 'fr'].map((locale) =>
      outstep.call(key, 'POST', `${layoutsPath}/${id}/translations/${locale}/promote`),
    ),
  );
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const mains = both.map(({ body }) => [body.previousMainLanguage, body.promoted]).sort();
  expect([
    [
      ['de', 'fr'],
      ['en', 'de'],
    ],
    [
      ['en', 'fr'],
      ['fr', 'de'],
    ],
  ]).toContainEqual(mains);
  expect(await sent(id)).toEqual(before);
});
