import { execFile } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serverPackages } from './locked-packages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

/** Installs the tarball as an operator does, and returns the path of the command. */
export async function installByNpm(tarball: string, folder: string): Promise<string> {
  // No install script is needed, and the engine's would only report that it was installed.
  const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  await run('npm', ['install', '--global', `--prefix=${folder}`, ...options, tarball], { cwd: folder });
  return join(folder, 'bin/outstep');
}

/** Hard links, which take no time and no space; copies if they are on different disks. */
const copy = (from: string[], to: string) =>
  run('cp', ['-al', ...from, to]).catch(() => run('cp', ['-a', ...from, to]));

/**
 * The same within seconds: links only the server's packages from the lock file, which are already here. Their
 * paths remain the same, because Node resolves packages by path.
 */
export async function installFromLock(tarball: string, folder: string): Promise<string> {
  const own = join(folder, 'node_modules/outstep');
  await mkdir(own, { recursive: true });
  await run('tar', ['-xzf', tarball, '-C', own, '--strip-components=1']);
  const byPlace = new Map<string, string[]>();
  for (const path of serverPackages().keys()) {
    // Nested packages come with the package that contains them.
    const name = /^(?:server\/)?node_modules\/(?:@[^/]+\/)?[^/]+$/.exec(path)?.[0];
    if (!name) continue;
    const place = dirname(
      name.startsWith('server/') ? join(own, name.slice('server/'.length)) : join(folder, name),
    );
    byPlace.set(place, [...(byPlace.get(place) ?? []), join(root, path)]);
  }
  for (const [place, packages] of byPlace) {
    await mkdir(place, { recursive: true });
    await copy(packages, place);
  }
  const command = join(folder, 'node_modules/.bin/outstep');
  await mkdir(dirname(command), { recursive: true });
  await symlink('../outstep/bin/outstep.js', command);
  return command;
}
