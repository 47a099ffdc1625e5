import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { chmod, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/**
 * Waits for the end of its input, which comes even if the process that started it is killed. Then it ends
 * every process that works in the folder, whatever its parent, and removes the folder.
 */
const CLEANUP_SCRIPT = `
trap '' INT TERM HUP
cat > /dev/null
for turn in 1 2 3 4 5 6 7 8 9 10; do
  found=
  for process in /proc/[0-9]*; do
    case "$(readlink "$process/cwd" 2> /dev/null)" in
      "$0" | "$0"/*) kill -KILL "\${process#/proc/}" 2> /dev/null && found=1 ;;
    esac
  done
  [ -n "$found" ] || break
  sleep 0.2
done
rm -rf "$0"`;

interface StartOptions {
  /** A folder below this one; created if needed. */
  in: string;
  env?: Record<string, string>;
  /** The user it runs as, if we are root. */
  as?: string;
}

/**
 * A folder for a test's own servers. No process that was started in it is left behind, however the test ends.
 */
export class Scratch {
  readonly folder: string;
  readonly #keeper: ChildProcess;

  private constructor(folder: string, keeper: ChildProcess) {
    this.folder = folder;
    this.#keeper = keeper;
  }

  static async open(name: string): Promise<Scratch> {
    const folder = await mkdtemp(join(tmpdir(), `outstep-${name}-`));
    // Other users have their own folders below it.
    await chmod(folder, 0o711);
    const keeper = spawn('/bin/sh', ['-c', CLEANUP_SCRIPT, folder], {
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    return new Scratch(folder, keeper);
  }

  /** Starts a long-running program; its output goes to `<place>.log`. */
  async start(
    program: string,
    args: string[],
    { in: place, env = {}, as }: StartOptions,
  ): Promise<ChildProcess> {
    const cwd = join(this.folder, place);
    await mkdir(cwd, { recursive: true });
    if (as !== undefined) await this.run('chown', [as, cwd]);
    const isRoot = userInfo().uid === 0;
    const [command, ...words] =
      as !== undefined && isRoot
        ? ['setpriv', `--reuid=${as}`, `--regid=${as}`, '--init-groups', program, ...args]
        : [program, ...args];
    const child = spawn(String(command), words, {
      cwd,
      env: { PATH: process.env['PATH'] ?? '', TMPDIR: tmpdir(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const log = createWriteStream(`${cwd}.log`, { flags: 'a' }).on('error', () => undefined);
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    // An unhandled error would end this process; a caller that waits for the program to respond notices it.
    child.on('error', (error) => log.write(`${error}\n`));
    return child;
  }

  async run(program: string, args: string[]) {
    const child = spawn(program, args, { cwd: '/', stdio: 'ignore' });
    await once(child, 'exit');
  }

  async close() {
    const gone = once(this.#keeper, 'exit');
    this.#keeper.stdin?.end();
    await gone;
  }
}
