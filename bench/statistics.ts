/** A bar is judged over at least this many windows of each contender, measured in turns. */
export const WINDOWS = 6;

/**
 * Windows of the bare contender that differ by more than this factor reflect the machine more than the
 * product.
 */
export const STEADY_WITHIN = 1.5;

/** The middle value, or the mean of the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = 0, high = low] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}

export interface Ratio {
  median: number;
  low: number;
  high: number;
}

/** Ratios window by window, because windows next to each other in time share the noise of the machine. */
export function ratioOf(mine: readonly number[], bare: readonly number[]): Ratio {
  const ratios = mine.map((value, i) => value / (bare[i] ?? Number.NaN));
  return { median: median(ratios), low: Math.min(...ratios), high: Math.max(...ratios) };
}

/** The largest value divided by the smallest. */
export const spreadOf = (values: readonly number[]) => Math.max(...values) / Math.min(...values);

/** Why these windows of the baseline make a run inconclusive; empty if they don't. */
export function inconclusiveReasons(bare: Readonly<Record<string, readonly number[]>>): string[] {
  return Object.entries(bare).flatMap(([measure, values]) => {
    if (values.length < WINDOWS) return [`${measure}: ${values.length} windows, ${WINDOWS} are needed`];
    const spread = spreadOf(values);
    if (spread <= STEADY_WITHIN) return [];
    return [
      `${measure}: windows of the bare contender differ by ${spread.toFixed(2)} ×, more than ${STEADY_WITHIN} ×`,
    ];
  });
}
