/** Pseudorandom numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export interface SeededRandom {
  next(): number;
  /** True on average once in `times` calls. */
  oneIn(times: number): boolean;
  pick<T>(items: readonly T[]): T;
  between(low: number, high: number): number;
}

export function createSeededRandom(seed: number): SeededRandom {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    oneIn: (times) => next() < 1 / times,
    pick: (items) => items[Math.floor(next() * items.length)] as (typeof items)[number],
    between: (low, high) => Math.floor(low + next() * (high - low)),
  };
}
