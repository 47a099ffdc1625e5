import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** crun rejects a machine that has cgroups v1 next to v2; we need neither. */
const RUN =
  'mount -t cgroup2 cgroup2 /sys/fs/cgroup; exec crun --cgroup-manager=disabled run --bundle "$0" "$1"';

/** The configuration that `umoci unpack` writes from the image's metadata. */
interface RuntimeConfig {
  process: {
    terminal: boolean;
    args: string[];
    env: string[];
    user: { uid: number };
    capabilities?: object;
    noNewPrivileges: boolean;
  };
  root: { path: string; readonly: boolean };
  mounts: { destination: string; type: string; source: string; options: string[] }[];
  linux: { namespaces: { type: string }[]; resources?: object };
}

export interface RunningContainer {
  child: ChildProcess;
  output: string[];
  stop(): Promise<number | null>;
}

/** An unpacked image and its containers, started by crun: read-only root, no capabilities, our network. */
export class Containers {
  readonly #folder: string;
  readonly #config: RuntimeConfig;
  #count = 0;

  private constructor(folder: string, config: RuntimeConfig) {
    this.#folder = folder;
    this.#config = config;
  }

  static async unpack(layout: string, name: string, folder: string): Promise<Containers> {
    await run('umoci', ['unpack', '--image', `${layout}:${name}`, join(folder, 'image')]);
    const config = JSON.parse(await readFile(join(folder, 'image/config.json'), 'utf8'));
    return new Containers(folder, config);
  }

  /** The user that it runs as by default. */
  get user(): number {
    return this.#config.process.user.uid;
  }

  /** Runs the image's command with these arguments, or the command `entry` if given. */
  async start(
    args: string[],
    env: Record<string, string>,
    data: string,
    entry = this.#config.process.args.slice(0, -1),
  ): Promise<RunningContainer> {
    const name = `outstep-${process.pid}-${this.#count++}`;
    const bundle = join(this.#folder, name);
    await mkdir(bundle);
    const { process: given, mounts, linux } = this.#config;
    const config = {
      ...this.#config,
      process: {
        ...given,
        terminal: false,
        args: [...entry, ...args],
        env: [...given.env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)],
        capabilities: {},
        noNewPrivileges: true,
      },
      root: { path: join(this.#folder, 'image/rootfs'), readonly: true },
      mounts: [
        ...mounts.filter(({ type }) => !['cgroup', 'mqueue'].includes(type)),
        { destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'nodev', 'mode=1777'] },
        ...['/var/lib/outstep', '/etc/resolv.conf', '/etc/hosts'].map((destination, at) => ({
          destination,
          type: 'bind',
          source: at === 0 ? data : destination,
          options: at === 0 ? ['rbind', 'rw', 'nosuid', 'nodev'] : ['rbind', 'ro'],
        })),
      ],
      linux: {
        ...linux,
        resources: {},
        // Keeps our network namespace: PostgreSQL, Redis and the engine are on our own loopback.
        namespaces: linux.namespaces.filter(({ type }) => !['network', 'cgroup'].includes(type)),
      },
    };
    await writeFile(join(bundle, 'config.json'), JSON.stringify(config));
    const child = spawn('unshare', ['--mount', 'sh', '-c', RUN, bundle, name], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(String(data)));
    const exited = once(child, 'close') as Promise<[number | null]>;
    return {
      child,
      output,
      async stop() {
        if (child.exitCode === null && child.signalCode === null)
          await run('crun', ['kill', name, 'TERM']).catch(() => child.kill('SIGKILL'));
        return (await exited)[0];
      },
    };
  }

  /** Runs a command to its end, and returns its output. */
  async run(args: string[], env: Record<string, string>, data: string, entry?: string[]): Promise<string> {
    const { child, output } = await this.start(args, env, data, entry);
    const printed: string[] = [];
    child.stdout?.on('data', (data) => printed.push(String(data)));
    const [code] = await once(child, 'close');
    if (code !== 0 && args[0] !== 'doctor')
      throw new Error(`${args.join(' ')} ended with ${code}:\n${output.join('')}`);
    return printed.join('');
  }
}
