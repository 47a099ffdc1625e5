import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { Duration } from '../server/test/harness/durations.ts';
import { isFullSize } from '../server/test/harness/size.ts';
import { CPU_SECONDS, NOISE, PACE_MS, slowFiles } from '../server/test/slow-files.ts';

const lines = 'coverage/durations.jsonl';
const durationsPath = 'coverage/durations.json';
const SHOWN = 10;

/** Makes test files record their cost from now on. */
export async function beginDurations() {
  await mkdir('coverage', { recursive: true });
  await rm(lines, { force: true });
  process.env['OUTSTEP_DURATIONS'] = lines;
}

/** How much slower this run was than the machine of `CPU_SECONDS`, measured by the same work; at least 1. */
function slownessOf(all: readonly Duration[]): number {
  const paces = all.map(({ paceMs }) => paceMs).sort((a, b) => a - b);
  return Math.max(1, (paces[paces.length >> 1] ?? 0) / PACE_MS);
}

/**
 * Saves the cost of test files, most expensive first, prints the top of the list, and returns the files that
 * exceed the limit.
 */
export async function endDurations(): Promise<string[]> {
  const recorded = (await readFile(lines, 'utf8').catch(() => '')).split('\n').filter(Boolean);
  const all = recorded.map((line): Duration => JSON.parse(line));
  all.sort((a, b) => b.cpuSeconds - a.cpuSeconds);
  await writeFile(durationsPath, `${JSON.stringify(all, null, 2)}\n`);
  const asLine = ({ file, cpuSeconds, wallSeconds }: Duration) =>
    `${cpuSeconds.toFixed(1)} s of CPU in ${wallSeconds.toFixed(1)} s: ${file}`;
  for (const duration of all.slice(0, SHOWN)) console.log(asLine(duration));
  const slowness = slownessOf(all);
  const sum = all.reduce((seconds, duration) => seconds + duration.cpuSeconds, 0);
  console.log(`${(sum / slowness).toFixed(0)} s of normalized CPU in ${all.length} files`);
  const allowed = CPU_SECONDS * slowness * NOISE;
  console.log(`${allowed.toFixed(1)} s of CPU are allowed to a file at the speed of this machine`);
  if (isFullSize) return [];
  return all
    .filter(({ file, cpuSeconds }) => cpuSeconds > allowed && !Object.hasOwn(slowFiles, file))
    .map(
      (duration) => `${asLine(duration)}; more than ${allowed.toFixed(1)} s need a reason in slow-files.ts`,
    );
}
