/**
 * Tests that kill, race or repeat have two sizes: a short one that can still fail, for the check, and the
 * full one, for `npm run check:nightly`. CONTRIBUTING.md lists both.
 */
export const isFullSize = process.env['OUTSTEP_TEST_SIZE'] === 'full';

export const sized = <T>(short: T, full: T): T => (isFullSize ? full : short);

/**
 * For limits on the cost of work: the figure itself in the nightly check; in the regular check, next to other
 * files on a shared machine, so much more that only explosions are found.
 */
export const noMoreThan = (figure: number): number => sized(5 * figure, figure);

/** All of them in full size; otherwise one in `oneOf`, a different selection for each `turn`. */
export const sampled = <T>(all: readonly T[], oneOf: number, turn = 0): readonly T[] =>
  isFullSize ? all : all.filter((_, index) => index % oneOf === turn % oneOf);
