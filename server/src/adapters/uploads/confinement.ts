import { fileURLToPath } from 'node:url';

export interface ConfinementLimits {
  memoryMegabytes: number;
  /** Of processor time, for a process that has outlived us. */
  cpuSeconds: number;
}

/** A way to start a program with fewer rights than ours. */
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
/** Also ends what the user is outside of it; files are still those of our user. */
const ownNamespaces = ['unshare', '--user', '--net', '--ipc', '--'];

/** What may be written to, not what is reserved: that is much more. */
const limited = ({ memoryMegabytes, cpuSeconds }: ConfinementLimits) => [
  ...['sh', '-c', `ulimit -d ${memoryMegabytes * 1024} && ulimit -t ${cpuSeconds} && exec "$@"`, 'sh'],
];

/** The ways there are, the strictest first; which of them a system allows shows when one is tried. */
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

/** From sources, Node needs its compiler to read them, which takes this much for code that it never writes. */
const COMPILER_MEGABYTES = 640;
const isSource = (childEntry: URL) => childEntry.pathname.endsWith('.ts');

/** What the process may have, with what Node takes for itself. */
export const memoryFor = (childEntry: URL, megabytes: number) =>
  megabytes + (isSource(childEntry) ? COMPILER_MEGABYTES : 0);

/** Few threads, a small heap and no compiler: all that a picture needs is outside of them. */
export const childCommand = (childEntry: URL): string[] => [
  process.execPath,
  ...['--max-old-space-size=128', '--v8-pool-size=1'],
  ...(isSource(childEntry) ? [] : ['--jitless']),
  fileURLToPath(childEntry),
];
