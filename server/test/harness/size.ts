/**
 * What kills, races or repeats has two sizes: a short one that can fail, for the check, and the whole of it, for
 * `npm run check:nightly`. CONTRIBUTING.md lists both.
 */
export const isFullSize = process.env['OUTSTEP_TEST_SIZE'] === 'full';

export const sized = <T>(short: T, full: T): T => (isFullSize ? full : short);

/**
 * For what work may cost: the figure itself at night; by day, beside other files on a shared machine, so much more that
 * only what explodes is found.
 */
export const noMoreThan = (figure: number): number => sized(5 * figure, figure);

/** All of them in full size, otherwise every so many, another choice for each `turn`. */
export const sampled = <T>(all: readonly T[], oneOf: number, turn = 0): readonly T[] =>
  isFullSize ? all : all.filter((_, index) => index % oneOf === turn % oneOf);
