import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { runCommand, sentenceOf } from '../../src/processes/command-line/command-line.ts';
import { compileCache } from './compile-cache.ts';

const source = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export type Env = Record<string, string>;

/**
 * The entry of the product: the bundle where many processes are started (bundle.ts), unless hooks need its
 * modules.
 */
const mainFor = ({ NODE_OPTIONS = '' }: Env) =>
  NODE_OPTIONS.includes('--import=') ? source : (process.env['OUTSTEP_TEST_MAIN'] ?? source);

/** The environment of every process we start. */
export const startingEnv: Env = {
  PATH: process.env['PATH'] ?? '',
  TMPDIR: tmpdir(),
  NODE_COMPILE_CACHE: compileCache,
};

/** A running `outstep` process, with everything it has printed so far. */
export interface OutstepProcess {
  child: ChildProcess;
  origin: string;
  output: string[];
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts a long-running `outstep` command, as an operator would, and waits for the line that reports it
 * ready.
 */
async function start(args: string[], said: string, env: Env): Promise<OutstepProcess & { line: string }> {
  const child = spawn(process.execPath, args, {
    env: { ...startingEnv, PORT: '0', OUTSTEP_DRAIN_MS: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  const exited = once(child, 'exit') as Promise<[number | null]>;
  createInterface({ input: child.stderr }).on('line', (line) => output.push(line));
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output.push(line);
      if (line.includes(`"${said}"`)) resolve(line);
    });
    void exited.then(([code]) =>
      reject(new Error(`${args.join(' ')} ended with ${code}:\n${output.join('\n')}`)),
    );
  });
  return {
    child,
    line,
    origin: '',
    output,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      return (await exited)[0];
    },
  };
}

/** `outstep api`, listening. */
export async function startApi(env: Env, main = mainFor(env)): Promise<OutstepProcess> {
  const api = await start([main, 'api'], 'listening', env);
  return { ...api, origin: JSON.parse(api.line).address };
}

/** `outstep worker`, registered with the engine. */
export const startWorker = (env: Env, entry: string[] = [mainFor(env), 'worker']): Promise<OutstepProcess> =>
  start(entry, 'working', { OUTSTEP_WORKER_PORT: '0', ...env });

/** The output of a command, and its exit code. */
export interface CommandAnswer {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs an `outstep` command to its end, in a separate process. */
export async function runOutstepProcess(
  env: Env,
  args: string[],
  input = '',
  main = mainFor(env),
): Promise<CommandAnswer> {
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...startingEnv, ...env },
  });
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}

/** The same without the second that a process takes to start; a long-running command still gets a process. */
export async function runOutstep(env: Env, args: string[], input = ''): Promise<CommandAnswer> {
  if (['api', 'worker', 'serve'].includes(args[0] ?? '')) return runOutstepProcess(env, args, input);
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const said = Promise.all([text(stdout), text(stderr)]);
  const code = await runCommand(args, { env, stdin: Readable.from([input]), stdout, stderr }).catch(
    (error) => {
      stderr.write(`outstep: ${sentenceOf(error)}\n`);
      return 1;
    },
  );
  stdout.end();
  stderr.end();
  const [out, wrong] = await said;
  return { code, stdout: out, stderr: wrong };
}
