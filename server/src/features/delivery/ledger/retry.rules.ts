/** The delay in milliseconds before each attempt, including the first: as many attempts as entries. */
export type RetrySchedule = readonly number[];

/** The delay before the attempt that follows `attempt`, or `null` when that was the last (contract: Sending 9). */
export const delayAfter = (attempt: number, schedule: RetrySchedule): number | null =>
  schedule[attempt] ?? null;
