import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AllFiles, DamagedFile } from './all-files.ts';
import { forEachConcurrently } from './for-each-concurrently.ts';
import { digestOf } from './verified-stream.ts';

/** Files copied concurrently, which limits memory together with the parts of an upload. */
const AT_ONCE = 4;
const ATTEMPTS = 3;
const PAUSE_MS = 1_000;

export interface CopyCounts {
  copied: number;
  /** Already exist and are identical. */
  present: number;
  /** Were deleted during the copy. */
  gone: number;
  /** Cannot be copied, because their bytes differ from those that were written. */
  damaged: number;
}

export const noCopies = (): CopyCounts => ({ copied: 0, present: 0, gone: 0, damaged: 0 });

interface CopyOptions {
  /** Whether existing files are compared byte by byte instead of by size only. */
  compares: boolean;
  /** Updated during the copy, so that the counts are known however it ends. */
  counts: CopyCounts;
  onDamaged?(name: string): void;
}

interface CopyEndpoints {
  from: AllFiles;
  to: AllFiles;
  storeId: string;
  key: string;
}

/** A connection may break in the middle of a file; repeated failures end the copy. */
async function persistently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof DamagedFile || attempt === ATTEMPTS) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

const readFrom = async (files: AllFiles, { storeId, key }: CopyEndpoints) =>
  (await files.forStore(storeId).read(key)) as Readable | null;

/** The checksum of the copy, or why the file was not copied. */
async function transfer(
  ends: CopyEndpoints,
  compares: boolean,
): Promise<{ sha256: string } | 'gone' | 'present'> {
  const { from, to, storeId, key } = ends;
  const found = await from.find(storeId, key);
  if (!found) return 'gone';
  const there = await to.find(storeId, key);
  const isAlike = there?.size === found.size;
  if (isAlike && !compares) return 'present';
  const sha256 = await found.digest();
  if (sha256 === null) throw new DamagedFile();
  if (isAlike && (await there.digest()) === sha256) return 'present';
  const content = await readFrom(from, ends);
  if (!content) return 'gone';
  try {
    await to.write(storeId, key, content, { size: found.size, sha256, at: found.at });
  } finally {
    content.destroy();
  }
  return { sha256 };
}

/** Reads every copied file back, because the copy may be needed when the original is lost. */
async function copyFile(ends: CopyEndpoints, compares: boolean): Promise<keyof CopyCounts> {
  const became = await persistently(() => transfer(ends, compares));
  if (typeof became === 'string') return became;
  const digest = await persistently(async () => {
    const written = await readFrom(ends.to, ends);
    return written && digestOf(written);
  });
  return digest === became.sha256 ? 'copied' : 'damaged';
}

const orDamaged = (error: unknown): keyof CopyCounts => {
  if (error instanceof DamagedFile) return 'damaged';
  throw error;
};

/** Copies the files of all stores that are missing or different. Can be stopped and restarted at any time. */
export async function copyFiles(
  from: AllFiles,
  to: AllFiles,
  { compares, counts, onDamaged }: CopyOptions,
): Promise<void> {
  await forEachConcurrently(from.list(), AT_ONCE, async ({ storeId, key }) => {
    if (key === null) return;
    const became = await copyFile({ from, to, storeId, key }, compares).catch(orDamaged);
    counts[became]++;
    if (became === 'damaged') onDamaged?.(`${storeId}/${key}`);
  });
}
