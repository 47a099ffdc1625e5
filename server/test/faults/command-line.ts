import { expect } from 'vitest';
import { type CommandAnswer, type Env, runOutstep, runOutstepProcess } from '../harness/process.ts';

/** No process listens on port 1. */
export const UNREACHABLE = 'postgres://outstep:outstep@127.0.0.1:1/outstep';

/** Splits a line into words; quotes keep words together. */
const wordsOf = (line: string) =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '');

/** Runs a line as it would be typed in a shell. */
export const runCommandLine = (env: Env, line: string, input = '') => runOutstep(env, wordsOf(line), input);

/** The same in a separate process. */
export const spawnCommandLine = (env: Env, line: string, input = '') =>
  runOutstepProcess(env, wordsOf(line), input);

/** Expects one plain sentence on standard error, without anything that an operator could not understand. */
export function expectOneLineError({ code, stdout, stderr }: CommandAnswer, about: RegExp): void {
  expect(stderr).toMatch(about);
  expect(stderr).not.toMatch(/\n\s+at |node:internal|\.ts:\d|violates|Error:/);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stdout).toBe('');
  expect(code).toBe(1);
}
