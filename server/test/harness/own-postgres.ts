import { execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { withClient } from './postgres.ts';

const run = promisify(execFile);

/** Debian installs the server's own programs by version, outside the path. */
export async function debianPrograms(): Promise<string> {
  const base = '/usr/lib/postgresql';
  const newest = (await readdir(base)).sort((a, b) => Number(b) - Number(a))[0];
  return join(base, String(newest), 'bin');
}

/** The nightly run uses another version. */
const programs = async () => process.env['OUTSTEP_TEST_POSTGRES_BIN'] || debianPrograms();

export interface OwnPostgresOptions {
  /** The folder of its programs. */
  bin?: string | undefined;
  /** Gives it a tablespace named `small` on a disk of this size. */
  smallDiskMegabytes?: number;
}

/** The test's own PostgreSQL server, which it may stop and restart on the same port. */
export class OwnPostgres {
  readonly url: string;
  readonly #folder: string;
  readonly #port: number;
  readonly #bin: string;
  readonly #smallDiskMegabytes: number | null;

  private constructor(folder: string, port: number, bin: string, smallDiskMegabytes: number | null) {
    this.#folder = folder;
    this.#smallDiskMegabytes = smallDiskMegabytes;
    this.#port = port;
    this.#bin = bin;
    this.url = `postgres://outstep:outstep@127.0.0.1:${port}/postgres`;
  }

  static async start(options: OwnPostgresOptions = {}): Promise<OwnPostgres> {
    const { bin, smallDiskMegabytes = null } = options;
    const folder = await mkdtemp(join(tmpdir(), 'outstep-postgres-'));
    const server = new OwnPostgres(folder, await freePort(), bin ?? (await programs()), smallDiskMegabytes);
    await server.#asServer(
      'initdb',
      ['-D', server.#data, '-U', 'outstep', '-A', 'trust', '-E', 'UTF8'],
      folder,
    );
    if (smallDiskMegabytes !== null) await mkdir(server.#small);
    await server.up();
    if (smallDiskMegabytes !== null)
      await withClient(server.url, (client) =>
        client.query(`create tablespace small location '${server.#small}'`),
      );
    return server;
  }

  get #small() {
    return join(this.#folder, 'small');
  }

  get #data() {
    return join(this.#folder, 'data');
  }

  async up() {
    const options = `-p ${this.#port} -k ${this.#folder} -c listen_addresses=127.0.0.1 -c max_connections=200`;
    const log = join(this.#folder, 'log');
    const args = ['-D', this.#data, '-w', '-l', log, '-o', options, 'start'];
    if (this.#smallDiskMegabytes === null) await this.#asServer('pg_ctl', args);
    else await this.#besideSmallDisk(args);
  }

  /** `fast` ends every connection, as an operator's restart does; `immediate` is a crash. */
  async down(mode: 'fast' | 'immediate' = 'fast') {
    await this.#asServer('pg_ctl', ['-D', this.#data, '-w', '-m', mode, 'stop']);
  }

  async close() {
    await this.down('immediate').catch(() => undefined);
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Only the server sees the disk: it is mounted for its processes alone, and gone with them. */
  async #besideSmallDisk(args: string[]) {
    const { uid, gid } = userInfo();
    const isRoot = uid === 0;
    const owner = isRoot ? 'uid=postgres,gid=postgres' : 'uid=0,gid=0';
    const asOwner = isRoot
      ? ['runuser', '-u', 'postgres', '--']
      : ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'];
    const mount = `mount -t tmpfs -o size=${this.#smallDiskMegabytes}m,mode=0700,${owner} none "$0" && exec "$@"`;
    const command = ['sh', '-c', mount, this.#small, ...asOwner, join(this.#bin, 'pg_ctl'), ...args];
    const flags = isRoot ? ['--mount'] : ['--mount', '--map-root-user'];
    await run('unshare', [...flags, '--', ...command], {
      cwd: this.#folder,
      env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/sbin` },
    });
  }

  /** The server refuses to run as root. */
  async #asServer(program: string, args: string[], own?: string) {
    const command = join(this.#bin, program);
    const options = { cwd: this.#folder };
    if (userInfo().uid !== 0) return run(command, args, options);
    if (own) {
      const { stdout } = await run('id', ['-u', 'postgres']);
      await chown(own, Number(stdout), Number(stdout));
    }
    return run('runuser', ['-u', 'postgres', '--', command, ...args], options);
  }
}
