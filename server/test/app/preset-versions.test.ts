import { describe, expect, test } from 'vitest';
import type { Role } from '../../src/kernel/access-levels.ts';
import { addFile, pngOf } from '../harness/files.ts';
import { withClient } from '../harness/postgres.ts';
import { expectOk, keyedTeam } from './team.ts';

const { outstep, team, key } = await keyedTeam('write', 'Deploy');

const send = (method: string, path: string, body?: unknown, headers = {}, role: Role = 'editor') =>
  team.people[role].send(method, `/app/api/stores/${team.storeId}${path}`, body, headers);
const text = (html: string) => [{ type: 'text', html: `<p>${html}</p>` }];
const added = async (blocks: unknown = text('Bye'), name = 'Foot'): Promise<string> =>
  (
    await expectOk(
      send('POST', `/presets?${new URLSearchParams({ kind: 'footer', name })}`, JSON.stringify(blocks)),
    )
  ).id;
const versionsOf = async (id: string) =>
  (await expectOk(send('GET', `/presets/${id}/versions?limit=100`))).items;
const rows = (statement: string, values: unknown[]) =>
  withClient(
    outstep.env['DATABASE_URL'] as string,
    async (client) => (await client.query(statement, values)).rows,
  );

describe('versions of a preset (contract: Presets 1)', () => {
  test('records each accepted write with author and summary, and no rejected one', async () => {
    const id = await added();
    await expectOk(send('PATCH', `/presets/${id}`, { name: 'Our foot' }));
    await expectOk(send('PUT', `/presets/${id}`, { blocks: text('See you'), name: 'Foot' }));
    await expectOk(send('PATCH', `/presets/${id}`, {}));
    expect((await send('PATCH', `/presets/${id}`, { blocks: [{ type: 'nonsense' }] })).status).toBe(400);
    expect((await send('PATCH', `/presets/${id}`, { name: 'Late' }, { 'if-match': '"r1"' })).status).toBe(
      412,
    );
    const items = await versionsOf(id);
    expect(items.map(({ createdAt: _, ...item }: Record<string, unknown>) => item)).toEqual(
      ['Saved without changes', 'Changed name, blocks', 'Changed name', 'Created'].map((summary, i) => ({
        ...{ version: 4 - i, source: 'app', summary },
        author: { type: 'user', name: expect.stringMatching(/./) },
      })),
    );
    const found = await expectOk(send('GET', `/presets/${id}/versions?q=created&limit=1`));
    expect(found).toMatchObject({ total: 1, items: [{ version: 1 }] });
  });

  test('returns the preset as it was in a version', async () => {
    const id = await added();
    await expectOk(send('PATCH', `/presets/${id}`, { name: 'Other', blocks: [] }));
    expect((await send('GET', `/presets/${id}/versions/1`, undefined, {}, 'viewer')).body).toMatchObject({
      ...{ version: 1, summary: 'Created', name: 'Foot', blocks: text('Bye') },
    });
  });

  test('compares a version with the current preset, field by field', async () => {
    const id = await added();
    await expectOk(send('PATCH', `/presets/${id}`, { name: 'Other', blocks: text('See you') }));
    expect((await expectOk(send('GET', `/presets/${id}/versions/1/changes`))).changes).toEqual([
      { path: 'name', before: 'Foot', after: 'Other' },
      { path: 'blocks[0].html', before: '<p>Bye</p>', after: '<p>See you</p>' },
    ]);
    expect((await expectOk(send('GET', `/presets/${id}/versions/2/changes`))).changes).toEqual([]);
  });

  test('restoring creates an audited version used by the next email; editors only', async () => {
    const id = await added();
    const layout = await expectOk(
      send('POST', '/email-templates', {
        ...{ name: 'Order', subject: 'S', bodyDesign: { blocks: [], footer: { preset: id } } },
      }),
    );
    await expectOk(send('PATCH', `/presets/${id}`, { name: 'Other', blocks: text('See you') }));
    const path = `/presets/${id}/versions/1/restore`;
    expect((await send('POST', path, undefined, {}, 'viewer')).status).toBe(403);
    expect(await send('POST', path, undefined, { 'if-match': '"r1"' })).toMatchObject({
      status: 412,
      body: { error: expect.stringContaining('(name, blocks)') },
    });
    const restored = await send('POST', path, undefined, { 'if-match': '"r2"' });
    expect(restored.body).toMatchObject({
      ...{ restored: 1, version: 3, preset: { id, name: 'Foot', blocks: text('Bye'), revision: 3 } },
    });
    expect(restored.headers.get('etag')).toBe('"r3"');
    const [newest] = await versionsOf(id);
    expect(newest).toMatchObject({ version: 3, source: 'restore', summary: 'Restored version 1' });
    const { html } = await expectOk(send('POST', `/email-templates/${layout.id}/preview`, {}));
    expect(html).toContain('Bye');
    expect(html).not.toContain('See you');
    const { items } = await expectOk(send('GET', '/audit-log'));
    expect(items[0]).toMatchObject({ operation: 'restore_preset_version', target: `${id} 1` });
  });

  test('400 for restoring a version whose file is gone; the preset is unchanged', async () => {
    const file = await addFile(outstep, team.storeId, 'logo.png', await pngOf());
    const id = await added([{ type: 'image', fileKey: file, alt: '' }]);
    await expectOk(send('PATCH', `/presets/${id}`, { blocks: text('Bye') }));
    // A version keeps its file's bytes, unless someone deletes those permanently as well.
    await expectOk(send('DELETE', '/files', { key: file }));
    await expectOk(send('DELETE', '/deleted-files', { key: file }));
    expect(await send('POST', `/presets/${id}/versions/1/restore`)).toMatchObject({
      status: 400,
      body: { error: 'blocks[0].fileKey: unknown file' },
    });
    expect((await expectOk(send('GET', `/presets/${id}`))).revision).toBe(2);
  });

  test('deletes versions with the preset', async () => {
    const id = await added();
    await expectOk(send('PATCH', `/presets/${id}`, { name: 'Other' }));
    await expectOk(send('DELETE', `/presets/${id}`));
    expect(await rows('select from preset_versions where preset_id = $1', [id])).toEqual([]);
  });

  test('404 for versions of another store and for keys', async () => {
    const id = await added();
    const other = await team.another();
    for (const [method, below] of [
      ['GET', ''],
      ['GET', '/1'],
      ['GET', '/1/changes'],
      ['POST', '/1/restore'],
    ] as const) {
      const path = `/app/api/stores/${other.storeId}/presets/${id}/versions${below}`;
      expect((await other.people.owner.send(method, path)).status).toBe(404);
      expect((await outstep.call(key, method, `/api/v1/presets/${id}/versions${below}`)).status).toBe(404);
    }
    expect(await versionsOf(id)).toHaveLength(1);
  });

  test('marks versions from the command line', async () => {
    const file = { name: 'preset.json', bytes: Buffer.from('[]') };
    const { id } = (await outstep.operator(team.storeId, 'add_preset', {
      ...{ kind: 'header', name: 'Head', file },
    })) as { id: string };
    expect(await versionsOf(id)).toMatchObject([
      { version: 1, source: 'command', author: { type: 'operator' }, summary: 'Created' },
    ]);
  });
});
