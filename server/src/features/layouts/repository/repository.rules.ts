import type { SealContext } from '../../../kernel/ports.ts';

/** A store has at most one connection, so the seal context needs no ID. */
export const tokenSealContext: SealContext = { table: 'repository_connections', name: 'token' };

/** The folder of a layout, relative to the root of the repository. */
export const folderOfLayout = (folder: string, layoutId: string) =>
  [folder, 'layouts', layoutId].filter(Boolean).join('/');

const SHORT_SHA = 7;
/** An abbreviated SHA, at least as long as git's own abbreviation. */
export const isShortSha = (text: string) => /^[0-9a-f]{7,39}$/i.test(text);

export const shortSha = (sha: string) => sha.slice(0, SHORT_SHA);

const HOUR_MS = 3_600_000;

/** The wait after this many failures: the schedule's last pause repeats, and none exceeds an hour. */
export function pauseAfter(failures: number, schedule: readonly number[]): number {
  const pause = schedule[Math.min(failures, schedule.length - 1)] ?? HOUR_MS;
  return Math.min(pause, HOUR_MS);
}
