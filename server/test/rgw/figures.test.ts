import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFileFolder } from '../../src/adapters/blobs/file-folder.ts';
import { fileKey, readFile, STORE } from '../harness/file-rules.ts';
import { type Gateway, startGateway } from './gateway.ts';

const KEY = fileKey('0');
let gateway: Gateway;
let root: string;

beforeAll(async () => {
  gateway = await startGateway(['figures']);
  root = await mkdtemp(join(tmpdir(), 'outstep-figures-'));
});
afterAll(async () => {
  await gateway.close();
  await rm(root, { recursive: true });
});

async function median(times: number, work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let turn = 0; turn < times; turn++) {
    const began = performance.now();
    await work();
    taken.push(performance.now() - began);
  }
  return Math.round(taken.sort((a, b) => a - b)[times >> 1] as number);
}

test.each([
  [1_000_000, 21],
  [100_000_000, 5],
])('measures %d bytes in a bucket and in a folder', async (size, times) => {
  const bytes = randomBytes(size);
  for (const [name, files] of Object.entries({
    bucket: gateway.open('figures'),
    folder: createFileFolder(root),
  })) {
    const storage = files.forStore(STORE);
    const put = await median(times, () => storage.put(KEY, bytes));
    const get = await median(times, () => readFile(storage, KEY));
    console.log(`${name}, ${size / 1_000_000} MB: put ${put} ms, get ${get} ms`);
    expect(await readFile(storage, KEY)).toHaveLength(size);
  }
});
