import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildOf } from '../server/src/processes/build.ts';
import { buildFileOf } from './build-file.ts';
import { faultsOf } from './package-rules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Files that the package contains under the same path as the repository. */
const ours = ['migrations', 'assets/mail'].flatMap((folder) =>
  readdirSync(join(root, 'server', folder)).map((name) => `${folder}/${name}`),
);

const { exports } = JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8'));

interface PackAnswer {
  filename: string;
  size: number;
  files: { path: string }[];
}

/** Packs the server into the folder, and rejects what must not be published. */
export async function makePackage(folder: string) {
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', '--json', '--workspace=server', `--pack-destination=${folder}`],
    { cwd: root, maxBuffer: Number.POSITIVE_INFINITY },
  );
  const [packed] = JSON.parse(stdout) as [PackAnswer];
  const files = packed.files.map(({ path }) => path);
  const faults = faultsOf({ size: packed.size, files, exports }, ours);
  if (faults.length > 0) throw new Error(`${packed.filename} must not be published:\n${faults.join('\n')}`);
  return { path: join(folder, packed.filename), size: packed.size, files };
}

/** The version that the package will report. With `--release`, throws unless this is a release. */
function versionToPack(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8'));
  const file = buildFileOf(root, version);
  if (process.argv.includes('--release') && !file.isRelease)
    throw new Error(`a release is made from a clean checkout of the tag v${version}`);
  return buildOf(version, file).version;
}

if (import.meta.main) {
  const version = versionToPack();
  const { path, size, files } = await makePackage(root);
  console.log(`${path}: ${version}, ${(size / 1e6).toFixed(1)} MB, ${files.length} files`);
}
