import { type DestinationStream, type Logger, pino } from 'pino';

const FLUSH_MS = 500;
const FLUSH_LENGTH = 8192;

/**
 * Joins lines before passing them on: the destination measures everything in its buffer on each write, which
 * made up half of a line's cost.
 */
export function batchLines(
  destination: Pick<ReturnType<typeof pino.destination>, 'write' | 'flush' | 'flushSync'> & {
    readonly destroyed?: boolean;
  },
): DestinationStream & { pass(): void; flushSync(): void } {
  let lines = '';
  const pass = () => {
    if (lines === '' || destination.destroyed) return;
    const text = lines;
    lines = '';
    destination.write(text);
  };
  return {
    write(line: string) {
      lines += line;
      if (lines.length >= FLUSH_LENGTH) pass();
    },
    pass,
    flushSync() {
      pass();
      destination.flushSync();
    },
  };
}

/** Standard output, once per process: buffered lines must be written before it ends. */
let output: DestinationStream | undefined;

function standardOutput(): DestinationStream {
  if (output) return output;
  const destination = pino.destination({ fd: 1, sync: false, minLength: FLUSH_LENGTH });
  const gathered = batchLines(destination);
  setInterval(() => {
    gathered.pass();
    destination.flush();
  }, FLUSH_MS).unref();
  // Runs before the destination's own handlers, after which it accepts no more lines.
  process.prependListener('beforeExit', gathered.pass);
  process.prependListener('exit', gathered.pass);
  output = gathered;
  return output;
}

/**
 * Structured lines on standard output. Only a request's method and path are logged: no headers, no query and
 * no body, so no key or secret can end up here.
 */
export function createLog(level: string): Logger {
  return pino({ level, base: { pid: process.pid } }, standardOutput());
}

export type { Logger };
