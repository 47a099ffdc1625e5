import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

interface Stat {
  pid: number;
  parent: number;
  name: string;
  seconds: number;
}

function stats(): Stat[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
        const name = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        const seconds = (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
        return [{ pid: Number(pid), parent: Number(fields[1]), name, seconds }];
      } catch {
        // The process has ended in the meantime.
        return [];
      }
    });
}

/** Seconds of CPU by process, with the part of the installation that it belongs to. */
export type CpuByProcess = Map<number, { part: string; seconds: number }>;

/** The load generator and the target, which belong to no installation. */
export const OUTSIDE = 'load and target';

/**
 * The processes of an installation that are running now. `parts` names ours by process ID. For PostgreSQL,
 * all processes count, or only the connections to one database.
 */
export function processesOf(parts: ReadonlyMap<number, string>, database = '') {
  const partOf = ({ pid, parent, name }: Stat): string | null => {
    const own = parts.get(pid);
    if (own !== undefined) return own;
    if (/postgres/.test(name)) return name.includes(database) ? 'PostgreSQL' : null;
    if (/redis-server/.test(name)) return 'Redis';
    if (pid === process.pid) return OUTSIDE;
    return parts.has(parent) ? 'render processes' : null;
  };
  return stats().flatMap((stat) => {
    const part = partOf(stat);
    return part ? [{ pid: stat.pid, part, seconds: stat.seconds }] : [];
  });
}

/** CPU time of each process so far; pass two of these to `cpuBetween` to get the cost in between. */
export const cpuSpentBy = (parts: ReadonlyMap<number, string>, database?: string): CpuByProcess =>
  new Map(processesOf(parts, database).map(({ pid, part, seconds }) => [pid, { part, seconds }]));

/** Leaves out processes that ended in between, because their final CPU time is unknown. */
export function cpuBetween(before: CpuByProcess, after: CpuByProcess): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [pid, { part, seconds }] of after) {
    sums[part] = (sums[part] ?? 0) + seconds - (before.get(pid)?.seconds ?? 0);
  }
  return sums;
}
