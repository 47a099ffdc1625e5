import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectOneLineError } from '../faults/command-line.ts';
import { pngOf } from '../harness/files.ts';
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
  folder = await mkdtemp(join(tmpdir(), 'outstep-uploads-'));
});
afterAll(async () => {
  await outstep?.close();
  await rm(folder, { recursive: true });
});

const run = (args: string[], env = {}) => runOutstep({ ...outstep.env, ...env }, args);
const add = (path: string, env = {}) => run(['file', 'add', '--store', key.storeId, path, '--json'], env);
const newest = async () => (await outstep.call(key, 'GET', '/api/v1/files?limit=1')).body.items[0];
const total = async () => (await outstep.call(key, 'GET', '/api/v1/files')).body.total;
const written = async (name: string, bytes: Uint8Array | string) => {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
};
const filesFolder = () => outstep.env['OUTSTEP_FILES']?.replace('dir:', '') ?? '';
const storedAt = (file: string) => join(filesFolder(), key.storeId, file);

describe('file add', () => {
  test('prints the key of an added image, which is then served', async () => {
    const path = await written('logo.png', await pngOf(12, 8));
    const added = await add(path);
    expect(added).toMatchObject({ code: 0, stderr: '' });
    const { key: file, ...rest } = JSON.parse(added.stdout);
    expect(rest).toEqual({});
    expect(await newest()).toMatchObject({ key: file, filename: 'logo.png', width: 12, height: 8 });
    const served = await fetch(`${outstep.origin}/files/${key.storeId}/${file}`);
    const { width } = await sharp(Buffer.from(await served.arrayBuffer())).metadata();
    expect([served.status, width]).toEqual([200, 12]);
  });

  test('prints the key without --json too', async () => {
    const path = await written('plain.txt', 'hello');
    const { stdout } = await run(['file', 'add', path, '--store', key.storeId]);
    expect(stdout).toMatch(/^key: f_[0-9a-z]{26}\.txt\n$/);
    expect(await newest()).toMatchObject({ filename: 'plain.txt', contentType: 'text/plain', url: null });
  });

  test.each([
    ['Preise.csv', 'Größe;Preis\r\nS;10 €\r\n', 'text/csv'],
    ['latin.csv', Buffer.from('Gr\xf6\xdfe;Preis', 'latin1'), 'text/csv'],
    ['invite.ICS', 'BEGIN:VCALENDAR\nEND:VCALENDAR\n', 'text/calendar'],
    ['readme.md', '# Hello', 'text/markdown'],
    ['no text.txt', Buffer.from([0, 1, 2, 3]), 'application/octet-stream'],
    ['page.html', '<script>alert(1)</script>', 'application/octet-stream'],
    ['hidden.txt.html', 'text', 'application/octet-stream'],
    ['old.doc', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'application/msword'],
    ['bundle.zip', Buffer.from('504b0506000000000000000000000000000000000000', 'hex'), 'application/zip'],
    ['invoice.txt', '%PDF-1.7\n', 'application/pdf'],
  ])('keeps the type of %s (contract: Senders, secrets, files 8)', async (name, bytes, contentType) => {
    const file = { name, bytes: Buffer.from(bytes) };
    await outstep.operator(key.storeId, 'add_file', { file });
    expect(await newest()).toMatchObject({ filename: name, contentType, size: file.bytes.length });
  });

  test('stores other files unchanged, typed by content instead of extension', async () => {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), createHash('sha512').update('x').digest()]);
    const { stdout } = await add(await written('invoice.png', bytes));
    const { key: file } = JSON.parse(stdout);
    expect(await newest()).toMatchObject({
      key: expect.stringMatching(/\.pdf$/),
      filename: 'invoice.png',
      contentType: 'application/pdf',
      url: null,
      width: null,
    });
    expect(await readFile(storedAt(file))).toEqual(bytes);
  });

  test.each([
    ['invoice\u202egnp.txt', 'invoicegnp.txt'],
    ['a\r\nb.txt', 'ab.txt'],
    ['%2e%2e%2fetc%2fpasswd', '%2e%2e%2fetc%2fpasswd'],
    ['..\\..\\boot.ini', 'boot.ini'],
  ])('cleans the name %j', async (name, kept) => {
    expect((await add(await written(name, 'x'))).code).toBe(0);
    expect(await newest()).toMatchObject({ filename: kept });
  });

  test('uses the name that was given, not the target of a symlink', async () => {
    await mkdir(join(folder, 'deep'), { recursive: true });
    await symlink(await written('secret name.txt', 'x'), join(folder, 'deep', 'shown.txt'));
    await add(`${folder}/deep/../deep/shown.txt`);
    expect(await newest()).toMatchObject({ filename: 'shown.txt' });
  });

  test('accepts 25 MB and rejects one byte more', async () => {
    const path = await written('large.bin', 'x');
    await truncate(path, 25 * 1024 * 1024);
    expect((await add(path)).code).toBe(0);
    await truncate(path, 25 * 1024 * 1024 + 1);
    expectOneLineError(await add(path), /^outstep: file: larger than 25 MB\n$/);
  });

  test('prints the error in one sentence and adds nothing', async () => {
    const before = await total();
    expectOneLineError(await add(join(folder, 'nothing.png')), /nothing\.png: no such file/);
    expectOneLineError(await add(folder), /: not a file\n$/);
    expectOneLineError(await add('/dev/zero'), /zero: not a file/);
    expectOneLineError(await add(await written('empty.png', '')), /^outstep: file: is empty/);
    expectOneLineError(
      await add(await written('bad.gif', 'GIF89a=1;alert(1)')),
      /file: is a damaged or unsupported image/,
    );
    const bomb = '<svg xmlns="http://www.w3.org/2000/svg" width="99999" height="99999"/>';
    expectOneLineError(
      await add(await written('bomb.svg', bomb)),
      /file: has more than 25 million pixels; make it smaller/,
    );
    expectOneLineError(await run(['file', 'add', '--store', key.storeId]), /PATH: required/);
    expectOneLineError(
      await run(['file', 'add', '--store', key.storeId, 'a', 'b']),
      /PATH: specify only one/,
    );
    expectOneLineError(await run(['file', 'add', 'a']), /--store: required/);
    expect(await total()).toBe(before);
  });

  test('rejects an invalid file location before doing anything', async () => {
    const path = await written('logo.png', await pngOf());
    for (const wrong of ['/var/files', 'dir:', 'file:///var', 's3:bucket'])
      expectOneLineError(
        await add(path, { OUTSTEP_FILES: wrong }),
        /^outstep: OUTSTEP_FILES: must be dir:\/path or s3:\/\/bucket/,
      );
    const before = await total();
    expectOneLineError(
      await add(path, { OUTSTEP_FILES: `dir:${path}` }),
      /the files folder \(OUTSTEP_FILES\) cannot be used: it is not a folder/,
    );
    expect(await total()).toBe(before);
  });
});

describe('doctor', () => {
  const filesOf = async (env = {}) => {
    const { stdout } = await run(['doctor', '--json'], env);
    const { findings } = JSON.parse(stdout) as { findings: { check: string; ok: boolean; detail: string }[] };
    return findings.find(({ check }) => check === 'files');
  };

  test('reports the file location after writing and reading there', async () => {
    expect(await filesOf()).toEqual({
      check: 'files',
      ok: true,
      detail: `can be written, read and deleted in ${filesFolder()}`,
    });
  });

  test('reports why the file location cannot be used', async () => {
    const path = await written('not-a-folder', '');
    expect(await filesOf({ OUTSTEP_FILES: `dir:${path}` })).toMatchObject({
      ok: false,
      detail: expect.stringContaining('it is not a folder'),
    });
  });
});

test('maintain deletes only stray files older than eight days', async () => {
  const { key: kept } = JSON.parse((await add(await written('kept.txt', 'x'))).stdout);
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000);
  const old = hours(8 * 24 + 1);
  const placeFile = async (path: string, at?: Date) => {
    await writeFile(path, 'x');
    if (at) await utimes(path, at, at);
    return path;
  };
  const name = (sign: string) => `f_${sign.repeat(26)}.png`;
  const stranger = join(filesFolder(), outstep.core.runtime.newId());
  await mkdir(stranger);
  const orphan = await placeFile(storedAt(name('1')), old);
  const cutOff = await placeFile(storedAt(`.${outstep.core.runtime.newId()}`), old);
  await utimes(storedAt(kept), old, old);
  const spared = [
    storedAt(kept),
    await placeFile(storedAt(name('2'))),
    // Fetched for an email that may still be waiting for its next attempt.
    await placeFile(storedAt(name('4')), hours(7 * 24)),
    // From a store that is not in this database, and from someone else entirely.
    await placeFile(join(stranger, name('3')), old),
    await placeFile(storedAt('NOTES.TXT'), old),
  ];
  const swept = await run(['maintain', '--json']);
  expect(JSON.parse(swept.stdout)).toMatchObject({ filesSwept: 2 });
  for (const path of [orphan, cutOff]) await expect(readFile(path)).rejects.toMatchObject({ code: 'ENOENT' });
  for (const path of spared) expect((await readFile(path)).toString()).toBe('x');
  expect(JSON.parse((await run(['maintain', '--json'])).stdout)).toMatchObject({ filesSwept: 0 });
});

test('stores only file metadata in the database', async () => {
  const canary = 'canary-of-a-file-8d2k';
  await add(await written('canary.txt', canary));
  const found = await withClient(outstep.env['DATABASE_URL'] as string, async (client) => {
    const { rows } = await client.query('select to_jsonb(f)::text as row from files f');
    return rows.map(({ row }) => row).join('\n');
  });
  expect(found).toContain('canary.txt');
  expect(found).not.toContain(canary);
});
