import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../src/kernel/access-levels.ts';
import { addFile, pngOf } from '../harness/files.ts';
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
) => team.people[role].send(method, `/app/api/stores/${team.storeId}${path}`, body, headers);

const text = (html: string) => [{ type: 'text', html: `<p>${html}</p>` }];

async function added(name = 'Main footer', blocks: unknown = text('Bye'), kind = 'footer'): Promise<string> {
  const answer = await send(
    'POST',
    `/presets?${new URLSearchParams({ kind, name })}`,
    JSON.stringify(blocks),
  );
  expect(answer.status, answer.text).toBe(200);
  return answer.body.id;
}

/** A layout that has the preset below its blocks. */
async function used(preset: string, name = 'Order confirmation', blocks: unknown[] = []): Promise<string> {
  const bodyDesign = { blocks, footer: { preset } };
  const answer = await send('POST', '/email-templates', { name, subject: 'S', bodyDesign });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id;
}

const get = async (id: string) => (await send('GET', `/presets/${id}`)).body;
const preview = async (layout: string) =>
  (await send('POST', `/email-templates/${layout}/preview`, {})).body.html;

test('400 at the preset limit of the store; existing presets can still be saved (contract: Limits 1; Limits 4)', async () => {
  const { people, storeId } = await team.another('Narrow');
  await outstep.operator(storeId, 'set_limits', { limits: ['presets=1'] });
  const presets = `/app/api/stores/${storeId}/presets`;
  const add = (kind: string) => people.editor.send('POST', `${presets}?kind=${kind}&name=One`, '[]');
  const first = await add('footer');
  expect(first.status, first.text).toBe(200);
  expect(await add('part')).toMatchObject({
    status: 400,
    body: {
      error:
        'limit: the limit of 1 shared sections has been reached; delete one, or ask the operator for more',
    },
  });
  const changed = await people.editor.send('PATCH', `${presets}/${first.body.id}`, { name: 'Two' });
  expect(changed.status, changed.text).toBe(200);
});

describe('the list', () => {
  test('returns kind, name and the layouts that use it, filtered by name and kind, newest change first', async () => {
    const { people, storeId } = await team.another();
    const call = (path: string, method = 'GET', body?: unknown) =>
      people.editor.send(method, `/app/api/stores/${storeId}${path}`, body);
    const add = async (name: string, kind: string) =>
      (await call(`/presets?${new URLSearchParams({ kind, name })}`, 'POST', '[]')).body.id as string;
    const header = await add('Logo 100%', 'header');
    const footer = await add('Addresses', 'footer');
    const bodyDesign = { blocks: [], header: { preset: header }, footer: { preset: footer } };
    const layouts: string[] = [];
    for (const name of ['Welcome', 'Order confirmation'])
      layouts.push((await call('/email-templates', 'POST', { name, subject: 'S', bodyDesign })).body.id);
    const { items, total } = (await call('/presets')).body;
    expect(total).toBe(2);
    expect(items[0]).toEqual({
      ...{ id: footer, kind: 'footer', name: 'Addresses', useCount: 2 },
      usedBy: [
        { type: 'layout', id: layouts[1], name: 'Order confirmation' },
        { type: 'layout', id: layouts[0], name: 'Welcome' },
      ],
      ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
    });
    expect(items[1]).toMatchObject({ id: header, kind: 'header' });
    const ids = async (query: string) =>
      (await call(`/presets?${query}`)).body.items.map(({ id }: { id: string }) => id);
    expect(await ids('q=100%25')).toEqual([header]);
    expect(await ids('kind=footer')).toEqual([footer]);
    expect(await ids('kind=header&q=address')).toEqual([]);
    expect((await call('/presets?kind=middle')).status).toBe(400);
    await call(`/presets/${header}`, 'PATCH', { name: 'Logo' });
    expect(await ids('')).toEqual([header, footer]);
  });
});

describe('a preset', () => {
  test('returns a preset as sent, with its ETag', async () => {
    const blocks = [{ type: 'text', html: '<p>Bye  {{ variables.name }}</p>', align: 'center' }];
    const id = await added('Foot', { blocks });
    const answer = await send('GET', `/presets/${id}`, undefined, {}, 'viewer');
    expect(answer.body).toMatchObject({ id, kind: 'footer', name: 'Foot', revision: 1, useCount: 0, blocks });
    expect(answer.headers.get('etag')).toBe('"r1"');
  });

  test('renames without changing blocks, and changes blocks without renaming', async () => {
    const id = await added();
    const renamed = await send('PATCH', `/presets/${id}`, { name: 'Foot' });
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Foot', blocks: text('Bye'), revision: 2 } });
    const changed = await send('PUT', `/presets/${id}`, { blocks: text('See you') });
    expect(changed).toMatchObject({
      status: 200,
      body: { name: 'Foot', blocks: text('See you'), revision: 3 },
    });
    expect(changed.headers.get('etag')).toBe('"r3"');
  });

  test('a change appears in the next email of every layout that uses it', async () => {
    const id = await added('Foot', text('Bye'));
    const layout = await used(id);
    expect(await preview(layout)).toContain('Bye');
    await send('PATCH', `/presets/${id}`, { blocks: text('See you soon') });
    const html = await preview(layout);
    expect(html).toContain('See you soon');
    expect(html).not.toContain('Bye');
  });

  test('412 for changing or deleting a stale revision', async () => {
    const id = await added();
    const seen = { 'if-match': '"r1"' };
    expect((await send('PATCH', `/presets/${id}`, { name: 'Theirs' }, seen)).status).toBe(200);
    for (const answer of [
      await send('PATCH', `/presets/${id}`, { name: 'Mine' }, seen),
      await send('PUT', `/presets/${id}`, { blocks: 5 }, seen),
      await send('DELETE', `/presets/${id}`, undefined, seen),
    ])
      expect(answer.status).toBe(412);
    expect(await get(id)).toMatchObject({ name: 'Theirs', revision: 2 });
    const at = { 'if-match': '"r2"' };
    const both = await Promise.all(
      ['One', 'Two'].map((name) => send('PATCH', `/presets/${id}`, { name, blocks: text(name) }, at)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect((await get(id)).revision).toBe(3);
  });

  test.each([
    [{ name: ' ' }, 'name: required'],
    [{ name: 'x'.repeat(201) }, 'name: at most 200 characters'],
    [{ blocks: 'text' }, 'blocks: must be a list'],
    [{ blocks: [{ type: 'nonsense' }] }, 'blocks[0].type: must be one of'],
    [{ blocks: [{ type: 'spacer' }, { type: 'heading', text: '{% if %}' }] }, 'blocks[1].text: Liquid:'],
    [{ blocks: [{ type: 'heading', text: 'a\u0000' }] }, 'must not contain NUL'],
    [{ blocks: [{ type: 'heading', text: 'a', preset: 'x' }] }, 'blocks[0].preset: unknown field'],
    [
      { blocks: [{ type: 'image', fileKey: 'f_0123456789abcdefghjkmnpqrs.png', alt: '' }] },
      'blocks[0].fileKey: unknown file',
    ],
    [{ blocks: Array.from({ length: 201 }, () => ({ type: 'spacer' })) }, 'at most 200 blocks'],
    [{ blocks: text('x'.repeat(1024 * 1024)) }, 'blocks: larger than 1 MB'],
  ])('400 at the field for a change to %j, which changes nothing', async (fields, reason) => {
    const id = await added();
    const answer = await send('PATCH', `/presets/${id}`, { name: 'Other', ...fields });
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(reason) } });
    expect(await get(id)).toMatchObject({ name: 'Main footer', blocks: text('Bye'), revision: 1 });
  });

  test('400 naming the layout that would be too large with it', async () => {
    const id = await added();
    const many = ['one', 'two'].map((word) => ({ type: 'html', html: `<p>${word.repeat(20_000)}</p>` }));
    const short = await used(id, 'Short');
    await used(id, 'Very long', many);
    const answer = await send('PATCH', `/presets/${id}`, { blocks: many });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        error: expect.stringMatching(
          /^blocks: layout "Very long" \(en\) can't be created with these blocks: too long/,
        ),
      },
    });
    expect(await preview(short)).toContain('Bye');
  });

  test('protects its files from deletion exactly while it uses them', async () => {
    const file = await addFile(outstep, team.storeId, 'logo.png', await pngOf());
    const id = await added();
    const remove = () => send('DELETE', '/files', { key: file });
    await send('PATCH', `/presets/${id}`, {
      name: 'Logo',
      blocks: [{ type: 'image', fileKey: file, alt: '' }],
    });
    expect(await remove()).toMatchObject({ status: 409, body: { error: 'in use by preset "Logo"' } });
    await send('PATCH', `/presets/${id}`, { name: 'Empty' });
    expect((await remove()).status).toBe(409);
    await send('PATCH', `/presets/${id}`, { blocks: [] });
    expect((await remove()).status).toBe(200);
  });

  test('409 for deleting a preset in use, naming its layouts; 200 once unused', async () => {
    const id = await added();
    const layout = await used(id, 'Order confirmation');
    const names = ['A', 'B', 'C', 'D', 'E', 'F'];
    for (const name of names) await used(id, name);
    const refused = await send('DELETE', `/presets/${id}`);
    expect(refused).toMatchObject({
      status: 409,
      body: { error: 'in use by layout "A", layout "B", layout "C", layout "D", layout "E" and 2 more' },
    });
    expect(await preview(layout)).toContain('Bye');
    for (const { id: user } of (await get(id)).usedBy)
      await send('PATCH', `/email-templates/${user}`, { bodyDesign: { blocks: [] } });
    expect(await send('DELETE', `/presets/${id}`)).toMatchObject({
      status: 200,
      body: { deleted: true, id },
    });
    expect((await send('GET', `/presets/${id}`)).status).toBe(404);
    expect((await send('DELETE', `/presets/${id}`)).status).toBe(404);
  });

  test('deleting and starting to use a preset never both succeed', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await added();
      const [layout, deleted] = await Promise.all([
        send('POST', '/email-templates', {
          ...{ name: 'L', subject: 'S', bodyDesign: { blocks: [], footer: { preset: id } } },
        }),
        send('DELETE', `/presets/${id}`),
      ]);
      expect({ round, layout: layout.status, deleted: deleted.status }).toEqual(
        layout.status === 201 ? { round, layout: 201, deleted: 409 } : { round, layout: 400, deleted: 200 },
      );
    }
  });

  test('404 for a preset of another store, which is not changed', async () => {
    const id = await added();
    const other = await team.another();
    const call = (method: string, body?: unknown) =>
      other.people.owner.send(method, `/app/api/stores/${other.storeId}/presets/${id}`, body);
    for (const answer of [
      await call('GET'),
      await call('PATCH', { name: 'Taken over' }),
      await call('DELETE'),
    ])
      expect(answer).toMatchObject({ status: 404, body: { error: 'not found' } });
    expect(
      (await other.people.owner.send('GET', `/app/api/stores/${other.storeId}/presets`)).body.items,
    ).toEqual([]);
    expect(await get(id)).toMatchObject({ name: 'Main footer' });
  });

  test('audits each change and no reads', async () => {
    const id = await added();
    await send('PATCH', `/presets/${id}`, { name: 'F' });
    await get(id);
    await send('DELETE', `/presets/${id}`);
    const { items } = (await send('GET', '/audit-log')).body;
    expect(items.slice(0, 3)).toMatchObject([
      { operation: 'delete_preset', target: id },
      { operation: 'update_preset', target: id },
      { operation: 'add_preset', target: id },
    ]);
  });
});
