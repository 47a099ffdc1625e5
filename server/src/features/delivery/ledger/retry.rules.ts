/** How long each attempt waits after the one before it; the first does not wait. As many attempts as delays. */
export type RetrySchedule = readonly number[];

/** The delay before the attempt that follows `attempt`, or `null` when that was the last. */
export const delayAfter = (attempt: number, schedule: RetrySchedule): number | null =>
  schedule[attempt] ?? null;
