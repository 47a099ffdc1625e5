/**
 * Rules for the image, no matter who changed its contents
 * (docs/adr/0047-ship-one-image-and-one-set-of-systemd-units.md).
 */
export interface ImageFile {
  /** Without a leading slash. */
  path: string;
  kind: 'file' | 'folder' | 'link';
  size: number;
  /** Including the set-user-ID, set-group-ID and sticky bits. */
  mode: number;
  uid: number;
}

export const NOT_ROOT = 65_532;
export const DATA = 'var/lib/outstep';
export const PREFIX = 'opt/outstep';

/** Without the engine, which is just as large. */
const MAX_BYTES = 250_000_000;

const NEEDED = [
  ...['usr/bin/node', 'etc/passwd', 'etc/nsswitch.conf', 'tmp', DATA],
  ...['LICENSE', 'bin/outstep.js', 'dist/main.js', 'app/index.html', 'migrations/rights.sql'].map(
    (name) => `${PREFIX}/server/${name}`,
  ),
];

const UNWANTED: [string, RegExp][] = [
  ['a program beside Node', /^(?:usr\/)?(?:local\/)?s?bin\/(?!node$)./],
  ['for building', /node_modules\/(?:npm|corepack|node-gyp|typescript|vite|vitest|rolldown|esbuild)\//],
  ['somebody’s own', /(?:^|\/)\.env$|\.(?:pem|key|log)$/],
];

const WRITABLE_BY_ALL = 0o002;
const SET_ID = 0o6000;

function faultsOfFile({ path, kind, mode, uid }: ImageFile): string[] {
  const isOurs = path === DATA || path.startsWith(`${DATA}/`);
  return [
    ...(kind === 'folder'
      ? []
      : UNWANTED.filter(([, isUnwanted]) => isUnwanted.test(path)).map(([what]) => `${path} is ${what}`)),
    ...(kind === 'file' && (mode & SET_ID) !== 0 ? [`${path} gives others' rights`] : []),
    ...(kind !== 'link' && path !== 'tmp' && (mode & WRITABLE_BY_ALL) !== 0
      ? [`${path} can be written by all`]
      : []),
    ...(uid !== (isOurs ? NOT_ROOT : 0) ? [`${path} belongs to ${uid}`] : []),
  ];
}

/** Problems with an image. */
export function faultsOf(files: readonly ImageFile[], hasEngine: boolean): string[] {
  const has = new Set(files.map(({ path }) => path));
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return [
    ...(bytes > MAX_BYTES && !hasEngine ? [`${bytes} bytes are more than ${MAX_BYTES}`] : []),
    ...NEEDED.filter((name) => !has.has(name)).map((name) => `${name} is missing`),
    ...files.flatMap(faultsOfFile),
  ];
}
