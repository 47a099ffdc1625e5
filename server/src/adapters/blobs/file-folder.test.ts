import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FileStorage } from '../../kernel/ports.ts';
import { createFileFolder } from './file-folder.ts';

const STORE = '0198c0de-0000-7000-8000-000000000001';
const OTHER = '0198c0de-0000-7000-8000-000000000002';
const KEY = 'f_00000000000000000000000000.png';

let root: string;
let storage: FileStorage;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'outstep-blobs-'));
  storage = createFileFolder(root).forStore(STORE);
});
afterAll(() => rm(root, { recursive: true }));

const read = async (key: string, from = storage) => {
  const stream = await from.read(key);
  return stream && text(stream);
};

test('what is put can be read and removed, by its own store', async () => {
  await storage.put(KEY, Buffer.from('bytes'));
  expect(await read(KEY)).toBe('bytes');
  expect(await read(KEY, createFileFolder(root).forStore(OTHER))).toBeNull();
  expect(await readdir(join(root, STORE))).toEqual([KEY]);
  await storage.remove(KEY);
  await storage.remove(KEY);
  expect(await read(KEY)).toBeNull();
});

test('files are for nobody but their owner, and so are their folders, whatever the mask of the process', async () => {
  const before = process.umask(0);
  try {
    const files = createFileFolder(join(root, 'private')).forStore(STORE);
    await files.put(KEY, Buffer.from('bytes'));
  } finally {
    process.umask(before);
  }
  const modeOf = async (...path: string[]) => (await stat(join(root, ...path))).mode & 0o777;
  expect(await modeOf('private')).toBe(0o700);
  expect(await modeOf('private', STORE)).toBe(0o700);
  expect(await modeOf('private', STORE, KEY)).toBe(0o600);
});

test('a reader of what is replaced meanwhile gets one of the two whole', async () => {
  const old = 'a'.repeat(300_000);
  await storage.put(KEY, Buffer.from(old));
  const stream = await storage.read(KEY);
  await storage.put(KEY, Buffer.from('b'));
  expect(stream && (await text(stream))).toBe(old);
  expect(await read(KEY)).toBe('b');
});

describe('a key can lead nowhere else', () => {
  const keys = [
    '../secret',
    '..',
    '.',
    '',
    'a/b',
    'a\\b',
    '/etc/passwd',
    '%2e%2e',
    'a\0',
    '.hidden',
    'a..b',
    'A',
  ];

  test.each(keys)('%j is refused', async (key) => {
    await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow('a key that is none');
    await expect(storage.read(key)).rejects.toThrow('a key that is none');
    await expect(storage.remove(key)).rejects.toThrow('a key that is none');
  });

  test.each(['..', '../..', '', STORE.toUpperCase(), `${STORE}/..`])('nor a store id %j', (id) => {
    expect(() => createFileFolder(root).forStore(id)).toThrow('a store id that is none');
  });

  test('a link that somebody put there is not followed', async () => {
    await mkdir(join(root, OTHER), { recursive: true });
    await writeFile(join(root, 'secret'), 'secret');
    await symlink(join(root, 'secret'), join(root, OTHER, KEY));
    await expect(createFileFolder(root).forStore(OTHER).read(KEY)).rejects.toThrow();
  });
});

describe('a folder that cannot be used says so, and not where it is', () => {
  test('a file in its place', async () => {
    const file = join(root, 'a-file');
    await writeFile(file, '');
    const broken = createFileFolder(file);
    const sentence = 'the folder of files (OUTSTEP_FILES) cannot be used: it is not a folder';
    await expect(broken.forStore(STORE).put(KEY, Buffer.from('x'))).rejects.toThrow(sentence);
    await expect(broken.probe()).rejects.toThrow(sentence);
  });
});

test('a probe leaves nothing behind, and what is stored is told with its age', async () => {
  const folder = createFileFolder(join(root, 'fresh'));
  expect(await folder.stores()).toEqual([]);
  await folder.probe();
  expect(await folder.stores()).toEqual([]);
  expect(await readdir(join(root, 'fresh', '.probe'))).toEqual([]);
  await folder.forStore(STORE).put(KEY, Buffer.from('x'));
  await writeFile(join(root, 'fresh', STORE, '.0198c0de-0000-7000-8000-000000000009'), 'cut off');
  await writeFile(join(root, 'fresh', STORE, 'README.TXT'), 'not ours');
  expect(await folder.stores()).toEqual([STORE]);
  const stored = await folder.stored(STORE);
  expect(stored.map(({ name }) => name).sort()).toEqual(['.0198c0de-0000-7000-8000-000000000009', KEY]);
  for (const { at } of stored) expect(at).toBeInstanceOf(Date);
});
