import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';

/** git itself, in one bare repository, unaffected by the settings of the person who runs the tests. */
export class Git {
  readonly dir: string;
  /** SHAs by what was written. */
  readonly #written = new Map<string, string>();

  constructor(dir: string) {
    this.dir = dir;
  }

  /** Its output without the last line break. Rejects with its error output. */
  async run(
    args: readonly string[],
    options: { input?: string | Uint8Array; env?: NodeJS.ProcessEnv } = {},
  ): Promise<string> {
    return (await this.bytes(args, options)).toString('utf8').replace(/\n$/, '');
  }

  async bytes(
    args: readonly string[],
    { input = '', env = {} }: { input?: string | Uint8Array; env?: NodeJS.ProcessEnv } = {},
  ): Promise<Buffer> {
    const child = spawn('git', args, {
      env: {
        PATH: process.env['PATH'],
        GIT_DIR: this.dir,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_CONFIG_GLOBAL: '/dev/null',
        ...env,
      },
    });
    const ended = new Promise<number | null>((resolve, reject) => {
      child.on('close', resolve).on('error', reject);
    });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    const [code, out, complaint] = await Promise.all([ended, buffer(child.stdout), buffer(child.stderr)]);
    if (code !== 0) throw new Error(`git ${args[0]} ended with ${code}: ${complaint}`);
    return out;
  }

  /** The output, or `null` if git finds no match. */
  async ask(args: readonly string[]): Promise<string | null> {
    return await this.run(args).catch(() => null);
  }

  async writeBlob(content: string): Promise<string> {
    const sha =
      this.#written.get(content) ?? (await this.run(['hash-object', '-w', '--stdin'], { input: content }));
    this.#written.set(content, sha);
    return sha;
  }

  async head(branch: string): Promise<string | null> {
    return await this.ask(['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]);
  }

  /** The full SHA of the object of that type to which a SHA or a branch resolves. */
  async resolve(name: string, type: 'commit' | 'tree' | 'blob'): Promise<string | null> {
    return await this.ask(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{${type}}`]);
  }
}
