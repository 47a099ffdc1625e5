import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { lstat, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildOf } from '../server/src/processes/build.ts';
import { buildFileOf } from './build-file.ts';
import { faultsOf, type ImageFile, PREFIX } from './image-rules.ts';
import { imageSbom } from './image-sbom.ts';
import { runtimeDependenciesOf } from './locked-packages.ts';
import { makePackage } from './package.ts';

/**
 * `npm run image`: packs the product, builds `Containerfile` with buildah, rejects what must not be
 * published, and lists the contents of the image
 * (docs/adr/0068-keep-custom-code-only-where-it-measurably-pays-off.md). Runs as root, because files in the
 * image belong to other users. `--with-engine` keeps the engine in, for `serve`; other arguments go to
 * `buildah bud`.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const run = async (program: string, args: string[]) =>
  (
    await promisify(execFile)(program, args, { cwd: root, maxBuffer: Number.POSITIVE_INFINITY })
  ).stdout.trim();

const { version, description, license } = JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8'));
/** The version in the image: `0.3.0-dev+1a2b3c4` for a build that is not a release. */
const builtVersion = buildOf(version, buildFileOf(root, version)).version;

async function listFiles(folder: string): Promise<ImageFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries.map(async ({ name, parentPath }) => {
      const path = join(parentPath, name);
      const stat = await lstat(path);
      const kind = stat.isSymbolicLink() ? 'link' : stat.isDirectory() ? 'folder' : 'file';
      const size = kind === 'file' ? stat.size : 0;
      return { path: relative(folder, path), kind, size, mode: stat.mode, uid: stat.uid } as const;
    }),
  );
}

const memberOf = (control: string, name: string) =>
  new RegExp(`^${name}: (.*)$`, 'm').exec(control)?.[1] ?? '';

/**
 * Read from the image itself, so that the bill of materials lists the actual contents and not the intended
 * ones.
 */
async function contentsOf(mounted: string) {
  const controls = await readdir(join(mounted, 'var/lib/dpkg/status.d'));
  const debian = await Promise.all(
    controls.map(async (name) => {
      const control = await readFile(join(mounted, 'var/lib/dpkg/status.d', name), 'utf8');
      return { name: memberOf(control, 'Package'), version: memberOf(control, 'Version') };
    }),
  );
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const inside = [...runtimeDependenciesOf(packages, 'server')].filter(([place]) =>
    existsSync(join(mounted, PREFIX, place)),
  );
  const node = await run('chroot', [mounted, '/usr/bin/node', '-p', 'process.versions.node']);
  return { version: builtVersion, packages: new Map(inside), debian, node };
}

/** Builds the image from the package and the lock file and returns its ID. */
async function build(folder: string, args: readonly string[]): Promise<string> {
  const { path } = await makePackage(root);
  const committed = await run('git', ['log', '-1', '--format=%ct']);
  const labels = {
    ...{ title: 'outstep', description, version: builtVersion, licenses: license },
    revision: await run('git', ['rev-parse', 'HEAD']),
  };
  const ids = join(folder, 'image-id');
  await run('buildah', [
    ...['bud', '--iidfile', ids, '--file', 'Containerfile', '--build-arg', `PACKAGE=${basename(path)}`],
    // Not the current time: the same commit produces the same image.
    ...['--timestamp', committed],
    ...Object.entries(labels).flatMap(([name, value]) => [
      '--label',
      `org.opencontainers.image.${name}=${value}`,
    ]),
    ...args,
    root,
  ]);
  return readFile(ids, 'utf8');
}

export interface Image {
  /** A folder in OCI layout, and the image's name in it. */
  layout: string;
  name: string;
  bytes: number;
  files: number;
  sbom: object;
}

export async function makeImage(folder: string, args: readonly string[]): Promise<Image> {
  const hasEngine = args.includes('--with-engine');
  const others = args.filter((arg) => arg !== '--with-engine');
  const id = await build(folder, hasEngine ? ['--build-arg', 'ENGINE=keep', ...others] : others);
  const container = await run('buildah', ['from', id]);
  try {
    const mounted = await run('buildah', ['mount', container]);
    const files = await listFiles(mounted);
    const faults = faultsOf(files, hasEngine);
    if (faults.length > 0) throw new Error(`the image must not be published:\n${faults.join('\n')}`);
    const sbom = await imageSbom(await contentsOf(mounted));
    const layout = join(folder, 'layout');
    await run('buildah', ['push', '--quiet', id, `oci:${layout}:${version}`]);
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    return { layout, name: version, bytes, files: files.length, sbom };
  } finally {
    await run('buildah', ['rm', container]);
  }
}

if (import.meta.main) {
  const folder = await mkdtemp(join(tmpdir(), 'outstep-image-'));
  try {
    const args = process.argv.slice(2);
    const image = await makeImage(folder, args);
    const file = `outstep-${version}${args.includes('--with-engine') ? '-with-engine' : ''}.oci.tar`;
    await run('tar', ['-C', image.layout, '-cf', join(root, file), '.']);
    await writeFile(join(root, file.replace(/tar$/, 'cdx.json')), JSON.stringify(image.sbom, null, 2));
    console.log(
      `${file}: ${(image.bytes / 1e6).toFixed(0)} MB, ${image.files} files; ${file.replace(/tar$/, 'cdx.json')} says of what`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
