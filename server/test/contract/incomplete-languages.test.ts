import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { layoutsPath } from '../harness/layouts.ts';
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
beforeEach(async () => {
  key = await outstep.newKey(storeId, 'write');
});

const text = (html: string) => ({ type: 'text', html });
const image = (alt: string) => ({ type: 'image', url: 'https://shop.example/a.png', alt });
const blocks = [text('<p>Your order is on its way.</p>'), image('A parcel')];
const call = async (method: string, path: string, body?: unknown) => {
  const answer = await outstep.call(key, method, `${layoutsPath}${path}`, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
};
const createLayout = async (more: object = {}): Promise<string> => {
  const content = { subject: 'Hello', previewText: 'Soon', bodyDesign: { blocks } };
  return (await call('POST', '', { name: 'A', ...content, ...more })).id;
};
const put = (id: string, sent: object) => call('PUT', `/${id}/translations/de`, sent);
const german = (id: string) => call('GET', `/${id}/translations/de`);
const html = 'bodyDesign.blocks[0].html';
const alt = 'bodyDesign.blocks[1].alt';

/** Whether each place that marks incomplete languages marks this one. */
async function marks(id: string) {
  const { languages } = await call('GET', `/${id}`);
  const { items } = await call('GET', '?limit=100');
  const listed = items.find((item: { id: string }) => item.id === id);
  const { items: translations } = await call('GET', `/${id}/translations`);
  const { items: findings } = await call('GET', `/${id}/findings`);
  const of = (all: { locale: string; incomplete: boolean }[]) =>
    all.find(({ locale }) => locale === 'de')?.incomplete;
  return [
    ...[of(languages), of(listed.languages), of(translations), (await german(id)).incomplete],
    findings.some(({ rule }: { rule: string }) => rule === 'language-incomplete'),
  ];
}
const everywhere = (is: boolean) => [is, is, is, is, is];

test('marks a language as incomplete in list, read and findings until no text is untranslated, alt texts and preview text included (contract: Translations 10)', async () => {
  const id = await createLayout();
  const copied = await put(id, { subject: 'Hallo' });
  expect(copied).toMatchObject({ incomplete: true, untranslated: ['previewText', html, alt] });
  expect(await marks(id)).toEqual(everywhere(true));
  const { items } = await call('GET', `/${id}/findings?locale=de`);
  expect(items).toContainEqual(
    expect.objectContaining({ rule: 'language-incomplete', path: alt, severity: 'warning' }),
  );
  await put(id, { subject: 'Hallo', previewText: 'Bald' });
  await put(id, { subject: 'Hallo', bodyDesign: { blocks: [text('<p>Unterwegs.</p>'), blocks[1]] } });
  expect(await marks(id)).toEqual(everywhere(false));
  const { languages } = await call('GET', `/${id}`);
  expect(languages[0]).toMatchObject({ isMain: true, incomplete: false });
});

test('counts whatever a PUT sends as translated, even if it equals the source (contract: Translations 6)', async () => {
  const id = await createLayout();
  await put(id, { subject: 'Hallo' });
  const same = { subject: 'Hello', previewText: 'Soon' };
  expect(await put(id, same)).toMatchObject({ stale: [html, alt], incomplete: true });
  expect(await put(id, { ...same, bodyDesign: { blocks } })).toMatchObject({ stale: [], incomplete: false });
  // A block that the PUT doesn't send is not translated by it.
  await call('PATCH', `/${id}`, { bodyDesign: { blocks: [...blocks, text('<p>Thank you.</p>')] } });
  expect(await put(id, { ...same, bodyDesign: { blocks } })).toMatchObject({
    ...{ untranslated: ['bodyDesign.blocks[2].html'], incomplete: true },
  });
  const other = await createLayout();
  await put(other, { subject: 'Hallo' });
  const tool = await callTool(outstep, key, 'put_translation', {
    ...{ id: other, locale: 'de', ...same, bodyDesign: { blocks } },
  });
  expect(tool.value).toMatchObject({ stale: [], untranslated: [], incomplete: false });
});

test('keeps untranslated what `done` does not name (contract: Translations 6)', async () => {
  const id = await createLayout();
  const sent = { subject: 'Hello', previewText: 'Soon', bodyDesign: { blocks } };
  expect(await put(id, { ...sent, done: [] })).toMatchObject({
    untranslated: ['subject', 'previewText', html, alt],
  });
  expect(await put(id, { ...sent, done: ['subject', alt] })).toMatchObject({
    untranslated: ['previewText', html],
  });
});

test('an outdated text does not make a language incomplete; a new text of the main language does (contract: Translations 10)', async () => {
  const id = await createLayout();
  await put(id, { subject: 'Hallo', previewText: 'Bald', bodyDesign: { blocks } });
  await call('PATCH', `/${id}`, { subject: 'Good morning' });
  expect(await german(id)).toMatchObject({ stale: ['subject'], untranslated: [], incomplete: false });
  expect((await call('GET', `/${id}`)).languages[1]).toMatchObject({ incomplete: false });
  const { items } = await call('GET', `/${id}/findings?locale=de`);
  expect(items.map(({ rule }: { rule: string }) => rule)).toContain('language-outdated');
  await call('PATCH', `/${id}`, { bodyDesign: { blocks: [...blocks, text('<p>One more.</p>')] } });
  expect(await marks(id)).toEqual(everywhere(true));
  await call('POST', `/${id}/versions/3/restore`);
  expect(await marks(id)).toEqual(everywhere(false));
});

test('a fallback string in Liquid never makes a language incomplete (contract: Translations 10)', async () => {
  const id = await createLayout({
    subject: '{{ variables.title | default: "Your order" }}',
    ...{ previewText: '', bodyDesign: { blocks: [] } },
  });
  expect(await put(id, { subject: '{{ variables.title | default: "Your order" }}' })).toMatchObject({
    ...{ stale: [], incomplete: false },
  });
});

test('promoting keeps the marks of a third language; the main one is always complete (contract: Translations 9; Translations 10)', async () => {
  const id = await createLayout();
  await put(id, { subject: 'Hallo' });
  const french = { subject: 'Bonjour', previewText: 'Bientôt', bodyDesign: { blocks } };
  await call('PUT', `/${id}/translations/fr`, french);
  await call('PATCH', `/${id}`, { subject: 'Good morning' });
  await call('POST', `/${id}/translations/fr/promote`);
  const languages = async () =>
    (await call('GET', `/${id}`)).languages.map((each: { locale: string; incomplete: boolean }) => [
      each.locale,
      each.incomplete,
    ]);
  expect(await languages()).toEqual([
    ['fr', false],
    ['de', true],
    ['en', false],
  ]);
  expect(await german(id)).toMatchObject({ untranslated: ['previewText', html, alt] });
  expect((await german(id)).stale).toContain('subject');
  await call('POST', `/${id}/translations/de/promote`);
  expect((await languages())[0]).toEqual(['de', false]);
});

test('a restore makes an incomplete language complete when it becomes the only one (contract: Translations 10)', async () => {
  const id = await createLayout();
  const translated = { subject: 'Hallo', previewText: 'Bald', bodyDesign: { blocks } };
  await put(id, translated);
  await call('POST', `/${id}/translations/de/promote`);
  await call('PATCH', `/${id}`, { bodyDesign: { blocks: [...blocks, text('<p>Danke.</p>')] } });
  const english = (languages: { locale: string }[]) => languages.find(({ locale }) => locale === 'en');
  expect(english((await call('GET', `/${id}`)).languages)).toMatchObject({ incomplete: true });
  await call('POST', `/${id}/versions/1/restore`);
  const only = [expect.objectContaining({ locale: 'en', isMain: true, incomplete: false })];
  expect((await call('GET', `/${id}`)).languages).toEqual(only);
  const { items } = await call('GET', '?limit=100');
  expect(items.find((item: { id: string }) => item.id === id).languages).toEqual(only);
});

test('the switch is off by default, is part of versions, and keeps its value if null or omitted (contract: Translations 11)', async () => {
  const id = await createLayout();
  expect(await call('GET', `/${id}`)).toMatchObject({ completeLanguagesOnly: false });
  expect(await call('PATCH', `/${id}`, { completeLanguagesOnly: true })).toMatchObject({
    ...{ completeLanguagesOnly: true, version: 2 },
  });
  expect(await call('PATCH', `/${id}`, { completeLanguagesOnly: null })).toMatchObject({
    ...{ completeLanguagesOnly: true, version: 3 },
  });
  expect((await call('GET', `/${id}/versions/1`)).layout).toMatchObject({ completeLanguagesOnly: false });
  expect((await call('GET', `/${id}/versions`)).items[1].summary).toBe('Changed completeLanguagesOnly');
  const tool = await callTool(outstep, key, 'update_email_template', { id, completeLanguagesOnly: false });
  expect(tool.value).toMatchObject({ completeLanguagesOnly: false });
  await call('POST', `/${id}/versions/2/restore`);
  expect(await call('GET', `/${id}`)).toMatchObject({ completeLanguagesOnly: true });
  const copy = await call('POST', `/${id}/duplicate`, {});
  expect(copy).toMatchObject({ completeLanguagesOnly: true });
  const refused = await outstep.call(key, 'PATCH', `${layoutsPath}/${id}`, { completeLanguagesOnly: 'yes' });
  expect(refused).toMatchObject({
    status: 400,
    body: { error: 'completeLanguagesOnly: must be true or false' },
  });
});

test('a preview of a saved layout omits incomplete languages as sending does; unsaved content is shown in its own language (contract: Translations 11)', async () => {
  const id = await createLayout({ completeLanguagesOnly: true });
  await put(id, { subject: 'Hallo' });
  const preview = (sent: object) => call('POST', `/${id}/preview`, { locale: 'de-AT', ...sent });
  expect(await preview({})).toMatchObject({ subject: 'Hello', locale: 'en', resolvedFrom: 'layout' });
  expect(await preview({ subject: 'Servus' })).toMatchObject({ subject: 'Servus', locale: 'de' });
  await put(id, { subject: 'Hallo', previewText: 'Bald', bodyDesign: { blocks } });
  expect(await preview({})).toMatchObject({ subject: 'Hallo', locale: 'de', resolvedFrom: 'base' });
});

test('a duplicate has the same incomplete languages (contract: Layouts 14)', async () => {
  const id = await createLayout();
  await put(id, { subject: 'Hallo' });
  const copy = await call('POST', `/${id}/duplicate`, {});
  expect(copy.languages[1]).toMatchObject({ locale: 'de', incomplete: true });
});
