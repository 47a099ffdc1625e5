import { delayAfter, type RetrySchedule } from '../../../../features/delivery/ledger/retry.rules.ts';
import { retryEntry } from '../../../../features/delivery/ledger/retry-later.ts';
import type { TimelineEntry } from '../../../../features/records/history/history.schema.ts';

const FAILS_AFTER_MS = 300;

interface Attempts {
  /** Of the attempts that failed before the last. */
  retries: TimelineEntry[];
  /** The last of them, and when it begins. */
  attempt: number;
  beginsAt: number;
  /** Whether the trouble has ended by then. */
  isWell: boolean;
}

/** The attempts at something that cannot be done for a while. */
export function attemptsThrough(
  { at, troubleMs, sentence, subject }: { at: number; troubleMs: number; sentence: string; subject?: string },
  schedule: RetrySchedule,
): Attempts {
  const retries: TimelineEntry[] = [];
  let beginsAt = at;
  for (let attempt = 1; ; attempt++) {
    const isWell = beginsAt - at >= troubleMs;
    const delayMs = delayAfter(attempt, schedule);
    if (isWell || delayMs === null) return { retries, attempt, beginsAt, isWell };
    const failed = { attempt, delayMs, sentence, ...(subject !== undefined && { subject }) };
    retries.push(retryEntry(failed, new Date(beginsAt + FAILS_AFTER_MS)));
    beginsAt += delayMs;
  }
}

/** For how long there is trouble, in what becomes of a run. */
export const troubleOf = (fate: string | { troubleMs: number }) =>
  typeof fate === 'string' ? 0 : fate.troubleMs;
