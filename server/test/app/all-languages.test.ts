import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '../../src/kernel/access-levels.ts';
import type { Outstep } from '../harness/outstep.ts';
import { sharedOutstep } from '../harness/shared.ts';
import { newTeam, type Team } from './team.ts';

let outstep: Outstep;
let team: Team;
beforeAll(async () => {
  outstep = await sharedOutstep();
  team = await newTeam(outstep);
});
afterAll(() => outstep?.close());

type Headers = Record<string, string>;
const send = (method: string, path: string, body?: unknown, headers?: Headers, role: Role = 'editor') =>
  team.people[role].send(method, `/app/api/stores/${team.storeId}/email-templates${path}`, body, headers);
const get = async (path: string) => (await send('GET', path)).body;

const text = (html: string, more: object = {}) => ({ type: 'text', html, ...more });
const divider = { type: 'divider' };

/** A layout in three languages, at version 3. */
async function made(): Promise<string> {
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

test('blocks and looks reach every language as one version, and texts stay (contract: The app 13)', async () => {
  const id = await made();
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
  // Restoring the version before takes it back in every language.
  await send('POST', `/${id}/versions/3/restore`);
  expect(await get(`/${id}/translations/de`)).toMatchObject({
    ...{ bodyDesign: { blocks: [text('Eins'), text('Zwei')] }, stale: [] },
  });
});

test('a save over REST changes nothing that it was not sent (contract: The app 13)', async () => {
  const id = await made();
  const key = await outstep.newKey(team.storeId, 'write');
  await outstep.call(key, 'PATCH', `/api/v1/email-templates/${id}`, { bodyDesign: { blocks: [divider] } });
  expect((await get(`/${id}/translations/de`)).bodyDesign).toEqual({ blocks: [text('Eins'), text('Zwei')] });
  expect((await outstep.call(key, 'PUT', `/api/v1/email-templates/${id}/all-languages`, {})).status).toBe(
    404,
  );
});

test('412 for an older version, 400 with the language of what is refused, and nothing is saved', async () => {
  const id = await made();
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

test('a viewer may not', async () => {
  const id = await made();
  expect((await send('PUT', `/${id}/all-languages`, {}, {}, 'viewer')).status).toBe(403);
});
