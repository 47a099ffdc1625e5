import { describe, expect, test } from 'vitest';
import { plainOrNull } from '../../../../test/harness/plain-message.ts';
import { type EndedMessage, fanOutOutcome } from './fan-out.rules.ts';

const nameOf = (position: number) => `message ${position}`;

const at = new Date('2026-11-15T10:00:00.000Z');
const message = (position: number, state: string, error: string | null = null): EndedMessage => ({
  position,
  state,
  attempt: position,
  error,
  message: plainOrNull(error),
  endedAt: at,
});

describe('outcome of a step with several messages', () => {
  test('succeeds when all are sent', () => {
    const { status, error, attempts } = fanOutOutcome([message(1, 'sent'), message(2, 'sent')], {
      unknownIsSent: false,
      sentStatus: 'sent',
      nameOf,
    });
    expect({ status, error, attempts }).toEqual({ status: 'SUCCESS', error: null, attempts: 2 });
  });

  test('fails if one message failed, with count and reason', () => {
    const all = [
      message(1, 'sent'),
      message(2, 'failed', 'no such mailbox'),
      message(3, 'unknown', 'silence'),
    ];
    expect(fanOutOutcome(all, { unknownIsSent: false, sentStatus: 'sent', nameOf })).toMatchObject({
      status: 'FAILED',
      error: '2 of 3 emails failed or are unconfirmed (1 failed, 1 unconfirmed): no such mailbox',
    });
  });

  test('counts an unconfirmed message as sent', () => {
    const all = [message(1, 'sent'), message(2, 'unknown', 'silence')];
    expect(fanOutOutcome(all, { unknownIsSent: true, sentStatus: 'sent', nameOf })).toMatchObject({
      status: 'SUCCESS',
      error: null,
    });
    expect(fanOutOutcome(all, { unknownIsSent: false, sentStatus: 'sent', nameOf })).toMatchObject({
      status: 'FAILED',
    });
  });

  test('names every message in the timeline', () => {
    const { timeline } = fanOutOutcome([message(1, 'sent'), message(2, 'failed', 'full')], {
      unknownIsSent: false,
      sentStatus: 'sent',
      nameOf,
    });
    expect(timeline).toEqual([
      { at: at.toISOString(), event: 'sent', detail: 'message 1' },
      { at: at.toISOString(), event: 'failed', detail: 'message 2: full' },
    ]);
  });
});
