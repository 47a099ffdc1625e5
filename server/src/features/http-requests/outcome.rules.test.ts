import { describe, expect, test } from 'vitest';
import type { OutboundOutcome, OutboundReason } from '../../kernel/outbound.ts';
import { mayRepeat } from './outcome.rules.ts';

const answered = (status: number): OutboundOutcome => ({
  kind: 'answered',
  status,
  headers: {},
  body: '',
  bytes: 0,
  truncated: false,
  redirectTo: null,
  address: '192.0.2.1',
  durationMs: 1,
});
const failed = (reason: OutboundReason, sent: boolean): OutboundOutcome => ({
  kind: 'failed',
  reason,
  sentence: reason,
  sent,
  status: null,
  durationMs: 1,
});

describe('a call is made again', () => {
  test.each([408, 425, 429, 503])('when the target answered %i: it did not take it', (status) => {
    expect(mayRepeat(answered(status))).toBe(true);
  });
  test.each(['unresolvable', 'refused', 'timeout', 'cut'] as const)(
    'when it was %s before it left',
    (reason) => {
      expect(mayRepeat(failed(reason, false))).toBe(true);
    },
  );
});

describe('a call is not made again', () => {
  test.each([200, 301, 400, 404, 500, 501, 502, 504])('when the target answered %i', (status) => {
    expect(mayRepeat(answered(status))).toBe(false);
  });
  test.each(['timeout', 'cut', 'bad_answer'] as const)('when it was %s after it had left', (reason) => {
    expect(mayRepeat(failed(reason, true))).toBe(false);
  });
  test.each(['malformed', 'forbidden', 'tls'] as const)('when it was %s: later is no better', (reason) => {
    expect(mayRepeat(failed(reason, false))).toBe(false);
  });
});
