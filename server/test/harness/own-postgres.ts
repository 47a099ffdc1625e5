import { execFile } from 'node:child_process';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

const run = promisify(execFile);

/** Debian keeps the server's own programs beside each other by version, off the path. */
export async function debianPrograms(): Promise<string> {
  const base = '/usr/lib/postgresql';
  const newest = (await readdir(base)).sort((a, b) => Number(b) - Number(a))[0];
  return join(base, String(newest), 'bin');
}

/** Nightly brings another version. */
const programs = async () => process.env['OUTSTEP_TEST_POSTGRES_BIN'] || debianPrograms();

/** A PostgreSQL server of the test's own, which it may stop and start again on the same port. */
export class OwnPostgres {
  readonly url: string;
  readonly #folder: string;
  readonly #port: number;
  readonly #bin: string;

  private constructor(folder: string, port: number, bin: string) {
    this.#folder = folder;
    this.#port = port;
    this.#bin = bin;
    this.url = `postgres://outstep:outstep@127.0.0.1:${port}/postgres`;
  }

  static async start(bin?: string): Promise<OwnPostgres> {
    const folder = await mkdtemp(join(tmpdir(), 'outstep-postgres-'));
    const server = new OwnPostgres(folder, await freePort(), bin ?? (await programs()));
    await server.#asServer(
      'initdb',
      ['-D', server.#data, '-U', 'outstep', '-A', 'trust', '-E', 'UTF8'],
      folder,
    );
    await server.up();
    return server;
  }

  get #data() {
    return join(this.#folder, 'data');
  }

  async up() {
    const options = `-p ${this.#port} -k ${this.#folder} -c listen_addresses=127.0.0.1 -c max_connections=200`;
    await this.#asServer('pg_ctl', [
      '-D',
      this.#data,
      '-w',
      '-l',
      join(this.#folder, 'log'),
      '-o',
      options,
      'start',
    ]);
  }

  /** `fast` ends every connection, as an operator's restart does; `immediate` is a crash. */
  async down(mode: 'fast' | 'immediate' = 'fast') {
    await this.#asServer('pg_ctl', ['-D', this.#data, '-w', '-m', mode, 'stop']);
  }

  async close() {
    await this.down('immediate').catch(() => undefined);
    await rm(this.#folder, { recursive: true, force: true });
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
