import { afterAll, beforeAll, expect, test } from 'vitest';
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

const text = (html: string, more: object = {}) => ({ type: 'text', html, ...more });
const divider = { type: 'divider' };

/** A layout in three languages, at version 3. */
async function createLayout(): Promise<string> {
  const bodyDesign = { blocks: [text('One'), text('Two')] };
  const { body } = await send('POST', '', { name: 'A', subject: 'Hello', bodyDesign });
  for (const [locale, one, two] of [
    ['de', 'Eins', 'Zwei'],
    ['fr', 'Un', 'Deux'],
  ]) {
    const blocks = [text(one as string), text(two as string)];
    await send('PUT', `/${body.id}/translations/${locale}`, { subject: 'S', bodyDesign: { blocks } });
  }
  return body.id;
}

test('applies blocks and styles to every language in one version and keeps texts (contract: The app 13)', async () => {
  const id = await createLayout();
  const after = { blocks: [text('Two', { align: 'center' }), divider, text('One, again'), text('Three')] };
  const answer = await send('PUT', `/${id}/all-languages`, { bodyDesign: after }, { 'if-match': '"r3"' });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers.get('etag')).toBe('"r4"');
  expect(answer.body).toMatchObject({ version: 4, bodyDesign: after });
  expect((await get(`/${id}/versions`)).items[0]).toMatchObject({
    ...{ version: 4, source: 'app', summary: 'Changed bodyDesign; changed translation de, fr' },
  });
  const stale = ['bodyDesign.blocks[2].html', 'bodyDesign.blocks[3].html'];
  const blocks = (one: string, two: string) => [
    ...[text(two, { align: 'center' }), divider, text(one), text('Three')],
  ];
  expect(await get(`/${id}/translations/de`)).toMatchObject({
    ...{ subject: 'S', bodyDesign: { blocks: blocks('Eins', 'Zwei') }, stale },
  });
  expect(await get(`/${id}/translations/fr`)).toMatchObject({
    ...{ bodyDesign: { blocks: blocks('Un', 'Deux') }, stale },
  });
  // Restoring the previous version reverts every language.
  await send('POST', `/${id}/versions/3/restore`);
  expect(await get(`/${id}/translations/de`)).toMatchObject({
    ...{ bodyDesign: { blocks: [text('Eins'), text('Zwei')] }, stale: [] },
  });
});

test('a REST write changes only sent members (contract: The app 13)', async () => {
  const id = await createLayout();
  const key = await outstep.newKey(team.storeId, 'write');
  await outstep.call(key, 'PATCH', `/api/v1/email-templates/${id}`, { bodyDesign: { blocks: [divider] } });
  expect((await get(`/${id}/translations/de`)).bodyDesign).toEqual({ blocks: [text('Eins'), text('Zwei')] });
  expect((await outstep.call(key, 'PUT', `/api/v1/email-templates/${id}/all-languages`, {})).status).toBe(
    404,
  );
});

test('412 for an older version and 400 naming the language, saving nothing', async () => {
  const id = await createLayout();
  const bodyDesign = { blocks: [divider, text('One'), text('Two')] };
  const stale = await send('PUT', `/${id}/all-languages`, { bodyDesign }, { 'if-match': '"r2"' });
  expect(stale.status).toBe(412);
  const many = Array.from({ length: 150 }, () => divider);
  const own = {
    blocks: [text('Eins'), text('Zwei'), ...Array.from({ length: 60 }, () => ({ type: 'spacer' }))],
  };
  await send('PUT', `/${id}/translations/de`, { subject: 'S', bodyDesign: own });
  const refused = await send('PUT', `/${id}/all-languages`, {
    bodyDesign: { blocks: [...bodyDesign.blocks, ...many] },
  });
  expect(refused).toMatchObject({ status: 400 });
  expect(refused.body.error).toContain('translations.de.bodyDesign.blocks: at most 200 blocks in a design');
  expect((await get(`/${id}`)).version).toBe(4);
});

const versionsOf = async (id: string) => (await get(`/${id}/versions`)).items;

test('saves several languages as one version, each only where sent (contract: The app 14)', async () => {
  const id = await createLayout();
  const french = await get(`/${id}/translations/fr`);
  const sent = {
    ...{ subject: 'Good day', bodyDesign: { blocks: [text('One'), text('Two'), divider] }, follow: false },
    translations: {
      de: { bodyDesign: { blocks: [text('Eins!'), text('Zwei')] } },
      fr: { previewText: 'Oui' },
    },
    note: '  Autumn  ',
  };
  const answer = await send('PUT', `/${id}/all-languages`, sent, { 'if-match': '"r3"' });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body).toMatchObject({ version: 4, subject: 'Good day', bodyDesign: sent.bodyDesign });
  expect((await versionsOf(id)).slice(0, 2)).toMatchObject([
    ...[{ version: 4, summary: 'Autumn' }, { version: 3 }],
  ]);
  expect(await get(`/${id}/translations/de`)).toMatchObject({
    ...{ subject: 'S', previewText: '', bodyDesign: sent.translations.de.bodyDesign, stale: ['subject'] },
  });
  const { updatedAt: _u, ...after } = await get(`/${id}/translations/fr`);
  const { updatedAt: _b, ...before } = french;
  expect(after).toEqual({ ...before, previewText: 'Oui', stale: ['subject'] });
  const { items: audited } = (
    await team.people.owner.send('GET', `/app/api/stores/${team.storeId}/audit-log?limit=100`)
  ).body;
  const ofThis = audited.filter(({ target }: { target: string }) => target === id);
  expect(ofThis.map(({ operation }: { operation: string }) => operation).slice(0, 2)).toEqual([
    ...['update_all_languages', 'create_email_template'],
  ]);
});

test('a sent translation wins over inherited blocks, and done marks texts as up to date', async () => {
  const id = await createLayout();
  const own = { blocks: [text('Zwei'), text('Eins')] };
  const answer = await send('PUT', `/${id}/all-languages`, {
    bodyDesign: { blocks: [divider, text('One, again'), text('Two, again')] },
    translations: { de: { bodyDesign: own, done: ['bodyDesign.blocks[1].html'] } },
  });
  expect(answer.status, answer.text).toBe(200);
  expect(await get(`/${id}/translations/de`)).toMatchObject({
    ...{ bodyDesign: own, stale: ['bodyDesign.blocks[2].html'] },
  });
  expect((await get(`/${id}/translations/fr`)).bodyDesign).toEqual({
    blocks: [divider, text('Un'), text('Deux')],
  });
  expect((await versionsOf(id))[0].summary).toBe('Changed bodyDesign; changed translation de, fr');
});

test('400 for all languages when one is invalid, naming it (contract: The app 14)', async () => {
  const id = await createLayout();
  const refusals = [
    [
      { de: { bodyDesign: { blocks: [{ type: 'text' }] } } },
      'translations.de.bodyDesign.blocks[0].html: required',
    ],
    [{ de: { subject: '{{ broken' } }, 'translations.de.subject: '],
    [{ de: { subject: ' ' } }, 'translations.de.subject: required'],
    [{ de: { name: 'A' } }, 'translations.de.name: unknown field'],
    [{ de: { body: '<p>' } }, 'translations.de.body: only for text layouts'],
    [{ de: { done: ['nowhere'] } }, 'translations.de.done[0]: is not a text of the main language'],
    [{ es: { subject: 'Hola' } }, 'translations.es: is not a translation of this layout'],
    [{ en: { subject: 'Hi' } }, "translations.en: is the layout's main language"],
    [Object.fromEntries(Array.from({ length: 31 }, (_, i) => [`a${i}`, {}])), 'translations: at most 30'],
    [[], 'translations: must be an object'],
  ] as const;
  for (const [translations, reason] of refusals) {
    const sent = { subject: 'Good day', translations: { fr: { subject: 'Bonjour' }, ...translations } };
    const refused = await send(
      'PUT',
      `/${id}/all-languages`,
      Array.isArray(translations) ? { translations } : sent,
    );
    expect(refused, reason).toMatchObject({ status: 400 });
    expect(refused.body.error).toContain(reason);
  }
  const long = await send('PUT', `/${id}/all-languages`, { note: 'n'.repeat(201) });
  expect(long.body.error).toBe('note: at most 200 characters');
  expect(await get(`/${id}`)).toMatchObject({ version: 3, subject: 'Hello' });
  expect((await get(`/${id}/translations/fr`)).subject).toBe('S');
});

test('412 for an older version even if only a translation is sent; null equals omitted', async () => {
  const id = await createLayout();
  const sent = { translations: { de: { subject: 'Guten Tag', done: null } }, note: null, follow: null };
  expect((await send('PUT', `/${id}/all-languages`, sent, { 'if-match': '"r2"' })).status).toBe(412);
  const saved = await send('PUT', `/${id}/all-languages`, sent, { 'if-match': '"r3"' });
  expect(saved.status, saved.text).toBe(200);
  expect((await versionsOf(id))[0].summary).toBe('Changed translation de');
});

test('403 for a viewer', async () => {
  const id = await createLayout();
  expect((await send('PUT', `/${id}/all-languages`, {}, {}, 'viewer')).status).toBe(403);
});

test('304 for a layout that the app already has (contract: Repeating and overlapping writes 6)', async () => {
  const id = await createLayout();
  const ask = () => send('GET', `/${id}`, undefined, { 'if-none-match': '"r3"' }, 'viewer');
  expect([(await ask()).status, (await ask()).text]).toEqual([304, '']);
  await send('PUT', `/${id}`, { subject: 'Another' });
  expect((await ask()).body).toMatchObject({ subject: 'Another', version: 4 });
});
