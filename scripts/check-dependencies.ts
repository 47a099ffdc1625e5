import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Checks the lock file against what we promise about dependencies: each one is exactly the bytes that were
 * reviewed, and each has a license that permits our use. Violations are planted first, and each must be
 * detected.
 */
interface CheckedPackage {
  version?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  integrity?: string;
  resolved?: string;
  license?: string;
  os?: string[];
  cpu?: string[];
}

/** Licenses of packages that we ship. */
const SHIPPED = [
  ...['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0'],
  ...['CC0-1.0', 'CC-BY-4.0', 'Unicode-3.0', 'Python-2.0', 'MPL-2.0'],
];
/** Additional licenses for packages that are only used to build and test. */
const AT_WORK = [...SHIPPED, 'Artistic-2.0', 'Unlicense', 'WTFPL', 'CC-BY-3.0', 'Zlib'];

/**
 * Packages with another license, or with differently worded terms, and why they are acceptable
 * (docs/dependencies.md).
 */
const EXCEPTIONS: Record<string, RegExp> = {
  // Linked dynamically, and replaceable.
  'Apache-2.0 AND LGPL-3.0-or-later': /^@img\/sharp-/,
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT': /^@img\/sharp-/,
  'LGPL-3.0-or-later': /^@img\/sharp-libvips-/,
  // The engine: our own use is allowed.
  BSL: /^@restatedev\/restate-server/,
  'MIT (http://mootools.net/license.txt)': /^slick$/,
  // Apache-2.0, and MIT for older parts; for tests only.
  'SEE LICENSE IN LICENSE': /^@modelcontextprotocol\/inspector$/,
  // MIT, declared in the format of 2014, which the lock file does not repeat; only for linting the OpenAPI
  // document.
  '(none)': /^reserved$/,
};

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** `A OR B` lets us choose, `A AND B` does not. */
function isAllowed(license: string, allowed: readonly string[]): boolean {
  const plain = license.replace(/[()]/g, '');
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((each) => allowed.includes(each)));
}

/** A binary for another platform, of which only the name is known: scripts/complete-lock.ts. */
const isPlaceholder = ({ optional, os, cpu }: CheckedPackage) =>
  optional === true && (os ?? cpu) !== undefined;

function faultsOf(packages: Record<string, CheckedPackage>): string[] {
  return Object.entries(packages).flatMap(([path, locked]) => {
    if (!path.includes('node_modules/') || locked.link) return [];
    const name = nameOf(path);
    const { integrity, resolved, license = '(none)', dev } = locked;
    const faults: string[] = [];
    if (integrity === undefined && isPlaceholder(locked)) return [];
    if (!integrity?.startsWith('sha512-')) faults.push(`${name}: no integrity in the lock file`);
    if (resolved !== undefined && !resolved.startsWith('https://'))
      faults.push(`${name}: not fetched by https`);
    if (!isAllowed(license, dev ? AT_WORK : SHIPPED) && !EXCEPTIONS[license]?.test(name))
      faults.push(`${name}: the license ${license} is not on the list`);
    return faults;
  });
}

const validPackage: CheckedPackage = { version: '1.0.0', integrity: 'sha512-x', license: 'MIT' };
const plants: [string, CheckedPackage, RegExp][] = [
  ['without integrity', { version: '1.0.0', license: 'MIT' }, /no integrity/],
  ['with a weak one', { ...validPackage, integrity: 'sha1-x' }, /no integrity/],
  ['from anywhere', { ...validPackage, resolved: 'git+ssh://git@example.com/x.git' }, /not fetched by https/],
  ['that must be shared alike', { ...validPackage, license: 'AGPL-3.0-only' }, /AGPL-3.0-only is not/],
  ['without a license', { version: '1.0.0', integrity: 'sha512-x' }, /\(none\) is not/],
  ['shipped under a license for work', { ...validPackage, license: 'WTFPL' }, /WTFPL is not/],
];
const undetected = plants
  .filter(
    ([, locked, sees]) => !faultsOf({ 'node_modules/planted': locked }).some((fault) => sees.test(fault)),
  )
  .map(([what]) => `the check does not see a planted package ${what}`);

const { packages }: { packages: Record<string, CheckedPackage> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
);
const faults = [...undetected, ...faultsOf(packages)];

interface Component {
  group?: string;
  name: string;
  version: string;
}

/** The bill of materials of a release. It must be complete: with `--omit dev`, npm leaves out required packages. */
const { components }: { components: Component[] } = JSON.parse(
  execFileSync('npm', ['run', '-s', 'sbom'], { encoding: 'utf8', maxBuffer: Number.POSITIVE_INFINITY }),
);
const named = new Set(
  components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name} ${version}`),
);
for (const [path, { version, integrity }] of Object.entries(packages))
  if (integrity && !named.has(`${nameOf(path)} ${version}`))
    faults.push(`${nameOf(path)}: not in npm run sbom`);

for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
