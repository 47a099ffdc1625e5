import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { presetBlocks } from '../../src/features/library/references/references.store.ts';
import { expectOneLineError } from '../faults/command-line.ts';
import { addFile, pngOf } from '../harness/files.ts';
import type { Outstep, TestKey } from '../harness/outstep.ts';
import { withClient } from '../harness/postgres.ts';
import { runOutstep } from '../harness/process.ts';
import { sharedOutstep } from '../harness/shared.ts';

let outstep: Outstep;
let key: TestKey;
let folder: string;

beforeAll(async () => {
  outstep = await sharedOutstep();
  key = await outstep.newKey(await outstep.newStore(), 'write');
  folder = await mkdtemp(join(tmpdir(), 'outstep-presets-'));
});
afterAll(async () => {
  await outstep?.close();
  await rm(folder, { recursive: true });
});

/** Runs the command line with a file. */
async function run(content: string, flags = ['--kind', 'footer', '--name', 'Main footer']) {
  const path = join(folder, 'preset.json');
  await writeFile(path, content);
  return runOutstep(outstep.env, ['preset', 'add', '--store', key.storeId, ...flags, path, '--json']);
}

/** The same operation without a process, for tests of its messages only. */
const add = (content: unknown, storeId = key.storeId) => {
  const bytes = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
  const file = { name: 'preset.json', bytes };
  return outstep.operator(storeId, 'add_preset', { kind: 'header', name: 'P', file }) as Promise<{
    id: string;
  }>;
};

const rows = (text: string, values: unknown[]) =>
  withClient(
    outstep.env['DATABASE_URL'] as string,
    async (client) => (await client.query(text, values)).rows,
  );
const referencesOf = async (id: string) =>
  (await rows('select file_key from file_references where preset_id = $1 order by 1', [id])).map(
    ({ file_key }) => file_key,
  );
const count = async () => (await rows('select count(*)::int as count from presets', []))[0].count;

describe('preset add', () => {
  test('stores blocks exactly as given, from a list or from { "blocks" }', async () => {
    const content = '[{"type":"text","html":"<p>Bye  {{ variables.name }}</p>","align":"center"}]';
    for (const text of [content, `\n{ "blocks": ${content} }\n`]) {
      const added = await run(text);
      expect(added).toMatchObject({ code: 0, stderr: '' });
      const { id, ...rest } = JSON.parse(added.stdout);
      expect(rest).toEqual({});
      expect(await rows('select store_id, kind, name from presets where id = $1', [id])).toEqual([
        { store_id: key.storeId, kind: 'footer', name: 'Main footer' },
      ]);
      const own = outstep.core.database.forStore(key.storeId);
      expect(await own.rows(presetBlocks([id]))).toEqual([
        { id, name: 'Main footer', blocks: JSON.parse(content), defaultLocale: null, languages: {} },
      ]);
      const other = outstep.core.database.forStore(await outstep.newStore());
      expect(await other.rows(presetBlocks([id]))).toEqual([]);
    }
  });

  test('records used files: keys of blocks and keys anywhere in texts', async () => {
    const { storeId } = key;
    const names = ['shown', 'linked', 'in a column', 'unused'];
    const files: string[] = [];
    for (const name of names) files.push(await addFile(outstep, storeId, `${name}.png`, await pngOf()));
    const [shown, linked, inColumn] = files as [string, string, string];
    const { id } = await add([
      { type: 'image', fileKey: shown, alt: '' },
      { type: 'text', html: `<a href="https://x.example/files/${storeId}/${linked}">See</a>` },
      { type: 'columns', columns: [{ blocks: [{ type: 'logo', fileKey: inColumn }] }, { blocks: [] }] },
      { type: 'text', html: '<p>f_0123456789abcdefghjkmnpqrs.png is nobody’s</p>' },
    ]);
    expect(await referencesOf(id)).toEqual([shown, linked, inColumn].sort());
  });

  test.each([
    ['not JSON', 'file: not valid JSON'],
    ['"text"', 'file: must be a list of blocks, or { "blocks": [...] }'],
    ['{"blocks":5}', 'file: must be a list of blocks, or { "blocks": [...] }'],
    ['{"blocks":[],"global":{}}', 'global: unknown field'],
    ['[{"type":"nonsense"}]', 'blocks[0].type: must be one of'],
    ['[5]', 'blocks[0]: must be an object'],
    ['[{"type":"spacer"},{"type":"heading","text":"a","preset":"x"}]', 'blocks[1].preset: unknown field'],
    [`${'['.repeat(100)}${']'.repeat(100)}`, 'file: nested deeper than 64 levels'],
    ['[{"type":"spacer"},{"type":"spacer"},{"type":"heading","text":"{% if %}"}]', 'blocks[2].text: Liquid:'],
    ['[{"type":"heading","text":"a\\u0000"}]', 'must not contain NUL'],
    [
      '[{"type":"image","fileKey":"f_0123456789abcdefghjkmnpqrs.png","alt":""}]',
      'blocks[0].fileKey: unknown file',
    ],
    ['[{"type":"image","fileKey":"../../etc/passwd","alt":""}]', 'blocks[0].fileKey: unknown file'],
  ])('rejects %s', async (content, reason) => {
    const before = await count();
    await expect(add(content)).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining(reason),
    });
    expect(await count()).toBe(before);
  });

  test('rejects files of other stores with the message for unknown ones (spec: What the service does 7)', async () => {
    const file = await addFile(outstep, await outstep.newStore(), 'theirs.png', await pngOf());
    await expect(add([{ type: 'image', fileKey: file, alt: '' }])).rejects.toMatchObject({
      message: 'blocks[0].fileKey: unknown file',
    });
    // Inside a text, the key is plain characters and references no file.
    const { id } = await add([{ type: 'text', html: `<p>${file}</p>` }]);
    expect(await referencesOf(id)).toEqual([]);
  });

  test('prints the error as one sentence', async () => {
    const good = '[{"type":"spacer"}]';
    expectOneLineError(
      await run('[{"type":"heading","text":"{{ a"}]'),
      /^outstep: blocks\[0\]\.text: Liquid: /,
    );
    expectOneLineError(
      await run(good, ['--kind', 'middle', '--name', 'a']),
      /kind: must be one of header, footer/,
    );
    expectOneLineError(await run(good, ['--kind', 'header']), /name: required/);
    expectOneLineError(await run(`"${'x'.repeat(1024 * 1024)}"`), /file: larger than 1 MB/);
  });

  test('adding a preset and deleting its file never both succeed', async () => {
    const outcomes: Record<string, number> = {};
    for (let round = 0; round < 20; round++) {
      const file = await addFile(outstep, key.storeId, 'logo.png', await pngOf());
      const [saved, deleted] = await Promise.all([
        add([{ type: 'image', fileKey: file, alt: '' }]).then(
          () => true,
          () => false,
        ),
        outstep.call(key, 'DELETE', '/api/v1/files', { key: file }).then(({ status }) => status),
      ]);
      expect({ round, deleted }).toEqual({ round, deleted: saved ? 409 : 200 });
      outcomes[deleted] = (outcomes[deleted] ?? 0) + 1;
    }
    expect(Object.values(outcomes).reduce((sum, each) => sum + each)).toBe(20);
  });
});
