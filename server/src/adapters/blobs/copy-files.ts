import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, rename, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileFolder } from './file-folder.ts';

/** Copies whole or not at all, with its age, by which the sweep knows what nobody wants any more. */
async function copyWhole(from: string, folder: string, name: string, at: Date) {
  const unfinished = join(folder, `.${randomUUID()}`);
  await copyFile(from, unfinished);
  await utimes(unfinished, at, at);
  await rename(unfinished, join(folder, name));
}

/** Copies the files of all stores that are not there yet, and returns how many. Files never change. */
export async function copyFiles(from: string, to: string): Promise<number> {
  const source = createFileFolder(from);
  let copied = 0;
  for (const storeId of await source.stores()) {
    const folder = join(to, storeId);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const { name, at } of await source.stored(storeId)) {
      if (name.startsWith('.') || (await stat(join(folder, name)).catch(() => null))) continue;
      await copyWhole(join(from, storeId, name), folder, name, at);
      copied++;
    }
  }
  return copied;
}
