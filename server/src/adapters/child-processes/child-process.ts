import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Pool, pool } from 'workerpool';
import { type Deadline, startDeadline } from '../../kernel/deadline.ts';
import { CpuUse, isTextProgress } from './cpu-time.ts';

/** The folders of installed packages that the script's imports can lead to. */
function packageFolders(scriptPath: string): string[] {
  const folders: string[] = [];
  for (let at = dirname(scriptPath); ; at = dirname(at)) {
    const folder = join(at, 'node_modules');
    if (existsSync(folder)) folders.push(folder);
    if (existsSync(join(folder, 'workerpool')) || at === dirname(at)) return folders;
  }
}

/** The folder with all code of the script's package: the one directly below its package.json. */
function codeFolder(scriptPath: string): string {
  let folder = dirname(scriptPath);
  while (!existsSync(join(dirname(folder), 'package.json')) && folder !== dirname(folder))
    folder = dirname(folder);
  return folder;
}

/**
 * Node's flags for a process that runs untrusted work: a small heap, no files except its own code, and no
 * processes, threads or addons.
 */
function childFlags(scriptPath: string, heapMegabytes: number): string[] {
  const readable = [codeFolder(scriptPath), ...packageFolders(scriptPath)];
  const flags = [
    `--max-old-space-size=${heapMegabytes}`,
    '--permission',
    ...readable.map((folder) => `--allow-fs-read=${folder}`),
  ];
  // workerpool appends the parent's heap size, and the last flag wins: ours has to come last.
  return Object.assign(flags, { concat: (parents: string[]) => [...parents, ...flags] });
}

export interface ChildProcessSettings {
  /** The script that the process runs; it emits a `TextProgress` whenever it begins a text. */
  childPath: string;
  /** The kind of work it is started for; it loads only the modules for that. */
  kind: string;
  /** CPU time that a job may use. */
  cpuMs: number;
  /** A job that takes longer than this without using up its CPU time is starved. */
  wallMs: number;
  heapMegabytes: number;
}

/**
 * `slow` and `memory` are caused by the text at index `at`. `starved` and `lost` are not: the machine had no
 * CPU time for the process, or the process was gone, could not start, or was killed from outside.
 */
export type ChildOutcome<T> =
  | { value: T }
  | { died: 'slow' | 'memory'; at: number }
  | { died: 'starved' }
  | { died: 'lost'; cause: Error };

/** How long a process may take to start; far above what a loaded machine needs. */
const START_TIMEOUT_MS = 60_000;

/**
 * workerpool asks a process to end and waits this long, twice, before it kills it; a busy process does not
 * react.
 */
const GRACE_MS = 10;

const CLOSE_TIMEOUT_MS = 1000;

/** The CPU time of a running process can't be read more precisely. */
const SHORTEST_LOOK_MS = 10;

/** Signals with which V8 aborts: out of memory, out of stack, failed allocation. */
const CRASH = /signalCode: `SIG(ABRT|TRAP|ILL|SEGV|BUS)`/;

/** One process that runs untrusted work, one job at a time, and is replaced when it dies. */
export class ChildProcess {
  readonly #cpuMs: number;
  readonly #wallMs: number;
  readonly #pool: Pool;
  #lastWords = '';
  #answering: Promise<void> | null = null;

  constructor({ childPath, kind, cpuMs, wallMs, heapMegabytes }: ChildProcessSettings) {
    this.#cpuMs = cpuMs;
    this.#wallMs = wallMs;
    // One pool per process, so that a job can wait for the replacement of the process it killed.
    this.#pool = pool(childPath, {
      workerType: 'process',
      // Starts no process before it is needed: a command needs only one, and most processes never compile two designs
      // at once.
      minWorkers: 0,
      maxWorkers: 1,
      workerTerminateTimeout: GRACE_MS,
      // Otherwise V8's crash reports land in our own log.
      emitStdStreams: true,
      forkArgs: [kind],
      forkOpts: {
        execArgv: childFlags(childPath, heapMegabytes),
        // No environment variables: ours hold the database password and the master key.
        env: { TZ: 'UTC' },
      },
    });
  }

  /** Resolves when the process responds. */
  ready(): Promise<void> {
    this.#answering ??= this.#ask().catch((fault) => {
      this.#answering = null;
      throw fault;
    });
    return this.#answering;
  }

  /** The job's time limit does not include the start of the process. */
  async run<Answer>(method: string, job: unknown): Promise<ChildOutcome<Answer>> {
    let outcome: ChildOutcome<Answer>;
    try {
      // Starts the process first, also because workerpool loses a job that was queued behind one whose
      // process died.
      await this.ready();
      outcome = await this.#job<Answer>(method, job);
    } catch (cause) {
      outcome = { died: 'lost', cause: cause as Error };
    }
    if ('died' in outcome) this.#answering = null;
    return outcome;
  }

  async #ask(): Promise<void> {
    const job = this.#pool.exec('methods', [], { on: (payload) => this.#listen(payload) });
    const clock = startDeadline(START_TIMEOUT_MS, () => job.cancel());
    try {
      await job;
    } catch (cause) {
      throw new Error(`a child process does not start: ${this.#lastWords || String(cause)}`, { cause });
    } finally {
      clock.clear();
    }
  }

  async #job<T>(method: string, input: unknown): Promise<ChildOutcome<T>> {
    const use = new CpuUse();
    const on = (payload: unknown) => (isTextProgress(payload) ? use.begin(payload) : this.#listen(payload));
    const job = this.#pool.exec(method, [input], { on });
    const began = performance.now();
    let ended: ChildOutcome<T> | null = null;
    /** A process cannot use more CPU time than has elapsed, so it is not checked until then. */
    const lookAfter = (ms: number): Deadline =>
      startDeadline(Math.max(ms, SHORTEST_LOOK_MS), () => {
        const elapsed = performance.now() - began;
        const left = this.#cpuMs - use.soFar(elapsed);
        if (left <= 0) ended = { died: 'slow', at: use.mostUsedBy(elapsed) };
        else if (elapsed >= this.#wallMs) ended = { died: 'starved' };
        if (ended) job.cancel();
        else clock = lookAfter(Math.min(left, this.#wallMs - elapsed));
      });
    let clock = lookAfter(this.#cpuMs);
    try {
      return { value: (await job) as T };
    } catch (error) {
      const cause = error as Error;
      if (ended) return ended;
      return use.at !== null && CRASH.test(cause.message)
        ? { died: 'memory', at: use.at }
        : { died: 'lost', cause };
    } finally {
      clock.clear();
    }
  }

  async close(): Promise<void> {
    // Rejects when the process is already gone, which is fine.
    await this.#pool.terminate(true, CLOSE_TIMEOUT_MS).catch(() => undefined);
  }

  #listen(payload: unknown): void {
    const { stderr } = payload as { stderr?: string };
    if (stderr !== undefined) this.#lastWords = (this.#lastWords + stderr).slice(-2000);
  }
}
