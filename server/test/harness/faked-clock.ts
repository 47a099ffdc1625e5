import { chmodSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Env } from './process.ts';

/** Debian keeps libraries by the machine's kind. */
function library(): string {
  for (const kind of readdirSync('/usr/lib')) {
    const folder = join('/usr/lib', kind, 'faketime');
    try {
      if (readdirSync(folder).includes('libfaketimeMT.so.1')) return join(folder, 'libfaketimeMT.so.1');
    } catch {
      // Another kind of folder.
    }
  }
  throw new Error("there is no libfaketime; Debian's faketime brings it, and scripts/bootstrap installs it");
}

/**
 * The time of day as processes see it that were started with `env`: the real one, moved forward by the test. It goes on
 * by itself in between. How long something takes they see as it is.
 */
export class FakedClock {
  readonly env: Env;
  readonly #folder = mkdtempSync(join(tmpdir(), 'outstep-clock-'));
  readonly #file = join(this.#folder, 'ahead');
  #seconds = 0;

  constructor() {
    // PostgreSQL reads it too, as a user of its own.
    chmodSync(this.#folder, 0o755);
    this.advance(0);
    this.env = {
      LD_PRELOAD: library(),
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  }

  /** In milliseconds. */
  now(): number {
    return Date.now() + this.#seconds * 1000;
  }

  advance(seconds: number) {
    this.#seconds += seconds;
    // All at once: whoever read half of it would be at another time.
    writeFileSync(`${this.#file}.next`, `+${this.#seconds}s`);
    renameSync(`${this.#file}.next`, this.#file);
  }

  close() {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
