import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { BucketServer } from '../../../test/harness/bucket-server.ts';
import { fileKey, namesIn, OTHER_STORE, readFile, STORE } from '../../../test/harness/file-rules.ts';
import { readFileLocation } from '../../kernel/file-location.ts';
import type { AllFiles } from './all-files.ts';
import { copyFiles, noCopies } from './copy-files.ts';
import { createFileFolder } from './file-folder.ts';
import { openFiles } from './open-files.ts';

let server: BucketServer;
let root: string;
let folder: AllFiles;
let bucket: AllFiles;
const KEYS = ['1', '2', '3', '4', '5', '6'].map(fileKey);
const pathOf = (key: string) => join(root, 'from', STORE, key);

beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'somebody');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'something');
  server = await BucketServer.start();
});
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'outstep-copy-'));
  folder = createFileFolder(join(root, 'from'));
  bucket = openFiles(readFileLocation(`s3://files/copies?endpoint=${server.endpoint}`));
  for (const key of KEYS) await folder.forStore(STORE).put(key, randomBytes(1000));
  await folder.forStore(OTHER_STORE).put(fileKey('0'), randomBytes(9 * 1024 * 1024));
});
afterEach(async () => {
  server.fault = () => null;
  server.objects.clear();
  await rm(root, { recursive: true });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

async function copied(from: AllFiles, to: AllFiles, compares = true) {
  const counts = noCopies();
  const damaged: string[] = [];
  await copyFiles(from, to, { compares, counts, onDamaged: (name) => damaged.push(name) });
  return { ...counts, damaged };
}
const none = { copied: 0, present: 0, gone: 0, damaged: [] };

test('copies every file with its age, and back into another folder', async () => {
  const at = new Date('2026-01-02T03:04:05Z');
  for (const key of KEYS) await utimes(pathOf(key), at, at);
  await writeFile(join(root, 'from', STORE, '.0198c0de-0000-7000-8000-000000000009'), 'cut off');
  expect(await copied(folder, bucket)).toEqual({ ...none, copied: 7 });
  const names = (await namesIn(folder)).filter((name) => !name.endsWith('/null'));
  expect(await namesIn(bucket)).toEqual(names);
  const back = createFileFolder(join(root, 'back'));
  expect(await copied(bucket, back)).toEqual({ ...none, copied: 7 });
  for (const key of KEYS)
    expect(await readFile(back.forStore(STORE), key)).toEqual(await readFile(folder.forStore(STORE), key));
  const third = createFileFolder(join(root, 'third'));
  expect(await copied(folder, third)).toEqual({ ...none, copied: 7 });
  expect((await stat(join(root, 'third', STORE, KEYS[0] as string))).mtime).toEqual(at);
});

test('copies missing and changed files and skips existing ones', async () => {
  await copied(folder, bucket);
  expect(await copied(folder, bucket)).toEqual({ ...none, present: 7 });
  await bucket.forStore(STORE).remove(KEYS[0] as string);
  await bucket.forStore(STORE).put(KEYS[1] as string, randomBytes(1000));
  await bucket.forStore(STORE).put(KEYS[2] as string, randomBytes(999));
  expect(await copied(folder, bucket)).toEqual({ ...none, copied: 3, present: 4 });
  expect(await copied(folder, bucket)).toEqual({ ...none, present: 7 });
});

test('compares by size alone on request', async () => {
  await copied(folder, bucket);
  await bucket.forStore(STORE).put(KEYS[1] as string, randomBytes(1000));
  expect(await copied(folder, bucket, false)).toEqual({ ...none, present: 7 });
});

test('names damaged files, skips them and copies the others', async () => {
  await copied(folder, bucket);
  const damage = (key: string, change: (bytes: Buffer) => Buffer) => {
    const kept = server.objects.get(`copies/${STORE}/${key}`);
    if (kept) kept.bytes = change(kept.bytes);
  };
  damage(KEYS[0] as string, (bytes) => bytes.subarray(1));
  damage(KEYS[1] as string, (bytes) => Buffer.from(bytes).fill(0, 5, 6).fill(1, 6, 7));
  const foreign = server.objects.get(`copies/${STORE}/${KEYS[2]}`);
  if (foreign) foreign.headers = {};
  const back = createFileFolder(join(root, 'back'));
  const { damaged, ...counts } = await copied(bucket, back);
  expect(counts).toEqual({ copied: 4, present: 0, gone: 0 });
  expect(damaged.sort()).toEqual(KEYS.slice(0, 3).map((key) => `${STORE}/${key}`));
  for (const key of KEYS.slice(0, 3)) expect(await readFile(back.forStore(STORE), key)).toBeNull();
});

test('treats a copy that reads back differently as damaged', async () => {
  server.fault = ({ method, url }) =>
    method === 'GET' && url.pathname.endsWith(KEYS[3] as string) ? 'altered' : null;
  expect(await copied(folder, bucket)).toEqual({ ...none, copied: 6, damaged: [`${STORE}/${KEYS[3]}`] });
});

test('retries a broken connection, stops when the storage is lost, and completes when resumed', async () => {
  let left = 2;
  server.fault = ({ method }) => (method === 'GET' && left-- > 0 ? 'broken' : null);
  expect(await copied(folder, bucket)).toEqual({ ...none, copied: 7 });
  server.objects.clear();
  let puts = 0;
  server.fault = ({ method }) => (method === 'PUT' && ++puts > 3 ? 'unanswered' : null);
  const counts = noCopies();
  await expect(copyFiles(folder, bucket, { compares: true, counts })).rejects.toThrow('it does not respond');
  expect(counts.copied).toBeGreaterThan(0);
  expect(counts.copied).toBeLessThan(7);
  server.fault = () => null;
  const rest = await copied(folder, bucket);
  expect(rest.copied + rest.present).toBe(7);
  expect(await namesIn(bucket)).toEqual(await namesIn(folder));
});

test('ignores files deleted during the copy', async () => {
  const listed: AllFiles = {
    ...folder,
    async *list() {
      yield* folder.list();
      yield { storeId: STORE, key: fileKey('9'), at: new Date(), discard: async () => undefined };
    },
  };
  expect(await copied(listed, bucket)).toEqual({ ...none, copied: 7, gone: 1 });
});
