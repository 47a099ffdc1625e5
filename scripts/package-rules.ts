import type { BuildFile } from '../server/src/processes/build.ts';

/** Rules for the package, no matter who changed its contents (docs/adr/0043-ship-one-compiled-package.md). */
export interface PackedPackage {
  /** Bytes of the download, without the engine, which is a separate package. */
  size: number;
  files: readonly string[];
  /** As in package.json: a name and the file behind it. */
  exports: Readonly<Record<string, string>>;
}

const MAX_BYTES = 15_000_000;

const NEEDED = [
  ...['LICENSE', 'README.md', 'CHANGELOG.md', 'package.json', 'build.json', 'docs/OPERATIONS.md'],
  'deploy/systemd/outstep-api.service',
  ...['bin/outstep.js', 'dist/main.js', 'app/index.html', 'app/licenses.md', 'migrations/rights.sql'],
  // Started by path, so no other check would detect that they are missing.
  ...['heavy', 'render', 'upload'].map((name) => `dist/processes/children/${name}.js`),
];

const UNWANTED: [string, RegExp][] = [
  ['a test', /(?:^|\/)tests?\/|\.test\.|(?:^|\/)fixtures\//],
  ['a source', /\.(?:ts|tsx|map)$|\.tsbuildinfo$|tsconfig/],
  ['somebody’s own', /(?:^|\/)\.|node_modules\/|\.(?:tgz|log|pem)$/],
];

/**
 * Names that others could import. The package is a program and exports nothing: its package.json still has
 * the names that the app's build uses, because npm packs it as it is, but the sources behind them are not
 * packed.
 */
function importable({ files, exports }: PackedPackage): string[] {
  return Object.entries(exports).flatMap(([name, target]) => {
    const [start = '', end] = target.replace(/^\.\//, '').split('*');
    const isBehind = (file: string) =>
      end === undefined ? file === start : file.startsWith(start) && file.endsWith(end);
    return name !== './package.json' && files.some(isBehind) ? [name] : [];
  });
}

/** The problems of a package; `ours` are repository files that it must contain under the same path. */
export function faultsOf(packed: PackedPackage, ours: readonly string[]): string[] {
  const { size, files } = packed;
  const has = new Set(files);
  return [
    ...(size > MAX_BYTES ? [`${size} bytes are more than ${MAX_BYTES}`] : []),
    ...[...NEEDED, ...ours].filter((name) => !has.has(name)).map((name) => `${name} is missing`),
    ...files.flatMap((name) =>
      UNWANTED.filter(([, isUnwanted]) => isUnwanted.test(name)).map(([what]) => `${name} is ${what}`),
    ),
    ...importable(packed).map((name) => `${name} can be imported by others`),
  ];
}

/** A tarball to publish, and the tag that the workflow runs for. */
export interface TarballToPublish {
  version: string;
  build: BuildFile;
  /** `null` outside a workflow, which could not prove where the tarball was built. */
  tag: string | null;
}

/** Why a tarball must not be published with provenance, or `null`. */
export function publishBlocker({ version, build, tag }: TarballToPublish): string | null {
  if (!build.isRelease) return `${version} is a development build`;
  if (tag === null) return 'only the release workflow publishes with provenance';
  return tag === `v${version}` ? null : `${version} is not the version of the tag ${tag}`;
}
