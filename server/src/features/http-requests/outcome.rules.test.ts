import { describe, expect, test } from 'vitest';
import { plainMessage } from '../../../test/harness/plain-message.ts';
import type { OutboundOutcome, OutboundReason } from '../../kernel/outbound.ts';
import { isSafeToRetry } from './outcome.rules.ts';

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
  sentence: plainMessage(reason),
  sent,
  status: null,
  durationMs: 1,
});

describe('a call is made again (contract: Workflow platforms 7)', () => {
  test.each([408, 425, 429, 503])('when the target answered %i and did not process the request', (status) => {
    expect(isSafeToRetry(answered(status))).toBe(true);
  });
  test.each(['unresolvable', 'refused', 'timeout', 'cut'] as const)(
    'when it was %s before it was sent',
    (reason) => {
      expect(isSafeToRetry(failed(reason, false))).toBe(true);
    },
  );
});

describe('a call is not made again (contract: Workflow platforms 7)', () => {
  test.each([200, 301, 400, 404, 500, 501, 502, 504])('when the target answered %i', (status) => {
    expect(isSafeToRetry(answered(status))).toBe(false);
  });
  test.each(['timeout', 'cut', 'bad_answer'] as const)('when it was %s after it was sent', (reason) => {
    expect(isSafeToRetry(failed(reason, true))).toBe(false);
  });
  test.each(['malformed', 'forbidden', 'tls'] as const)(
    'when it was %s: a retry would not help',
    (reason) => {
      expect(isSafeToRetry(failed(reason, false))).toBe(false);
    },
  );
});
