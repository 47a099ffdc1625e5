import type { Readable, Writable } from 'node:stream';

/** The terminal of a command. */
export interface Terminal {
  env: NodeJS.ProcessEnv;
  stdin: Readable;
  stdout: Writable;
  stderr: Writable;
}
