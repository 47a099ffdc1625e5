import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFileOf } from './build-file.ts';

/**
 * Run by `npm pack` and `npm publish` of the server: compiles it, builds the app, and puts beside it what else
 * an installation needs (docs/adr/0043-ship-one-compiled-package.md). What it makes is in no commit.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const server = `${root}server/`;

/** Said here, because `files` of package.json cannot name what lies outside of the package. */
const fromElsewhere: Record<string, string> = {
  [`${root}web/dist`]: 'app',
  [`${root}docs`]: 'docs',
  [`${root}deploy`]: 'deploy',
  ...Object.fromEntries(
    ['LICENSE', 'README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'].map((name) => [
      root + name,
      name,
    ]),
  ),
};

/** The server has it at /openapi.json; pictures of every page are made by hand and are in no release. */
const isWanted = (path: string) =>
  basename(path) !== 'openapi.json' &&
  !/pictures\/app\/(?!dashboard-desktop-light|layout-desktop-dark)./.test(path);

async function run(command: string, args: string[]) {
  // Standard output is npm's, whose last line is the name of the package.
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 2, 2] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`);
}

const remove = (names: string[]) =>
  Promise.all(names.map((name) => rm(server + name, { recursive: true, force: true })));

/** What the product reports as its version (server/src/processes/build.ts). */
const BUILD_FILE = 'build.json';

async function prepare() {
  const { version } = JSON.parse(await readFile(`${server}package.json`, 'utf8'));
  // Before anything is made: what it makes must not count as a change.
  const build = buildFileOf(root, version);
  // Files of sources that are gone would be packed too.
  await remove(['dist']);
  await Promise.all([
    run('npm', ['run', '-s', 'build', '-w', 'server']),
    run('npm', ['run', '-s', 'build', '-w', 'web', '--', '--logLevel', 'warn']),
  ]);
  for (const [from, to] of Object.entries(fromElsewhere))
    await cp(from, server + to, { recursive: true, filter: isWanted });
  await writeFile(server + BUILD_FILE, `${JSON.stringify(build)}\n`);
}

await remove([...Object.values(fromElsewhere), BUILD_FILE]);
// After packing nothing is left that a search would find twice.
if (process.argv[2] !== 'clean') await prepare();
