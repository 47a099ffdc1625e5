import { afterAll, beforeAll, expect, test } from 'vitest';
import { starterDesigns } from '../../src/features/layouts/starter-designs/starter-designs.rules.ts';
import type { Role } from '../../src/kernel/access-levels.ts';
import type { Outstep } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';
import type { RequestHeaders } from './browser.ts';
import { newTeam, type Team } from './team.ts';

let outstep: Outstep;
let team: Team;
beforeAll(async () => {
  outstep = await sharedOutstep();
  team = await newTeam(outstep);
});
afterAll(() => outstep?.close());

const send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: RequestHeaders,
  role: Role = 'editor',
) => team.people[role].send(method, `/app/api/stores/${team.storeId}/email-templates${path}`, body, headers);
const get = async (path: string) => (await send('GET', path)).body;
const created = async (body: object): Promise<string> =>
  (await send('POST', '', { name: 'A', ...body })).body.id;
const add = (id: string, locale: string, headers?: RequestHeaders, role?: Role) =>
  send('POST', `/${id}/languages`, { locale }, headers, role);

const text = (html: string) => ({ type: 'text', html });
const bodyDesign = {
  blocks: [text('<p>Hi {{ variables.name | default: "there" }}</p>'), text('{{ variables.only_liquid }}')],
};

test('201: all texts of a new language are untranslated, subject and preview text included (contract: The app 23)', async () => {
  const id = await created({ subject: 'Hello', previewText: 'Soon', bodyDesign });
  const added = await add(id, 'pt_BR', { 'if-match': '"r1"' });
  expect(added.status, added.text).toBe(201);
  expect(added.headers.get('etag')).toBe('"r2"');
  const untranslated = ['subject', 'previewText', 'bodyDesign.blocks[0].html'];
  expect(added.body).toMatchObject({
    ...{ locale: 'pt-br', subject: 'Hello', previewText: 'Soon', bodyDesign, filled: 0 },
    ...{ stale: untranslated, untranslated, incomplete: true },
  });
  expect((await get(`/${id}/versions`)).items[0]).toMatchObject({ summary: 'Added translation pt-br' });
  expect((await get(`/${id}`)).languages[1]).toMatchObject({ locale: 'pt-br', incomplete: true });
});

test('400 for a language that the layout already has, 404 for another store’s layout, 412 for an older version, 403 for viewers', async () => {
  const id = await created({ subject: 'Hello', bodyDesign });
  await add(id, 'fr');
  expect(await add(id, 'fr')).toMatchObject({ status: 400 });
  expect(await add(id, 'en')).toMatchObject({
    ...{ status: 400, body: { error: "locale: is the layout's main language" } },
  });
  expect(await add(id, 'no code')).toMatchObject({ status: 400 });
  expect(await add(id, 'it', { 'if-match': '"r1"' })).toMatchObject({ status: 412 });
  expect(await add(id, 'it', {}, 'viewer')).toMatchObject({ status: 403 });
  expect(await add(outstep.core.runtime.newId(), 'it')).toMatchObject({ status: 404 });
  expect((await get(`/${id}`)).version).toBe(2);
});

test('a layout restored from the trash has the same incomplete languages (contract: Trash 2)', async () => {
  const id = await created({ subject: 'Hello', bodyDesign, completeLanguagesOnly: true });
  await add(id, 'fr');
  await send('DELETE', `/${id}`);
  await team.people.editor.send('POST', `/app/api/stores/${team.storeId}/trash/${id}/restore`);
  const { languages, completeLanguagesOnly } = await get(`/${id}`);
  expect([languages[1], completeLanguagesOnly]).toMatchObject([{ locale: 'fr', incomplete: true }, true]);
});

test('a change of a fallback string alone does not translate the text around it (contract: Translations 10)', async () => {
  const id = await created({ subject: 'Hello', bodyDesign });
  await add(id, 'de');
  const german = (html: string) => ({ blocks: [text(html), bodyDesign.blocks[1]] });
  const save = async (html: string) => {
    const translations = { de: { bodyDesign: german(html) } };
    await send('PUT', `/${id}/all-languages`, { translations });
    return (await get(`/${id}/translations/de`)).untranslated;
  };
  const html = 'bodyDesign.blocks[0].html';
  expect(await save('<p>Hi {{ variables.name | default: "Sie" }}</p>')).toEqual(['subject', html]);
  expect(await save('<p>Hallo {{ variables.name | default: "Sie" }}</p>')).toEqual(['subject']);
});

test('offers fallback strings in Liquid as suggestions, even in texts that contain nothing else (contract: The app 16)', async () => {
  const subject = '{{ variables.title | default: "Your order" }}';
  const id = await created({ subject, bodyDesign });
  await add(id, 'de');
  const rows = async () =>
    (await get(`/${id}/translations/de/work`)).rows.map((row: { path: string; state: string }) => [
      row.path,
      row.state,
    ]);
  const html = 'bodyDesign.blocks[0].html';
  expect(await rows()).toEqual([
    ['subject', 'suggested'],
    [html, 'new'],
  ]);
  const translated = [text('<p>Hallo {{ variables.name | default: "there" }}</p>'), bodyDesign.blocks[1]];
  const de = {
    subject: subject.replace('Your order', 'Ihre Bestellung'),
    bodyDesign: { blocks: translated },
  };
  await send('PUT', `/${id}/all-languages`, { translations: { de } });
  expect(await rows()).toEqual([
    ['subject', 'done'],
    [html, 'suggested'],
  ]);
  expect(await get(`/${id}/translations/de`)).toMatchObject({ stale: [], incomplete: false });
});

test.each(['en', 'de'] as const)(
  'an unchanged starter design in %s is added translated in the other language, and complete (contract: The app 23)',
  async (from) => {
    const to = from === 'en' ? 'de-at' : 'en';
    for (const [i, { key, ...content }] of starterDesigns[from].entries()) {
      const id = await created({ ...content, name: key });
      const { subject, previewText, bodyDesign: design } = starterDesigns[to === 'en' ? 'en' : 'de'][i] ?? {};
      const added = await add(id, to);
      expect(added.body, key).toMatchObject({ subject, previewText, bodyDesign: design });
      expect(added.body, key).toMatchObject({ stale: [], untranslated: [], incomplete: false });
      expect(added.body.filled).toBeGreaterThan(3);
    }
  },
);

test('changed texts of a starter design remain untranslated; the others are added translated (contract: The app 23)', async () => {
  const [welcome, german] = (['en', 'de'] as const).map((language) =>
    starterDesigns[language].find(({ key }) => key === 'welcome'),
  );
  const { key: _, ...content } = welcome ?? {};
  const id = await created({ ...content, subject: 'Our own words' });
  const { body } = await add(id, 'de');
  expect(body).toMatchObject({
    ...{ subject: 'Our own words', previewText: german?.previewText, bodyDesign: german?.bodyDesign },
    untranslated: ['subject'],
  });
  // A language that the designs do not have starts as a copy of everything.
  expect((await add(id, 'fr')).body).toMatchObject({ filled: 0, previewText: welcome?.previewText });
});
