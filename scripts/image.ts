import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, chown, cp, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DATA, faultsOf, type ImageFile, NOT_ROOT, PREFIX } from './image-rules.ts';
import { imageSbom } from './image-sbom.ts';
import { installFromLock } from './install-package.ts';
import { serverPackages } from './locked-packages.ts';
import { makePackage } from './package.ts';

/**
 * `npm run image`: an OCI image for every role of the product, made of Debian's C library, Node and the package, without a
 * daemon (docs/adr/0047-one-image-and-units.md). As root, because files in it belong to others. `--with-engine` puts the
 * engine in, for `serve`.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const run = async (program: string, args: string[], cwd = root) =>
  (await promisify(execFile)(program, args, { cwd, maxBuffer: Number.POSITIVE_INFINITY })).stdout;

const { version, description, license } = JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8'));

/** All that Node needs of Debian, and what says that this is Debian. */
const DEBIAN = ['base-files', 'libc6', 'libgcc-s1', 'libstdc++6'];

/** Nothing reads them when the product runs; the licences of all packages stay. */
const UNUSED = /\.(?:map|ts|mts|cts|tsx)$|^(?:README|CHANGELOG|HISTORY)\.md$/i;
const UNUSED_OF_DEBIAN = [
  ...['lintian', 'man', 'locale', 'base-files'].map((name) => `usr/share/${name}`),
  ...['lock', 'tmp'].map((name) => `var/${name}`),
];
const UNUSED_OF_OURS = ['docs', 'deploy'];

const ACCOUNTS: Record<string, string> = {
  'etc/passwd': `root:x:0:0:root:/:/none\noutstep:x:${NOT_ROOT}:${NOT_ROOT}:Outstep:/${DATA}:/none\n`,
  'etc/group': `root:x:0:\noutstep:x:${NOT_ROOT}:\n`,
  'etc/nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
};

export interface DebianPackage {
  name: string;
  version: string;
}

async function unpackDebian(to: string, work: string): Promise<DebianPackage[]> {
  await mkdir(work);
  // Who downloads is another user, who may not write here, and apt says so.
  await run('apt-get', ['-qq', '-o', 'APT::Sandbox::User=root', 'download', ...DEBIAN], work);
  const packages: DebianPackage[] = [];
  for (const file of await readdir(work)) {
    await run('dpkg-deb', ['-x', file, to], work);
    const [name = '', version = ''] = (
      await run('dpkg-deb', ['-W', `--showformat=\${Package} \${Version}`, file], work)
    ).split(' ');
    packages.push({ name, version });
  }
  for (const path of UNUSED_OF_DEBIAN) await rm(join(to, path), { recursive: true, force: true });
  // Conversions between character sets, which Node has of its own.
  for (const { name, parentPath } of await readdir(join(to, 'usr/lib'), {
    recursive: true,
    withFileTypes: true,
  }))
    if (name === 'gconv') await rm(join(parentPath, name), { recursive: true, force: true });
  return packages.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function addAccounts(to: string) {
  for (const [path, text] of Object.entries(ACCOUNTS)) await writeFile(join(to, path), text);
  await mkdir(join(to, 'tmp'), { recursive: true });
  await chmod(join(to, 'tmp'), 0o1777);
  await mkdir(join(to, DATA), { recursive: true, mode: 0o700 });
  await chown(join(to, DATA), NOT_ROOT, NOT_ROOT);
}

async function addNode(to: string) {
  await mkdir(join(to, 'usr/bin'), { recursive: true });
  await cp(process.execPath, join(to, 'usr/bin/node'));
  await chmod(join(to, 'usr/bin/node'), 0o755);
}

async function addProduct(to: string, packages: ReturnType<typeof serverPackages>, work: string) {
  const prefix = join(to, PREFIX);
  await mkdir(prefix, { recursive: true });
  await installFromLock((await makePackage(work)).path, prefix, packages);
  for (const name of UNUSED_OF_OURS)
    await rm(join(prefix, 'node_modules/outstep', name), { recursive: true });
  for (const { name, parentPath } of await readdir(prefix, { recursive: true, withFileTypes: true }))
    if (UNUSED.test(name)) await rm(join(parentPath, name), { recursive: true, force: true });
}

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

async function labels(): Promise<Record<string, string>> {
  const git = (...args: string[]) => run('git', args).then((said) => said.trim());
  return {
    title: 'outstep',
    description,
    version,
    licenses: license,
    // Not of this moment: the same commit makes the same image.
    created: await git('log', '-1', '--format=%cI'),
    revision: await git('rev-parse', 'HEAD'),
  };
}

async function packImage(layers: [string, string][], layout: string) {
  const image = `${layout}:${version}`;
  await run('umoci', ['init', '--layout', layout]);
  await run('umoci', ['new', '--image', image]);
  for (const [folder, place] of layers) await run('umoci', ['insert', '--image', image, folder, place]);
  const described = await labels();
  const args = [
    ...[
      ['user', `${NOT_ROOT}:${NOT_ROOT}`],
      ['workingdir', `/${DATA}`],
      ['volume', `/${DATA}`],
    ],
    ...[
      ['entrypoint', '/usr/bin/node'],
      ['entrypoint', `/${PREFIX}/node_modules/outstep/bin/outstep.js`],
    ],
    ...[
      ['cmd', 'api'],
      ['stopsignal', 'SIGTERM'],
      ['exposedports', '3000/tcp'],
      ['exposedports', '9080/tcp'],
    ],
    // Reached from other containers; a worker then asks for the key of its engine.
    ...[
      ['env', 'HOST=0.0.0.0'],
      ['env', 'PATH=/usr/bin'],
      ['env', 'NODE_ENV=production'],
    ],
    ...Object.entries(described).map(([name, value]) => [
      'label',
      `org.opencontainers.image.${name}=${value}`,
    ]),
  ].flatMap(([name, value]) => [`--config.${name}`, value as string]);
  await run('umoci', ['config', '--image', image, '--created', described['created'] as string, ...args]);
  await run('umoci', ['gc', '--layout', layout]);
}

export interface Image {
  /** A folder in the layout of OCI, and the name in it. */
  layout: string;
  name: string;
  bytes: number;
  files: number;
  sbom: object;
}

export async function makeImage(folder: string, hasEngine = false): Promise<Image> {
  const [base, product, work] = ['base', 'product', 'work'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await Promise.all([base, product, work].map((path) => mkdir(path)));
  const packages = new Map(
    [...serverPackages()].filter(([path]) => hasEngine || !path.includes('@restatedev/restate-server')),
  );
  const debian = await unpackDebian(base, join(work, 'debian'));
  await addAccounts(base);
  await addNode(base);
  await addProduct(product, packages, work);
  const files = [...(await listFiles(base)), ...(await listFiles(product))];
  const faults = faultsOf(files, hasEngine);
  if (faults.length > 0) throw new Error(`the image must not be published:\n${faults.join('\n')}`);
  const layout = join(folder, 'layout');
  await packImage(
    [base, product].map((layer) => [layer, '/']),
    layout,
  );
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const sbom = await imageSbom({ version, packages, debian });
  return { layout, name: version, bytes, files: files.length, sbom };
}

if (import.meta.main) {
  const folder = await mkdtemp(join(tmpdir(), 'outstep-image-'));
  try {
    const hasEngine = process.argv.includes('--with-engine');
    const image = await makeImage(folder, hasEngine);
    const file = `outstep-${version}${hasEngine ? '-with-engine' : ''}.oci.tar`;
    await run('tar', ['-C', image.layout, '-cf', join(root, file), '.']);
    await writeFile(join(root, file.replace(/tar$/, 'cdx.json')), JSON.stringify(image.sbom, null, 2));
    console.log(
      `${file}: ${(image.bytes / 1e6).toFixed(0)} MB, ${image.files} files; ${file.replace(/tar$/, 'cdx.json')} says of what`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
