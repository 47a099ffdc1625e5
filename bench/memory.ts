import { readFileSync } from 'node:fs';
import { OUTSIDE, processesOf } from './cpu.ts';

/** Counts memory that several processes share, as in PostgreSQL, only once, by splitting it among them. */
function shareOf(pid: number): number {
  try {
    const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    // The process has ended in the meantime.
    return 0;
  }
}

/** Megabytes that each part of an installation has in memory now. */
export function memoryOf(parts: ReadonlyMap<number, string>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { pid, part } of processesOf(parts))
    if (part !== OUTSIDE) sums.set(part, (sums.get(part) ?? 0) + shareOf(pid));
  return sums;
}

/** The peak memory of each part during `work`, sampled every second. */
export async function peakMemory<T>(parts: ReadonlyMap<number, string>, work: Promise<T>) {
  const most = memoryOf(parts);
  const timer = setInterval(() => {
    for (const [part, now] of memoryOf(parts)) most.set(part, Math.max(most.get(part) ?? 0, now));
  }, 1000);
  try {
    return { value: await work, most };
  } finally {
    clearInterval(timer);
  }
}
