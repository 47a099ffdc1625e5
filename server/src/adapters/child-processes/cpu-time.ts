import { readFileSync } from 'node:fs';

/** The unit of times in `/proc`, which is the same on every Linux that Node runs on. */
const TICK_MS = 10;

/** CPU time of the process's main thread, a tick or two short; null where the system doesn't tell or it is gone. */
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

/** Where a process stands, by its own clock: it says so whenever it begins a text. */
export interface ChildTurn {
  /** The index of the text. */
  at: number;
  pid: number;
  cpuMs: number;
}

export function isTurn(payload: unknown): payload is ChildTurn {
  return typeof payload === 'object' && payload !== null && 'at' in payload;
}

/** The CPU time of one job, text by text, also while its process is too busy to say anything (ADR 76). */
export class CpuUse {
  #first: ChildTurn | null = null;
  #current: ChildTurn | null = null;
  #most = { at: 0, ms: -1 };

  begin(turn: ChildTurn): void {
    this.#endTurn(turn.cpuMs);
    this.#first ??= turn;
    this.#current = turn;
  }

  /** The text under way. */
  get at(): number | null {
    return this.#current?.at ?? null;
  }

  /** Where the system doesn't tell, all of the time on the clock counts. */
  soFar(elapsedMs: number): number {
    if (!this.#first) return 0;
    if (!canMeasure) return elapsedMs;
    return Math.max(0, (threadCpuMs(this.#first.pid) ?? 0) - this.#first.cpuMs);
  }

  /** The text under way when the time is up may have just begun: the one that used most of it is to blame. */
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
