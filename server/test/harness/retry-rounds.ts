import { sized } from './size.ts';

const ROUNDS = 3;

/**
 * How long somebody may wait: at night, when a file runs alone, as long as was promised; in the check, beside other
 * files, so long that only what hangs is found.
 */
export const waitLimit = (promisedMs: number): number => sized(20_000, promisedMs);

/**
 * For bounds that the machine can break as well as the code: a pause of the machine spoils one round, a fault of ours
 * all of them. Whatever must hold in every round is expected inside `work`; the last round is given when none was clean,
 * so that its figures are shown.
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
