import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Outcome, TypedLine } from './command-line.ts';

/**
 * Runs command lines one after the other in one process. The entry is evaluated anew for each line with its own
 * arguments, settings and standard input; the modules behind it are loaded once, which is what takes the time.
 */
const entry = new URL('../../src/main.ts', import.meta.url);

class Ended extends Error {}

function setEnv(env: TypedLine['env']) {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
}

async function run({ number, args, env, input }: TypedLine): Promise<Outcome> {
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    process[name].write = (chunk: Uint8Array | string) => {
      said[name] += chunk;
      return true;
    };
  Object.defineProperty(process, 'stdin', { value: Readable.from([input]), configurable: true });
  process.argv = [process.execPath, fileURLToPath(entry), ...args];
  process.exitCode = undefined;
  process.exit = (code) => {
    process.exitCode = code;
    throw new Ended();
  };
  setEnv(env);
  await import(`${entry.href}?line=${number}`).catch((error: unknown) => {
    if (!(error instanceof Ended)) throw error;
  });
  return { code: Number(process.exitCode ?? 0), ...said };
}

let last: Promise<unknown> = Promise.resolve();
process.on('message', (line: TypedLine) => {
  last = last.then(async () => process.send?.({ number: line.number, ...(await run(line)) }));
});
