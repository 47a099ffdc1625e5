import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../adapters/telemetry/log.ts';

/** Pauses before a process is restarted; after a stable period, they begin with the first again. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000];
const STABLE_AFTER_MS = 60_000;
/** Longer than a worker takes to finish its current work. */
const STOP_MS = 75_000;

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/** A process that is restarted whenever it ends by itself, after growing pauses. */
export class SupervisedProcess {
  readonly #name: string;
  readonly #start: () => Promise<ChildProcess>;
  readonly #log: Logger;
  readonly #stopping = new AbortController();
  #child: ChildProcess | undefined;

  constructor(name: string, start: () => Promise<ChildProcess>, log: Logger) {
    this.#name = name;
    this.#start = start;
    this.#log = log;
  }

  /** Rejects if the first start fails, because then a setting is wrong and an operator is watching. */
  async start(): Promise<void> {
    this.#child = await this.#start();
  }

  async run(): Promise<void> {
    for (let inARow = 0; ; inARow++) {
      const since = performance.now();
      await this.#untilEnd();
      if (this.#stopping.signal.aborted) return;
      if (performance.now() - since > STABLE_AFTER_MS) inARow = 0;
      const pauseMs = PAUSES_MS[Math.min(inARow, PAUSES_MS.length - 1)];
      const pause = sleep(pauseMs, undefined, { signal: this.#stopping.signal });
      if (await pause.catch(() => true)) return;
    }
  }

  async #untilEnd() {
    try {
      this.#child ??= await this.#start();
      // It was asked to stop while it was starting.
      if (this.#stopping.signal.aborted) this.#child.kill('SIGTERM');
      if (!hasEnded(this.#child)) await once(this.#child, 'exit');
      const { exitCode: code, signalCode: signal } = this.#child;
      this.#child = undefined;
      if (!this.#stopping.signal.aborted)
        this.#log.error(
          { process: this.#name, code, signal },
          'a process exited unexpectedly; restarting it',
        );
    } catch (err) {
      this.#log.error({ err, process: this.#name }, 'a process could not be started; retrying');
    }
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    this.#stopping.abort();
    const child = this.#child;
    if (!child || hasEnded(child)) return;
    child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    if (!hasEnded(child)) await once(child, 'exit');
    clearTimeout(late);
  }
}
