import type { SealPlace } from '../../../kernel/ports.ts';

/** A store has one connection at most, so its place needs no further name. */
export const tokenPlace: SealPlace = { table: 'repository_connections', name: 'token' };

/** Where a layout is, from the root of the repository. */
export const folderOfLayout = (folder: string, layoutId: string) =>
  [folder, 'layouts', layoutId].filter(Boolean).join('/');

const SHORT_SHA = 7;
export const shortSha = (sha: string) => sha.slice(0, SHORT_SHA);

const HOUR_MS = 3_600_000;

/** How long to wait after so many tries that failed; at the end of the schedule, but never longer than an hour. */
export function pauseAfter(failures: number, schedule: readonly number[]): number {
  const pause = schedule[Math.min(failures, schedule.length - 1)] ?? HOUR_MS;
  return Math.min(pause, HOUR_MS);
}
