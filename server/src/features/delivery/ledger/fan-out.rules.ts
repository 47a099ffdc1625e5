import type { TimelineEntry } from '../../records/history/history.schema.ts';

export interface EndedMessage {
  position: number;
  state: string;
  attempt: number;
  error: string | null;
  endedAt: Date | null;
}

export interface FanOutOutcome {
  status: 'SUCCESS' | 'FAILED';
  error: string | null;
  attempts: number;
  timeline: TimelineEntry[];
}

const counted = (count: number, word: string) => (count > 0 ? [`${count} ${word}`] : []);

/**
 * The outcome of a step whose messages have all ended. Whether a message with an unknown outcome counts as sent
 * depends on what sending it twice would cost, so the caller decides.
 */
export function fanOutOutcome(
  messages: readonly EndedMessage[],
  {
    unknownIsSent,
    sentWord,
    nameOf,
  }: { unknownIsSent: boolean; sentWord: string; nameOf(position: number): string },
): FanOutOutcome {
  const failed = messages.filter(({ state }) => state === 'failed');
  const unknown = messages.filter(({ state }) => state === 'unknown');
  const missing = failed.length + (unknownIsSent ? 0 : unknown.length);
  const parts = [...counted(failed.length, 'failed'), ...counted(unknown.length, 'unknown')].join(', ');
  const reason = failed[0]?.error ?? unknown[0]?.error;
  return {
    status: missing === 0 ? 'SUCCESS' : 'FAILED',
    error:
      missing === 0
        ? null
        : `${missing} of ${messages.length} messages did not surely arrive (${parts})${reason ? `: ${reason}` : ''}`,
    attempts: Math.max(0, ...messages.map(({ attempt }) => attempt)),
    timeline: messages.map(({ position, state, error, endedAt }) => ({
      at: (endedAt ?? new Date(0)).toISOString(),
      event: state === 'sent' ? sentWord : state,
      detail: `${nameOf(position)}${error ? `: ${error}` : ''}`,
    })),
  };
}
