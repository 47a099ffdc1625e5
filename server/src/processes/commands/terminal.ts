import type { Readable, Writable } from 'node:stream';

/** Where a command is typed and answered. */
export interface Terminal {
  env: NodeJS.ProcessEnv;
  stdin: Readable;
  stdout: Writable;
  stderr: Writable;
}
