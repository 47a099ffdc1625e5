import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileFolder } from '../../src/adapters/blobs/file-folder.ts';

/** Runs in its own mount namespace: what happens to a write when the disk is full or read-only. */
const STORE = '0198c0de-0000-7000-8000-000000000001';
const nameOf = (sign: string) => `f_${sign.repeat(26)}.bin`;

const root = mkdtempSync(join(tmpdir(), 'outstep-disk-'));
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'none', root]);
const folder = createFileFolder(root);
const storage = folder.forStore(STORE);

const sentenceOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: Error) => `${error.name}: ${error.message}`,
  );
const put = (sign: string, size: number) => sentenceOf(storage.put(nameOf(sign), Buffer.alloc(size)));

const small = await put('1', 1000);
const full = await put('2', 1_000_000);
const filesAfter = await readdir(join(root, STORE));
const secondPut = await put('3', 1000);
execFileSync('mount', ['-o', 'remount,ro', root]);
const readOnly = await put('4', 10);
const probe = await sentenceOf(folder.probe());
const removing = await sentenceOf(storage.remove(nameOf('1')));
process.stdout.write(
  JSON.stringify({ small, full, afterwards: filesAfter, again: secondPut, readOnly, probe, removing }),
);
