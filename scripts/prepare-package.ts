import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFileOf } from './build-file.ts';

/**
 * Run by `npm pack` and `npm publish` of the server: compiles it, builds the app, and adds the other files
 * that an installation needs (docs/adr/0043-ship-one-compiled-package.md). None of them are committed.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const server = `${root}server/`;

/** Copied into the package, because `files` in package.json cannot name paths outside it. */
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

/** The server serves openapi.json itself; screenshots are made by hand, and most are not packaged. */
const isWanted = (path: string) =>
  basename(path) !== 'openapi.json' &&
  !/pictures\/app\/(?!dashboard-desktop-light|layout-desktop-dark)./.test(path);

async function run(command: string, args: string[]) {
  // Writes to stderr, because npm prints the name of the package as the last line of stdout.
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 2, 2] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`);
}

const remove = (names: string[]) =>
  Promise.all(names.map((name) => rm(server + name, { recursive: true, force: true })));

/** The version that the product reports (server/src/processes/build.ts). */
const BUILD_FILE = 'build.json';

async function prepare() {
  const { version } = JSON.parse(await readFile(`${server}package.json`, 'utf8'));
  // Comes before any file is created, because new files would count as changes.
  const build = buildFileOf(root, version);
  // Otherwise the compiled files of deleted sources would be packed too.
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
// With `clean`, after packing, only removes the copies, so that a search does not find everything twice.
if (process.argv[2] !== 'clean') await prepare();
