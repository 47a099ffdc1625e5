import { readFileSync, writeFileSync } from 'node:fs';

/**
 * A registry may lack the binaries of platforms it does not serve. `npm install` then leaves them out of the
 * lock file, and `npm ci` rejects the file because they are missing. This puts them back by name, so that
 * `npm ci` skips them here and finds them on their platform. Run it after changing dependencies.
 */
interface LockEntry {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  cpu?: string[];
  os?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

const file = 'package-lock.json';
const lock: { packages: Record<string, LockEntry> } = JSON.parse(readFileSync(file, 'utf8'));

/** Looks for `name` where npm would, starting at `path` and moving outward. */
function isLocked(path: string, name: string): boolean {
  for (
    let at = path;
    ;
    at = at.includes('/node_modules/') ? at.slice(0, at.lastIndexOf('/node_modules/')) : ''
  ) {
    if (lock.packages[`${at ? `${at}/` : ''}node_modules/${name}`]) return true;
    if (at === '') return false;
  }
}

function placeholder(name: string, version: string, dev: boolean): LockEntry | null {
  const cpu = /(arm64|x64|ia32|riscv64|ppc64le|ppc64|s390x|wasm32|loong64|arm)(?=-|$)/.exec(name)?.[1];
  const os = /(android|darwin|linux|win32|freebsd|openbsd|netbsd|openharmony)/.exec(name)?.[1];
  if (!cpu && !os) return null;
  const libc = name.includes('musl') ? ['musl'] : os === 'linux' && name.includes('gnu') ? ['glibc'] : null;
  return {
    version: version.replace(/^[\^~]/, ''),
    ...(dev && { dev }),
    optional: true,
    ...(cpu && { cpu: [cpu] }),
    ...(os && { os: [os] }),
    ...(libc && { libc }),
  };
}

for (const [path, { optionalDependencies = {}, dev = false }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const made = isLocked(path, name) ? null : placeholder(name, version, dev);
    if (made) lock.packages[`node_modules/${name}`] = made;
  }
}

const ours = Object.keys(lock.packages).filter((path) => !path.startsWith('node_modules/'));
const theirs = Object.keys(lock.packages).filter((path) => path.startsWith('node_modules/'));
lock.packages = Object.fromEntries(
  [...ours, ...theirs.sort()].map((path) => [path, lock.packages[path] as LockEntry]),
);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
