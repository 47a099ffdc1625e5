import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

export interface LockedPackage {
  version?: string;
  license?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

type Packages = Record<string, LockedPackage>;

/** Where Node finds `name` from `path`, starting there and moving outward. */
function placeOf(packages: Packages, path: string, name: string): string | null {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const place = `${at ? `${at}/` : ''}node_modules/${name}`;
    if (packages[place]) return place;
    if (at === '') return null;
    if (!at.includes('/node_modules/')) {
      const outside = `node_modules/${name}`;
      return packages[outside] ? outside : null;
    }
  }
}

/**
 * Packages that the package at `from` needs at runtime, by path. The lock file's `dev` flags are not enough:
 * a binary of a tool that only development uses has none.
 */
export function runtimeDependenciesOf(packages: Packages, from: string): Map<string, LockedPackage> {
  const found = new Map<string, LockedPackage>();
  const open = [from];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const {
      dependencies,
      optionalDependencies,
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = packages[path] ?? {};
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const place = placeOf(packages, path, name);
      if (place === null || found.has(place)) continue;
      found.set(place, packages[place] as LockedPackage);
      open.push(place);
    }
  }
  return found;
}

/**
 * Packages that the server needs on this machine, as far as npm has installed them: binaries for other
 * machines are absent.
 */
export function serverPackages(): Map<string, LockedPackage> {
  const { packages }: { packages: Packages } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  );
  return new Map(
    [...runtimeDependenciesOf(packages, 'server')].filter(([place]) => existsSync(join(root, place))),
  );
}
