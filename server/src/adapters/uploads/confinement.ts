import { fileURLToPath } from 'node:url';

export interface ConfinementLimits {
  memoryMegabytes: number;
  /** A limit of CPU time, for a process that outlives us. */
  cpuSeconds: number;
}

/** A way to start a program with fewer privileges than ours. */
export interface Confinement {
  /** The name of the confinement, for the log. */
  name: string;
  command(program: readonly string[]): [string, ...string[]];
}

/** A user that owns nothing, by number because not every system has it by name. */
const NOBODY = 65_534;
const asNobody = [
  ...['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--no-new-privs', '--'],
];
const withoutNetwork = ['unshare', '--net', '--ipc', '--'];
/**
 * Also drops the privileges that our user has outside the namespace; file access is still that of our user.
 */
const ownNamespaces = ['unshare', '--user', '--net', '--ipc', '--'];

/** Limits writable memory, not reserved address space, which is much larger. */
const limited = ({ memoryMegabytes, cpuSeconds }: ConfinementLimits) => [
  ...['sh', '-c', `ulimit -d ${memoryMegabytes * 1024} && ulimit -t ${cpuSeconds} && exec "$@"`, 'sh'],
];

/** The available ways, strictest first; whether the system allows one only shows when it is tried. */
export function confinements(limits: ConfinementLimits): readonly [...Confinement[], Confinement] {
  const createConfinement = (name: string, ...before: string[][]): Confinement => ({
    name,
    command: (program) => [...before.flat(), ...program] as [string, ...string[]],
  });
  const isRoot = process.getuid?.() === 0;
  return [
    ...(isRoot
      ? [createConfinement('another user, no network, memory', withoutNetwork, asNobody, limited(limits))]
      : []),
    createConfinement('no network, memory', ownNamespaces, limited(limits)),
    ...(isRoot ? [createConfinement('another user, memory', asNobody, limited(limits))] : []),
    createConfinement('memory', limited(limits)),
    createConfinement('nothing'),
  ] as unknown as readonly [...Confinement[], Confinement];
}

/**
 * When running from source, Node's TypeScript compiler needs this much memory, most of which it never writes.
 */
const COMPILER_MEGABYTES = 640;
const isSource = (childEntry: URL) => childEntry.pathname.endsWith('.ts');

/** The memory limit of the process, including what Node itself needs. */
export const memoryFor = (childEntry: URL, megabytes: number) =>
  megabytes + (isSource(childEntry) ? COMPILER_MEGABYTES : 0);

/** Few threads, a small heap and no compiler: the memory that an image needs is outside the heap. */
export const childCommand = (childEntry: URL): string[] => [
  process.execPath,
  ...['--max-old-space-size=128', '--v8-pool-size=1'],
  ...(isSource(childEntry) ? [] : ['--jitless']),
  fileURLToPath(childEntry),
];
