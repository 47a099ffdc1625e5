const ROUNDS = 3;

/**
 * For bounds that the machine can break as well as the code: a pause of the machine spoils one round, a fault of ours
 * all of them. Whatever must hold in every round is expected inside `work`; the last round is given when none was clean,
 * so that its figures are shown.
 */
export async function cleanRound<T>(
  work: (round: number) => Promise<T>,
  isClean: (result: T) => boolean,
): Promise<T> {
  for (let round = 1; ; round++) {
    const result = await work(round);
    if (isClean(result) || round === ROUNDS) return result;
  }
}
