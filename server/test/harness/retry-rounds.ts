import { sized } from './size.ts';

const ROUNDS = 3;

/**
 * How long a caller may have to wait: the promised time in the nightly check, when a file runs alone; in the
 * regular check, next to other files, so long that only hanging is detected.
 */
export const waitLimit = (promisedMs: number): number => sized(20_000, promisedMs);

/**
 * For limits that the machine can exceed as well as the code: a pause of the machine spoils one round, a bug
 * spoils all of them. What must hold in every round is asserted inside `work`; if no round was clean, the
 * last one is returned, so that its figures are shown.
 */
export async function retryRound<T>(
  work: (round: number) => Promise<T>,
  isClean: (result: T) => boolean,
): Promise<T> {
  for (let round = 1; ; round++) {
    const result = await work(round);
    if (isClean(result) || round === ROUNDS) return result;
  }
}
