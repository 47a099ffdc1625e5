import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { AllFiles } from '../../src/adapters/blobs/all-files.ts';
import { createFileFolder } from '../../src/adapters/blobs/file-folder.ts';
import { fileKey, namesIn, OTHER_STORE, readFile, STORE, sha256Of } from '../harness/file-rules.ts';
import { startingEnv } from '../harness/process.ts';
import { type Gateway, startGateway } from './gateway.ts';

const MB = 1_000_000;
const KEY = fileKey('0');
const main = join(import.meta.dirname, '../../src/main.ts');

let gateway: Gateway;
let root: string;
let folder: AllFiles;

beforeAll(async () => {
  gateway = await startGateway(['uploads', 'copies']);
  root = await mkdtemp(join(tmpdir(), 'outstep-kills-'));
  folder = createFileFolder(join(root, 'files'));
  for (let i = 0; i < 40; i++) {
    const storage = folder.forStore(i % 2 === 0 ? STORE : OTHER_STORE);
    const large = i % 8 === 0 ? 12 * MB : 300_000;
    await storage.put(`f_${String(i).padStart(26, '0')}`, randomBytes(large));
  }
});
afterEach(async () => {
  gateway.proxy.reset();
  for await (const file of gateway.open('copies').list()) await file.discard();
});
afterAll(async () => {
  await gateway.close();
  await rm(root, { recursive: true });
});

describe('the gateway is killed in the middle', () => {
  test.each([
    ['a small upload', 3 * MB, 1 * MB],
    ['the first part of a large one', 100 * MB, 4 * MB],
    ['a later part', 100 * MB, 50 * MB],
    ['the last bytes', 100 * MB, 99.9 * MB],
  ])('of %s: fails without leaving a file', async (_, size, at) => {
    const storage = gateway.openThroughProxy('uploads').forStore(STORE);
    let killed: Promise<void> | undefined;
    gateway.proxy.whenPassed('up', at, () => {
      killed = gateway.ceph.kill();
    });
    const bytes = randomBytes(size);
    await expect(storage.put(KEY, bytes)).rejects.toThrow('the file bucket (OUTSTEP_FILES) cannot be used');
    await killed;
    await expect(storage.read(KEY)).rejects.toThrow('it does not respond');
    await gateway.ceph.restart();
    expect(await storage.read(KEY)).toBeNull();
    const left = await namesIn(gateway.open('uploads'));
    // At most some parts of it, which the sweep finds.
    expect(left.filter((name) => !name.endsWith('/null'))).toEqual([]);
    await storage.put(KEY, bytes);
    expect(sha256Of((await readFile(storage, KEY)) as Buffer)).toBe(sha256Of(bytes));
    await storage.clear();
    expect(await namesIn(gateway.open('uploads'))).toEqual([]);
  });

  test('of a download: it fails before its end', async () => {
    const storage = gateway.openThroughProxy('uploads').forStore(STORE);
    await storage.put(KEY, randomBytes(50 * MB));
    let killed: Promise<void> | undefined;
    gateway.proxy.reset();
    gateway.proxy.whenPassed('down', 10 * MB, () => {
      killed = gateway.ceph.kill();
    });
    await expect(readFile(storage, KEY)).rejects.toThrow();
    await killed;
    await gateway.ceph.restart();
    expect(await readFile(storage, KEY)).toHaveLength(50 * MB);
    await storage.remove(KEY);
  });
});

describe('outstep files copy', () => {
  /** `outstep files copy` from the folder into the bucket, as an operator runs it. */
  function startCopy() {
    const url = `s3://copies?endpoint=${gateway.proxy.endpoint}`;
    const args = [main, 'files', 'copy', '--from', join(root, 'files'), '--to', url, '--json'];
    const child = spawn(process.execPath, args, { env: { ...startingEnv, ...gateway.ceph.credentials } });
    const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
    return {
      child,
      ended: ended.then(([[code], stdout, stderr]) => ({ code: code as number | null, stdout, stderr })),
    };
  }

  /** Expects every copied file to be complete. */
  async function countIntactFiles(): Promise<number> {
    const bucket = gateway.open('copies');
    let count = 0;
    for await (const { storeId, key } of bucket.list()) {
      if (key === null) continue;
      const [copy, original] = [bucket, folder].map((files) => readFile(files.forStore(storeId), key));
      expect(sha256Of((await copy) as Buffer)).toBe(sha256Of((await original) as Buffer));
      count++;
    }
    return count;
  }

  async function complete() {
    gateway.proxy.reset();
    const before = await countIntactFiles();
    const { code, stdout } = await startCopy().ended;
    expect(code).toBe(0);
    const counts = JSON.parse(stdout);
    expect(counts).toEqual({ copied: 40 - before, present: before, gone: 0, damaged: 0, complete: true });
    expect(await countIntactFiles()).toBe(40);
  }

  test.each([0.1, 1, 5, 20, 40, 60])(
    'the gateway is killed after %d MB: the command fails with a message, leaves no partial file, and completes when resumed',
    async (at) => {
      let killed: Promise<void> | undefined;
      gateway.proxy.whenPassed('up', at * MB, () => {
        killed = gateway.ceph.kill();
      });
      const { code, stdout, stderr } = await startCopy().ended;
      await killed;
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/stopped after \d+ copied/);
      expect(stderr).toMatch(/cannot be used: it does not respond/);
      await gateway.ceph.restart();
      await complete();
    },
  );

  test.each([0.1, 5, 40])('the command is killed after %d MB: the same', async (at) => {
    const copy = startCopy();
    gateway.proxy.whenPassed('up', at * MB, () => copy.child.kill('SIGKILL'));
    expect((await copy.ended).code).toBeNull();
    await complete();
  });

  test('memory does not grow with the copied size', async () => {
    const many = createFileFolder(join(root, 'large'));
    const bytes = randomBytes(100 * MB);
    for (const sign of '12345678') await many.forStore(STORE).put(fileKey(sign), bytes);
    const program = `
      const { runCommand } = await import(${JSON.stringify(join(import.meta.dirname, '../../src/processes/command-line/command-line.ts'))});
      const code = await runCommand(process.argv.slice(1), process);
      process.stderr.write(JSON.stringify({ maxRss: process.resourceUsage().maxRSS }));
      process.exitCode = code;`;
    const url = `s3://copies?endpoint=${gateway.ceph.endpoint}`;
    const words = ['files', 'copy', '--from', join(root, 'large'), '--to', url, '--json'];
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, '--', ...words], {
      env: { ...startingEnv, ...gateway.ceph.credentials },
    });
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect(JSON.parse(stdout)).toMatchObject({ copied: 8, complete: true });
    const maxMb = JSON.parse(stderr.slice(stderr.lastIndexOf('{'))).maxRss / 1000;
    console.log(`800 MB copied with at most ${Math.round(maxMb)} MB of memory`);
    expect(maxMb).toBeLessThan(600);
    await rm(join(root, 'large'), { recursive: true });
  });
});
