import { readFileSync } from 'node:fs';

/** The unit of times in `/proc`, which is the same on every Linux that Node runs on. */
const TICK_MS = 10;

/**
 * CPU time of the process's main thread, a tick or two short; null if the process is gone or the system
 * doesn't report it.
 */
function threadCpuMs(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses, which may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return null;
  }
}

const canMeasure = threadCpuMs(process.pid) !== null;

/** A child process's progress and its CPU time, reported whenever it begins a text. */
export interface TextProgress {
  /** The index of the text. */
  at: number;
  pid: number;
  cpuMs: number;
}

export function isTextProgress(payload: unknown): payload is TextProgress {
  return typeof payload === 'object' && payload !== null && 'at' in payload;
}

/** The CPU time of one job by text, also while its process is too busy to report anything (ADR 76). */
export class CpuUse {
  #first: TextProgress | null = null;
  #current: TextProgress | null = null;
  #most = { at: 0, ms: -1 };

  begin(turn: TextProgress): void {
    this.#endTurn(turn.cpuMs);
    this.#first ??= turn;
    this.#current = turn;
  }

  /** The index of the current text. */
  get at(): number | null {
    return this.#current?.at ?? null;
  }

  /** If the system doesn't report CPU time, all elapsed time counts. */
  soFar(elapsedMs: number): number {
    if (!this.#first) return 0;
    if (!canMeasure) return elapsedMs;
    return Math.max(0, (threadCpuMs(this.#first.pid) ?? 0) - this.#first.cpuMs);
  }

  /** The text that used the most time is to blame, because the current one may have only just begun. */
  mostUsedBy(elapsedMs: number): number {
    this.#endTurn((this.#first?.cpuMs ?? 0) + this.soFar(elapsedMs));
    return this.#most.at;
  }

  #endTurn(cpuMs: number): void {
    if (!this.#current) return;
    const ms = cpuMs - this.#current.cpuMs;
    if (ms > this.#most.ms) this.#most = { at: this.#current.at, ms };
  }
}
