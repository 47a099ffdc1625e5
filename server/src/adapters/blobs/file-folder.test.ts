import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeFileRules } from '../../../test/harness/file-rules.ts';
import type { StoredBlob } from './all-files.ts';
import { createFileFolder } from './file-folder.ts';

const STORE = '0198c0de-0000-7000-8000-000000000001';
const OTHER = '0198c0de-0000-7000-8000-000000000002';
const KEY = 'f_00000000000000000000000000.png';

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'outstep-blobs-'));
});
afterAll(() => rm(root, { recursive: true }));

describeFileRules(() => createFileFolder(join(root, 'rules')));

test('restricts files and folders to their owner regardless of umask', async () => {
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

test('does not follow symbolic links', async () => {
  await mkdir(join(root, OTHER), { recursive: true });
  await writeFile(join(root, 'secret'), 'secret');
  await symlink(join(root, 'secret'), join(root, OTHER, KEY));
  await expect(createFileFolder(root).forStore(OTHER).read(KEY)).rejects.toThrow();
});

describe('reports an unusable folder without its path', () => {
  test('is a file', async () => {
    const file = join(root, 'a-file');
    await writeFile(file, '');
    const broken = createFileFolder(file);
    const sentence = 'the files folder (OUTSTEP_FILES) cannot be used: it is not a folder';
    await expect(broken.forStore(STORE).put(KEY, Buffer.from('x'))).rejects.toThrow(sentence);
    await expect(broken.probe()).rejects.toThrow(sentence);
  });
});

test('lists stored and half-written files with their age', async () => {
  const folder = createFileFolder(join(root, 'fresh'));
  await folder.probe();
  expect(await readdir(join(root, 'fresh', '.probe'))).toEqual([]);
  await folder.forStore(STORE).put(KEY, Buffer.from('x'));
  await writeFile(join(root, 'fresh', STORE, '.0198c0de-0000-7000-8000-000000000009'), 'cut off');
  await writeFile(join(root, 'fresh', STORE, 'README.TXT'), 'not ours');
  const stored: StoredBlob[] = [];
  for await (const file of folder.list()) stored.push(file);
  expect(stored).toHaveLength(2);
  for (const key of [null, KEY])
    expect(stored).toContainEqual({
      storeId: STORE,
      key,
      at: expect.any(Date),
      discard: expect.any(Function),
    });
});
