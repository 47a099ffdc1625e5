import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TranslationWork } from '../../src/features/layouts/translations/translation-work.schema.ts';
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

const sendAs = (of: Team, role: Role, method: string, path: string, body?: unknown) =>
  of.people[role].send(method, `/app/api/stores/${of.storeId}/email-templates${path}`, body);
const send = (method: string, path: string, body?: unknown) => sendAs(team, 'editor', method, path, body);
const workOf = async (id: string, locale = 'de'): Promise<TranslationWork> => {
  const answer = await sendAs(team, 'viewer', 'GET', `/${id}/translations/${locale}/work`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

const text = (html: string, more: object = {}) => ({ type: 'text', html, ...more });
const LONG = '<p>Your parcel has left us and will be with you soon.</p>';

async function createLayout(): Promise<string> {
  const bodyDesign = { blocks: [text(LONG), text('Two')] };
  const { body } = await send('POST', '', { name: 'A', subject: 'Hello', bodyDesign });
  await send('PUT', `/${body.id}/translations/de`, {
    ...{ subject: 'Hallo', bodyDesign: { blocks: [text('Unterwegs'), text('Zwei', { align: 'center' })] } },
  });
  return body.id;
}

test('returns the source text at translation time from the versions (contract: The app 16)', async () => {
  const id = await createLayout();
  const now = LONG.replace('soon', 'tomorrow');
  for (const html of [LONG.replace('soon', 'today'), now])
    await send('PUT', `/${id}`, { subject: 'Good day', bodyDesign: { blocks: [text(html), text('Two')] } });
  const { rows, differs } = await workOf(id);
  expect(rows).toMatchObject([
    { path: 'subject', source: 'Good day', was: 'Hello', text: 'Hallo', state: 'changed' },
    {
      ...{ path: 'bodyDesign.blocks[0].html', source: now, was: LONG },
      ...{ at: 'bodyDesign.blocks[0].html', text: 'Unterwegs', state: 'changed' },
    },
    { path: 'bodyDesign.blocks[1].html', was: null, text: 'Zwei', state: 'done' },
  ]);
  expect(differs).toEqual([{ path: 'bodyDesign.blocks[1]', how: 'look' }]);
  // Once marked as done, no work is left.
  await send('PUT', `/${id}/translations/de`, { subject: 'Guten Tag', done: rows.map(({ path }) => path) });
  expect((await workOf(id)).rows.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
});

test('returns null for source texts that no kept version holds', async () => {
  const id = await createLayout();
  const change = (word: string) =>
    send('PUT', `/${id}`, { bodyDesign: { blocks: [text(LONG.replace('soon', word)), text('Two')] } });
  await change('today');
  expect((await workOf(id)).rows[1]).toMatchObject({ was: LONG, state: 'changed' });
  for (let i = 0; i < 25; i++) await change(`in ${i} days`);
  expect((await workOf(id)).rows[1]).toMatchObject({ was: null, text: 'Unterwegs', state: 'changed' });
});

test('a text layout lists its outdated subject and body', async () => {
  const { body } = await send('POST', '', { name: 'T', subject: 'S', bodyType: 'text', body: LONG });
  await send('PUT', `/${body.id}/translations/de`, { subject: 'B', body: '<p>Unterwegs</p>' });
  await send('PUT', `/${body.id}`, { body: `${LONG}<p>Bye</p>` });
  expect(await workOf(body.id)).toMatchObject({
    rows: [{ path: 'subject' }, { path: 'body', was: LONG, at: 'body', text: '<p>Unterwegs</p>' }],
    differs: [],
  });
});

test('400 for the main language, 404 for an unknown one and for another store', async () => {
  const id = await createLayout();
  expect((await send('GET', `/${id}/translations/en/work`)).status).toBe(400);
  expect((await send('GET', `/${id}/translations/fr/work`)).status).toBe(404);
  const other = await team.another();
  expect((await sendAs(other, 'editor', 'GET', `/${id}/translations/de/work`)).status).toBe(404);
});
