import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/**
 * The release that installations are upgraded from; the next release replaces it and its archive. Today's
 * packages run it as long as both need the same ones.
 */
export const PREVIOUS_RELEASE = '0.2.0';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const archive = fileURLToPath(new URL(`../fixtures/releases/${PREVIOUS_RELEASE}.tar.gz`, import.meta.url));
/**
 * Inside the repository, so that packages are found, but outside `node_modules`, where Node strips no types.
 */
const releases = join(repository, '.outstep/releases');

async function unpack(to: string): Promise<void> {
  await mkdir(releases, { recursive: true });
  const folder = await mkdtemp(join(releases, 'unpacking-'));
  try {
    await promisify(execFile)('tar', ['-xzf', archive, '-C', folder]);
    await symlink(join(repository, 'server/node_modules'), join(folder, 'server/node_modules'));
    await rename(folder, to);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    // Another test process was faster.
    if (!existsSync(to)) throw error;
  }
}

/** Unpacks the release once; returns its entry, which accepts the same commands as ours. */
export async function previousRelease(): Promise<string> {
  const folder = join(releases, PREVIOUS_RELEASE);
  if (!existsSync(folder)) await unpack(folder);
  return join(folder, 'server/src/main.ts');
}
