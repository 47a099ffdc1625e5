import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { type Env, runOutstep, startingEnv } from '../harness/process.ts';

/** Nobody listens on port 1. */
export const UNREACHABLE = 'postgres://outstep:outstep@127.0.0.1:1/outstep';

export interface TypedLine {
  number: number;
  args: string[];
  env: Env;
  input: string;
}

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Quotes keep words together. */
const wordsOf = (line: string) =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '');

/** Runs a line as it would be typed, in a process of its own. */
export const runLine = (env: Env, line: string, input = ''): Promise<Outcome> =>
  runOutstep(env, wordsOf(line), input);

export interface CommandHost {
  run: typeof runLine;
  close(): Promise<void>;
}

/** Runs lines in one process, for those that end by themselves: what is said and the code are the same. */
export function startCommandHost(): CommandHost {
  const script = fileURLToPath(new URL('./command-host.ts', import.meta.url));
  const child = fork(script, { env: startingEnv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const exited = once(child, 'exit');
  const waiting = new Map<number, PromiseWithResolvers<Outcome>>();
  child.on('message', ({ number, ...outcome }: Outcome & { number: number }) => {
    waiting.get(number)?.resolve(outcome);
    waiting.delete(number);
  });
  void exited.then(([code]) => {
    for (const { reject } of waiting.values()) reject(new Error(`the process ended with ${code}`));
  });
  let lines = 0;
  return {
    run(env, line, input = '') {
      const number = lines++;
      const outcome = Promise.withResolvers<Outcome>();
      waiting.set(number, outcome);
      child.send({ number, args: wordsOf(line), env: { ...startingEnv, ...env }, input } satisfies TypedLine);
      return outcome.promise;
    },
    async close() {
      child.kill();
      await exited;
    },
  };
}

/** One plain sentence on standard error, and nothing an operator could not read. */
export function expectSentence({ code, stdout, stderr }: Outcome, about: RegExp): void {
  expect(stderr).toMatch(about);
  expect(stderr).not.toMatch(/\n\s+at |node:internal|\.ts:\d|violates|Error:/);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stdout).toBe('');
  expect(code).toBe(1);
}
