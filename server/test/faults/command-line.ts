import { expect } from 'vitest';
import { type Env, runOutstep } from '../harness/process.ts';

/** Nobody listens on port 1. */
export const UNREACHABLE = 'postgres://outstep:outstep@127.0.0.1:1/outstep';

/** Runs a line as it would be typed; quotes keep words together. */
export function runLine(env: Env, line: string, input = '') {
  const args = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '');
  return runOutstep(env, args, input);
}

/** One plain sentence on standard error, and nothing an operator could not read. */
export function expectSentence(
  { code, stdout, stderr }: Awaited<ReturnType<typeof runLine>>,
  about: RegExp,
): void {
  expect(stderr).toMatch(about);
  expect(stderr).not.toMatch(/\n\s+at |node:internal|\.ts:\d|violates|Error:/);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stdout).toBe('');
  expect(code).toBe(1);
}
