/** What the package must be, whoever has changed what goes into it (docs/adr/0043-one-package.md). */
export interface Packed {
  /** In bytes, as it is downloaded; the engine is a package of its own. */
  size: number;
  files: readonly string[];
}

const MAX_BYTES = 15_000_000;

const NEEDED = [
  ...['LICENSE', 'README.md', 'CHANGELOG.md', 'package.json', 'docs/OPERATIONS.md'],
  'deploy/systemd/outstep-api.service',
  ...['bin/outstep.js', 'dist/main.js', 'app/index.html', 'app/licences.md', 'migrations/rights.sql'],
  // Started by their path, so that nothing else would miss them.
  ...['heavy', 'render', 'upload'].map((name) => `dist/processes/children/${name}.js`),
];

const UNWANTED: [string, RegExp][] = [
  ['a test', /(?:^|\/)tests?\/|\.test\.|(?:^|\/)fixtures\//],
  ['a source', /\.(?:ts|tsx|map)$|\.tsbuildinfo$|tsconfig/],
  ['somebody’s own', /(?:^|\/)\.|node_modules\/|\.(?:tgz|log|pem)$/],
];

/** What is wrong with a package; `ours` are files of the repository that it must have under the same path. */
export function faultsOf({ size, files }: Packed, ours: readonly string[]): string[] {
  const has = new Set(files);
  return [
    ...(size > MAX_BYTES ? [`${size} bytes are more than ${MAX_BYTES}`] : []),
    ...[...NEEDED, ...ours].filter((name) => !has.has(name)).map((name) => `${name} is missing`),
    ...files.flatMap((name) =>
      UNWANTED.filter(([, isUnwanted]) => isUnwanted.test(name)).map(([what]) => `${name} is ${what}`),
    ),
  ];
}
