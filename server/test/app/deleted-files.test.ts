import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { maintain } from '../../src/processes/maintain.ts';
import { sweepFiles } from '../../src/processes/sweep-files.ts';
import { addFile, pngOf } from '../harness/files.ts';
import { layoutsPath } from '../harness/layouts.ts';
import type { TestKey } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { sized } from '../harness/size.ts';
import { callTool } from '../mcp/posts.ts';
import { expectOk, keyedTeam } from './team.ts';

const first = await keyedTeam('write', 'Deploy');
const { outstep } = first;

let team = first.team;
let key: TestKey;

/** A new store for each test, because files are swept, counted and erased per store. */
beforeEach(async () => {
  team = await first.team.another();
  key = await outstep.newKey(team.storeId, 'write', { name: 'Deploy' });
});

const sql = <Row>(text: string, values: unknown[] = []) =>
  withClient(
    outstep.env['DATABASE_URL'] as string,
    async (client) => (await client.query(text, values)).rows as Row[],
  );
const api = (method: string, path: string, body?: unknown) =>
  outstep.call(key, method, `/api/v1${path}`, body);
const app = (method: string, path: string, body?: unknown, role: 'owner' | 'editor' | 'viewer' = 'editor') =>
  team.people[role].send(method, `/app/api/stores/${team.storeId}${path}`, body);
const ok = (method: string, path: string, body?: unknown) => expectOk(api(method, path, body));
const okInApp = (method: string, path: string, body?: unknown) => expectOk(app(method, path, body));

const newPicture = async (name = 'summer.png') => addFile(outstep, team.storeId, name, await pngOf());
const newText = (name = 'terms.txt') => addFile(outstep, team.storeId, name, Buffer.from(name));
const remove = (fileKey: string) => api('DELETE', '/files', { key: fileKey });
const files = async () => (await ok('GET', '/files?usage=true')).items;
const listed = async () => (await files()).map((each: { key: string }) => each.key);
const deleted = async () => (await okInApp('GET', '/deleted-files')).items;
const stored = async (): Promise<string[]> =>
  readdir(join(outstep.env['OUTSTEP_FILES']?.replace('dir:', '') ?? '', team.storeId)).catch(() => []);
const publicStatus = async (fileKey: string) =>
  (await fetch(`${outstep.origin}/files/${team.storeId}/${fileKey}`)).status;
const sweep = () => sweepFiles(readConfig(outstep.env));

const shown = (fileKey: string) => ({ blocks: [{ type: 'image', fileKey, alt: 'Summer' }] });
const attached = (fileKey: string) => ({ attachments: [{ filename: 'terms.txt', fileKey }] });
const newLayout = async (fields: object): Promise<string> =>
  (await ok('POST', '/email-templates', { name: 'Summer', subject: 'Sale', ...fields })).id;
const newTextLayout = (fields: object) => newLayout({ bodyType: 'text', body: '<p>Hi</p>', ...fields });
const layout = (id: string) => `${layoutsPath.replace('/api/v1', '')}/${id}`;

/** A text layout of which only the first version uses the file; the file is deleted. */
async function deletedButInVersion(fileKey: string): Promise<string> {
  const id = await newTextLayout(attached(fileKey));
  await ok('PATCH', layout(id), { attachments: [] });
  await expectOk(remove(fileKey));
  return id;
}

describe('a deleted file that a version uses', () => {
  test('disappears from lists, new uses and its public address, and is restored with the version (contract: Senders, secrets, files 14; Versions 3)', async () => {
    const file = await newPicture();
    const [before] = await files();
    const id = await newLayout({ bodyDesign: shown(file) });
    const html = (await ok('POST', `${layout(id)}/preview`, {})).html;
    expect((await remove(file)).status).toBe(409);
    await ok('PATCH', layout(id), { bodyDesign: { blocks: [] } });
    expect(await expectOk(remove(file))).toEqual({ deleted: true, key: file });

    expect([await listed(), await publicStatus(file), (await remove(file)).status]).toEqual([[], 404, 404]);
    expect((await api('PATCH', layout(id), { bodyDesign: shown(file) })).body).toEqual({
      error: 'bodyDesign.blocks[0].fileKey: unknown file',
    });
    expect((await app('GET', `/files/reach?key=${file}`)).status).toBe(404);
    expect((await app('PATCH', '/settings', { settings: [`logo=${file}`] })).status).toBe(400);
    expect(await stored()).toEqual([file]);

    await sweep();
    expect(await ok('POST', `${layout(id)}/versions/1/restore`)).toMatchObject({ restored: 1, version: 3 });
    expect(await files()).toEqual([{ ...before, inUse: true, usedBy: [expect.objectContaining({ id })] }]);
    expect([await publicStatus(file), await deleted()]).toEqual([200, []]);
    expect((await ok('POST', `${layout(id)}/preview`, {})).html).toBe(html);
    expect((await remove(file)).status).toBe(409);
  });

  test('is restored with a language, by promoting or restoring, and through the tool (contract: Senders, secrets, files 14)', async () => {
    const [own, german] = [await newText('own.txt'), await newText('german.txt')];
    const id = await newTextLayout(attached(own));
    await ok('PUT', `${layout(id)}/translations/de`, { subject: 'Angebot', ...attached(german) });
    await ok('DELETE', `${layout(id)}/translations/de`);
    await ok('PATCH', layout(id), { attachments: [] });
    for (const file of [own, german]) await expectOk(remove(file));
    expect(await listed()).toEqual([]);
    // The first version has one of them, the second has both.
    await ok('POST', `${layout(id)}/versions/1/restore`);
    expect(await listed()).toEqual([own]);
    expect((await callTool(outstep, key, 'restore_version', { id, version: 2 })).value).toMatchObject({
      restored: 2,
    });
    expect(await listed()).toEqual([german, own]);
    await ok('POST', `${layout(id)}/translations/de/promote`);
    for (const file of [own, german]) expect((await remove(file)).status).toBe(409);
  });

  test('is restored with a shared section, whose email renders as before (contract: Senders, secrets, files 14; Presets 1)', async () => {
    const file = await newPicture();
    const { id } = await okInApp(
      'POST',
      '/presets?kind=footer&name=Footer',
      JSON.stringify(shown(file).blocks),
    );
    await okInApp('PATCH', `/presets/${id}`, {
      blocks: [],
      languages: { de: { blocks: shown(file).blocks } },
    });
    await okInApp('PATCH', `/presets/${id}`, { languages: { de: null } });
    const user = await newLayout({ bodyDesign: { blocks: [], footer: { preset: id } } });
    await expectOk(remove(file));
    expect(await deleted()).toMatchObject([
      { key: file, versionUsers: [{ type: 'preset', id, name: 'Footer', versions: 2 }], versionUserCount: 1 },
    ]);
    await okInApp('POST', `/presets/${id}/versions/1/restore`);
    expect([await listed(), await publicStatus(file)]).toEqual([[file], 200]);
    expect((await ok('POST', `${layout(user)}/preview`, {})).html).toContain(
      `/files/${team.storeId}/${file}`,
    );
    await okInApp('POST', `/presets/${id}/versions/2/restore`);
    expect((await remove(file)).status).toBe(409);
    await okInApp('POST', `/presets/${id}/versions/3/restore`);
    await expectOk(remove(file));
    await ok('PATCH', layout(user), { bodyDesign: { blocks: [] } });
    await okInApp('DELETE', `/presets/${id}`);
    await sweep();
    expect(await stored()).toEqual([]);
  });

  test('is restored with a layout from the trash, in every language (contract: Trash 3; Senders, secrets, files 14)', async () => {
    const [picture, german, earlier] = [
      await newPicture(),
      await newPicture('de.png'),
      await newPicture('x.png'),
    ];
    const id = await newLayout({ bodyDesign: shown(earlier) });
    await ok('PATCH', layout(id), { bodyDesign: shown(picture) });
    await ok('PUT', `${layout(id)}/translations/de`, { subject: 'Angebot', bodyDesign: shown(german) });
    await ok('DELETE', layout(id));
    for (const file of [picture, german, earlier]) await expectOk(remove(file));
    expect([await listed(), await publicStatus(picture)]).toEqual([[], 404]);
    expect(await deleted()).toMatchObject([
      { key: earlier, versionUsers: [{ type: 'trash', id, name: 'Summer', versions: 1 }] },
      { key: german, versionUsers: [{ type: 'trash', versions: 1 }] },
      { key: picture, versionUsers: [{ type: 'trash', versions: 2 }] },
    ]);
    await sweep();
    expect(await okInApp('POST', `/trash/${id}/restore`)).toMatchObject({ lost: [] });
    expect((await listed()).sort()).toEqual([picture, german].sort());
    expect((await ok('GET', layout(id))).bodyDesign).toEqual(shown(picture));
    await ok('POST', `${layout(id)}/versions/1/restore`);
    expect(await listed()).toContain(earlier);
  });

  test('a rejected restore restores no file (contract: Senders, secrets, files 14)', async () => {
    const file = await newText();
    const id = await deletedButInVersion(file);
    const path = `/api/v1${layout(id)}/versions/1/restore`;
    expect((await outstep.call(key, 'POST', path, undefined, { 'if-match': '"r1"' })).status).toBe(412);
    expect([await listed(), await stored()]).toEqual([[], [file]]);
    const again = { attachments: [{ filename: 'a', fileKey: file }] };
    expect(
      (await api('POST', '/email-templates', { name: 'A', subject: 'S', bodyType: 'text', ...again })).status,
    ).toBe(400);
  });

  test('the app shows which versions use it before it is deleted (contract: Senders, secrets, files 9)', async () => {
    const file = await newText();
    const id = await newTextLayout(attached(file));
    await ok('PATCH', layout(id), { name: 'Winter' });
    await ok('PATCH', layout(id), { attachments: [] });
    expect(await okInApp('GET', `/files/reach?key=${file}`)).toMatchObject({
      total: 0,
      versionUsers: [{ type: 'layout', id, name: 'Winter', versions: 2 }],
      versionUserCount: 1,
    });
  });
});

describe('a deleted file is permanently deleted', () => {
  test('by "Delete now": then a restore is rejected, and the trash restores without it (contract: Senders, secrets, files 15; Trash 3; Versions 3)', async () => {
    const [file, other] = [await newText(), await newText('other.txt')];
    const id = await deletedButInVersion(file);
    const trashed = await newTextLayout(attached(other));
    await ok('DELETE', layout(trashed));
    await expectOk(remove(other));
    const end = (fileKey: string, role?: 'viewer') => app('DELETE', '/deleted-files', { key: fileKey }, role);

    expect((await end(file, 'viewer')).status).toBe(403);
    expect((await api('DELETE', '/deleted-files', { key: file })).status).toBe(404);
    const elsewhere = `/app/api/stores/${first.team.storeId}/deleted-files`;
    expect((await team.people.editor.send('DELETE', elsewhere, { key: file })).status).toBe(404);
    expect((await end('')).body).toMatchObject({ error: 'key: required' });
    for (const fileKey of [file, other])
      expect(await expectOk(end(fileKey))).toEqual({ deleted: true, key: fileKey });
    expect((await end(file)).status).toBe(404);

    expect([await stored(), await deleted()]).toEqual([[], []]);
    expect(await api('POST', `${layout(id)}/versions/1/restore`)).toMatchObject({
      ...{ status: 400, body: { error: 'attachments[0].fileKey: unknown file' } },
    });
    expect((await okInApp('POST', `/trash/${trashed}/restore`)).lost).toMatchObject([
      { type: 'file', takenOut: true },
    ]);
    const audit = (await okInApp('GET', '/audit-log?limit=100')).items;
    expect(
      audit.filter((each: { operation: string }) => each.operation === 'delete_file_permanently'),
    ).toHaveLength(2);
  });

  test('when the last version that uses it is gone: pushed out, expired or removed with the trash (contract: Senders, secrets, files 14)', async () => {
    const [pushed, kept, trashed] = [await newText('a.txt'), await newText('b.txt'), await newText('c.txt')];
    const loop = async (id: string) => {
      for (let i = 0; i < 25; i++) await ok('PATCH', layout(id), { name: `Loop ${i}` });
    };
    const byKey = await deletedButInVersion(pushed);
    const byPerson = (
      await okInApp('POST', '/email-templates', {
        name: 'A',
        subject: 'S',
        bodyType: 'text',
        ...attached(kept),
      })
    ).id;
    await ok('PATCH', layout(byPerson), { attachments: [] });
    await expectOk(remove(kept));
    const inTrash = await newTextLayout(attached(trashed));
    await ok('DELETE', layout(inTrash));
    await expectOk(remove(trashed));

    await sweep();
    await loop(byKey);
    await loop(byPerson);
    await sweep();
    expect((await stored()).sort()).toEqual([kept, trashed].sort());
    await sql(`update layout_versions set kept_at = kept_at - interval '181 days' where layout_id = $1`, [
      byPerson,
    ]);
    await sql(`update trash set deleted_at = deleted_at - interval '31 days' where id = $1`, [inTrash]);
    await maintain(readConfig(outstep.env));
    await sweep();
    expect([await stored(), await deleted()]).toEqual([[], []]);
  });

  test('at once if no version uses it (spec: Uploaded files 2)', async () => {
    const file = await newText();
    await expectOk(remove(file));
    expect([await stored(), await deleted()]).toEqual([[], []]);
  });

  test('when the customer it is named after is erased; an export names it before (contract: Senders, secrets, files 15; Unsubscribing and erasing 3; Unsubscribing and erasing 5)', async () => {
    const email = 'ines.named@person.example';
    const [theirs, other] = [await newText(`Offer for ${email}.txt`), await newText()];
    const id = await deletedButInVersion(theirs);
    await deletedButInVersion(other);
    const exported = (await outstep.operator(team.storeId, 'export_customer', { email })) as {
      files: string[];
    };
    expect(exported.files).toEqual([`Offer for ${email}.txt`]);
    await outstep.operator(team.storeId, 'erase_customer', { email });
    expect([await stored(), await deleted()]).toMatchObject([[other], [{ key: other }]]);
    expect((await api('POST', `${layout(id)}/versions/1/restore`)).status).toBe(400);
  });
});

test('versions of an earlier release keep every deleted file until their uses are known (contract: Senders, secrets, files 14)', async () => {
  const [used, unused, ofPreset] = [await newText('a.txt'), await newText('b.txt'), await newPicture()];
  const id = await newTextLayout(attached(used));
  const { id: preset } = await okInApp(
    'POST',
    '/presets?kind=footer&name=F',
    JSON.stringify(shown(ofPreset).blocks),
  );
  for (const table of ['layout_versions', 'preset_versions'])
    await sql(`update ${table} set files = null where store_id = $1`, [team.storeId]);
  await ok('PATCH', layout(id), { attachments: [] });
  await okInApp('PATCH', `/presets/${preset}`, { blocks: [] });
  for (const file of [used, unused, ofPreset]) await expectOk(remove(file));
  expect(await stored()).toHaveLength(3);
  await sweep();
  expect((await stored()).sort()).toEqual([used, ofPreset].sort());
  await ok('POST', `${layout(id)}/versions/1/restore`);
  await okInApp('POST', `/presets/${preset}/versions/1/restore`);
  expect((await listed()).sort()).toEqual([used, ofPreset].sort());
});

test('deleted files that versions use count toward the limits, and restoring them needs no more room (contract: Limits 3)', async () => {
  const file = await newText();
  const id = await deletedButInVersion(file);
  await outstep.operator(team.storeId, 'set_limits', { limits: ['files=1'] });
  await expect(newText('more.txt')).rejects.toMatchObject({
    message: 'limit: the limit of 1 files has been reached; delete one, or ask the operator for more',
  });
  expect((await okInApp('GET', '/limits')).items).toContainEqual(
    expect.objectContaining({ name: 'files', used: 1 }),
  );
  await ok('POST', `${layout(id)}/versions/1/restore`);
  await ok('PATCH', layout(id), { attachments: [] });
  await expectOk(remove(file));
  await okInApp('DELETE', '/deleted-files', { key: file });
  await newText('more.txt');
});

test("concurrent deletes, restores, saves and sweeps neither lose a version's file nor leave orphaned bytes (contract: Senders, secrets, files 14)", async () => {
  const keys = await Promise.all(
    Array.from({ length: sized(2, 6) }, () => outstep.newKey(team.storeId, 'write')),
  );
  const [fileKeys, ids]: [string[], string[]] = [[], []];
  for (const name of ['a.txt', 'b.txt', 'c.txt']) {
    fileKeys.push(await newText(name));
    ids.push(await newTextLayout(attached(fileKeys.at(-1) as string)));
  }
  let asked = 0;
  const send = (method: string, path: string, body?: unknown) =>
    outstep.call(keys[asked++ % keys.length] as TestKey, method, `/api/v1${path}`, body);
  const pick = <T>(of: readonly T[]) => of[Math.floor(Math.random() * of.length)] as T;
  const moves: (() => Promise<{ status: number } | number>)[] = [
    () => send('PATCH', layout(pick(ids)), { attachments: [] }),
    () => send('PATCH', layout(pick(ids)), attached(pick(fileKeys))),
    () => send('POST', `${layout(pick(ids))}/versions/${pick([1, 2, 3, 4])}/restore`),
    () => send('DELETE', '/files', { key: pick(fileKeys) }),
    () => send('DELETE', '/files', { key: pick(fileKeys) }),
    () => send('DELETE', layout(pick(ids))),
    () => app('POST', `/trash/${pick(ids)}/restore`),
    () => app('POST', `/trash/${pick(ids)}/restore`),
    sweep,
  ];
  const seen = new Set<number>();
  const lane = async () => {
    for (let i = 0; i < sized(20, 60); i++) {
      const done = await pick(moves)();
      if (typeof done === 'object') seen.add(done.status);
    }
  };
  await Promise.all(Array.from({ length: 6 }, lane));
  for (const status of seen) expect([200, 201, 400, 404, 409]).toContain(status);

  for (const id of ids) await app('POST', `/trash/${id}/restore`);
  await sweep();
  const there = [...(await listed()), ...(await deleted()).map((each: { key: string }) => each.key)].sort();
  expect((await stored()).sort()).toEqual(there);
  for (const id of ids) {
    const versions = (await ok('GET', `${layout(id)}/versions`)).items.slice(0, 5);
    for (const { version } of versions) {
      const { attachments } = (await ok('GET', `${layout(id)}/versions/${version}`)).layout;
      for (const { fileKey } of attachments) expect(there).toContain(fileKey);
      await okInApp('POST', `${layout(id)}/versions/${version}/restore`);
      for (const { fileKey } of attachments) expect(await listed()).toContain(fileKey);
    }
  }
});
