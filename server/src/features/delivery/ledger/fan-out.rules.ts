import { type Message, message } from '../../../kernel/messages/message.ts';
import type { NewTimelineEntry } from '../../records/history/history.schema.ts';
import { messageOf, type StoredSentence } from '../../records/history/stored-message.rules.ts';

export interface EndedMessage extends StoredSentence {
  position: number;
  state: string;
  attempt: number;
  endedAt: Date | null;
}

export interface FanOutOutcome {
  status: 'SUCCESS' | 'FAILED';
  error: Message | null;
  attempts: number;
  timeline: NewTimelineEntry[];
}

function countsOf(failed: number, unknown: number): Message {
  if (failed > 0 && unknown > 0) return message('counts_failed_unknown', { failed, unknown });
  return failed > 0 ? message('counts_failed', { failed }) : message('counts_unknown', { unknown });
}

function failureMessageOf(missing: number, all: number, counts: Message, error: Message | null): Message {
  const said = { missing, all, counts };
  return error ? message('emails_failed', { ...said, error }) : message('emails_failed_plain', said);
}

/**
 * The outcome of a step whose messages have all ended. Whether a message with an unknown outcome counts as sent
 * depends on what sending it twice would cost, so the caller decides.
 */
export function fanOutOutcome(
  messages: readonly EndedMessage[],
  {
    unknownIsSent,
    sentStatus,
    nameOf,
  }: { unknownIsSent: boolean; sentStatus: string; nameOf(position: number): string },
): FanOutOutcome {
  const failed = messages.filter(({ state }) => state === 'failed');
  const unknown = messages.filter(({ state }) => state === 'unknown');
  const missing = failed.length + (unknownIsSent ? 0 : unknown.length);
  const first = failed[0] ?? unknown[0];
  const counts = countsOf(failed.length, unknown.length);
  return {
    status: missing === 0 ? 'SUCCESS' : 'FAILED',
    error:
      missing === 0
        ? null
        : failureMessageOf(missing, messages.length, counts, first ? messageOf(first) : null),
    attempts: Math.max(0, ...messages.map(({ attempt }) => attempt)),
    timeline: messages.map((ended) => {
      const { position, state, endedAt } = ended;
      const error = messageOf(ended);
      const subject = nameOf(position);
      return {
        at: (endedAt ?? new Date(0)).toISOString(),
        event: state === 'sent' ? sentStatus : state,
        detail: error ? message('told_of', { subject, error }) : subject,
      };
    }),
  };
}
