import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A file of a process in `/proc`; `null` if it has ended. */
function readProc<T>(pid: number | string, file: string, read: (text: string) => T): T | null {
  try {
    return read(readFileSync(`/proc/${pid}/${file}`, 'latin1'));
  } catch {
    return null;
  }
}

const allPids = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name));

/** Linux counts in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** The parent, and the CPU seconds that it and its ended children have used. */
function statOf(pid: number | string): { parent: number; seconds: number } | null {
  return readProc(pid, 'stat', (text) => {
    // The name is in parentheses and may contain anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
    return { parent: Number(fields[1]), seconds: ticks / TICKS_PER_SECOND };
  });
}

/** CPU seconds of a process and everything it has started, running or waited for. */
export function cpuSeconds(root = process.pid): number {
  const stats = new Map(allPids().map((pid) => [Number(pid), statOf(pid)]));
  const isBelow = (pid: number): boolean => {
    for (let at = pid; at > 1; at = stats.get(at)?.parent ?? 0) if (at === root) return true;
    return false;
  };
  let seconds = 0;
  for (const [pid, stat] of stats) if (stat && isBelow(pid)) seconds += stat.seconds;
  return seconds;
}

/** Runs the work and measures the CPU time in ms, here and in all processes started from here. */
export async function withCpu<T>(work: () => Promise<T>): Promise<{ value: T; cpuMs: number }> {
  const before = cpuSeconds();
  const value = await work();
  return { value, cpuMs: (cpuSeconds() - before) * 1000 };
}

/** Processes with this text in the environment they were started with. */
const startedWith = (text: string): number[] =>
  allPids()
    .filter((pid) => readProc(pid, 'environ', (environment) => environment.includes(text)))
    .map(Number);

const TERMINATION_MS = 5_000;

/** Ends all processes with this text in the environment they were started with. */
export async function endProcessTree(text: string) {
  const end = (signal: NodeJS.Signals) => {
    for (const pid of startedWith(text)) {
      try {
        process.kill(pid, signal);
      } catch {
        // It ended by itself in the meantime.
      }
    }
  };
  end('SIGTERM');
  const until = performance.now() + TERMINATION_MS;
  while (startedWith(text).length > 0 && performance.now() < until) await sleep(50);
  end('SIGKILL');
}
