import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AllFiles } from '../../src/adapters/blobs/all-files.ts';
import type { FileStorage } from '../../src/kernel/ports.ts';

export const STORE = '0198c0de-0000-7000-8000-000000000001';
export const OTHER_STORE = '0198c0de-0000-7000-8000-000000000002';
export const fileKey = (sign: string) => `f_${sign.repeat(26)}.png`;

export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The whole file, or `null` when there is none. */
export async function readFile(from: FileStorage, key: string): Promise<Buffer | null> {
  const stream = await from.read(key);
  return stream && buffer(stream);
}

export const namesIn = async (files: AllFiles) => {
  const names: string[] = [];
  for await (const { storeId, key } of files.list()) names.push(`${storeId}/${key}`);
  return names.sort();
};

/** Rules that hold wherever the bytes are stored. */
export function describeFileRules(open: () => AllFiles) {
  const KEY = fileKey('0');
  let files: AllFiles;
  let storage: FileStorage;
  let other: FileStorage;

  beforeAll(() => {
    files = open();
    storage = files.forStore(STORE);
    other = files.forStore(OTHER_STORE);
  });

  test('reads and removes stored files, per store', async () => {
    await storage.put(KEY, Buffer.from('bytes'));
    expect(String(await readFile(storage, KEY))).toBe('bytes');
    expect(await readFile(other, KEY)).toBeNull();
    await other.remove(KEY);
    expect(String(await readFile(storage, KEY))).toBe('bytes');
    await storage.remove(KEY);
    await storage.remove(KEY);
    expect(await readFile(storage, KEY)).toBeNull();
  });

  test.each([0, 1, 25 * 1024 * 1024])('stores %d bytes unchanged', async (size) => {
    const bytes = randomBytes(size);
    await storage.put(KEY, bytes);
    expect(sha256Of((await readFile(storage, KEY)) as Buffer)).toBe(sha256Of(bytes));
    const found = await files.find(STORE, KEY);
    expect(found).toMatchObject({ size, at: expect.any(Date) });
    expect(await found?.digest()).toBe(sha256Of(bytes));
    await storage.remove(KEY);
    expect(await files.find(STORE, KEY)).toBeNull();
  });

  test('a reader of a file being replaced gets one complete version', async () => {
    const old = 'a'.repeat(300_000);
    await storage.put(KEY, Buffer.from(old));
    const stream = await storage.read(KEY);
    await storage.put(KEY, Buffer.from('b'));
    expect([old, 'b']).toContain(String(stream && (await buffer(stream))));
    expect(String(await readFile(storage, KEY))).toBe('b');
    await storage.remove(KEY);
  });

  test('a stream can be abandoned before its start or end', async () => {
    await storage.put(KEY, randomBytes(3_000_000));
    for (let turn = 0; turn < 60; turn++) {
      const stream = (await storage.read(KEY)) as Readable;
      if (turn % 2 === 0) await stream[Symbol.asyncIterator]().next();
      stream.destroy();
    }
    expect(await readFile(storage, KEY)).toHaveLength(3_000_000);
    await storage.remove(KEY);
  });

  test('all stores are listed, and one is cleared without the others', async () => {
    const keys = ['1', '2', '3', '4', '5'].map(fileKey);
    for (const key of keys) await storage.put(key, Buffer.from(key));
    await other.put(KEY, Buffer.from('other'));
    const own = keys.map((key) => `${STORE}/${key}`);
    expect(await namesIn(files)).toEqual([...own, `${OTHER_STORE}/${KEY}`]);
    await storage.clear();
    expect(await namesIn(files)).toEqual([`${OTHER_STORE}/${KEY}`]);
    for await (const file of files.list()) await file.discard();
    expect(await namesIn(files)).toEqual([]);
    await storage.clear();
  });

  test.each([10, 20_000_000])('streams %d bytes when size and digest match', async (size) => {
    const bytes = randomBytes(size);
    const facts = { size, sha256: sha256Of(bytes), at: new Date('2026-01-02T03:04:05Z') };
    const chunks = () => Readable.from([bytes.subarray(0, size / 2), bytes.subarray(size / 2)]);
    await files.write(STORE, KEY, chunks(), facts);
    expect(sha256Of((await readFile(storage, KEY)) as Buffer)).toBe(facts.sha256);
    await storage.remove(KEY);
    const wrong = { ...facts, sha256: sha256Of(Buffer.from('another')) };
    await expect(files.write(STORE, KEY, chunks(), wrong)).rejects.toThrow('is damaged');
    async function* cut() {
      yield bytes.subarray(0, size / 2);
      throw new Error('cut off');
    }
    await expect(files.write(STORE, KEY, Readable.from(cut()), facts)).rejects.toThrow('cut off');
    expect(await readFile(storage, KEY)).toBeNull();
    expect(await namesIn(files)).toEqual([]);
  });

  test('a probe leaves no file', async () => {
    await files.probe();
    expect(await namesIn(files)).toEqual([]);
  });

  describe('a key cannot lead outside its store', () => {
    const keys = [
      ...['../secret', '..', '.', '', 'a/b', 'a\\b', '/etc/passwd', '%2e%2e', 'a\0', '.hidden', 'a..b', 'A'],
      `../${OTHER_STORE}/${KEY}`,
    ];

    test.each(keys)('%j is rejected', async (key) => {
      await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow('a key that is none');
      await expect(storage.read(key)).rejects.toThrow('a key that is none');
      await expect(storage.remove(key)).rejects.toThrow('a key that is none');
    });

    test.each(['..', '../..', '', STORE.toUpperCase(), `${STORE}/..`, '-'.repeat(36)])(
      'rejects a store id %j',
      (id) => {
        expect(() => files.forStore(id)).toThrow('a store id that is none');
      },
    );
  });
}
