import { delayAfter, type RetrySchedule } from '../../../../features/delivery/ledger/retry.rules.ts';
import { retryEntry } from '../../../../features/delivery/ledger/retry-later.ts';
import type { NewTimelineEntry } from '../../../../features/records/history/history.schema.ts';
import type { Message } from '../../../../kernel/messages/message.ts';

const FAILS_AFTER_MS = 300;

interface AttemptTimeline {
  /** The entries of failed attempts before the last. */
  retries: NewTimelineEntry[];
  /** The number of the last attempt, and when it begins. */
  attempt: number;
  beginsAt: number;
  /** Whether the outage is over by then. */
  isWell: boolean;
}

/** The attempts at something that does not work for a while. */
export function attemptsThrough(
  {
    at,
    troubleMs,
    sentence,
    subject,
  }: { at: number; troubleMs: number; sentence: Message; subject?: string },
  schedule: RetrySchedule,
): AttemptTimeline {
  const retries: NewTimelineEntry[] = [];
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

/** How long the outage affects a run. */
export const outageOf = (fate: string | { troubleMs: number }) =>
  typeof fate === 'string' ? 0 : fate.troubleMs;
