import { expect, test } from 'vitest';
import { OperationError } from '../../kernel/error.ts';
import { createFailedCalls } from './failed-calls.ts';

const PLATFORM = '192.0.2.1';
const STRANGER = '198.51.100.7';

function failedCallsAt(maxNetworks?: number) {
  const clock = { seconds: 0 };
  const calls = createFailedCalls((address) => address.split(':')[0] ?? '', {
    now: () => clock.seconds * 1000,
    ...(maxNetworks && { maxNetworks }),
  });
  const fail = (address: string, times: number) => {
    for (let i = 0; i < times; i++) calls.countFailure(address);
  };
  /** Seconds to wait, 0 for none. */
  const waitOf = (address: string): number => {
    try {
      calls.requireLeft(address);
      return 0;
    } catch (error) {
      return (error as OperationError).detail.retryAfterSeconds as number;
    }
  };
  return { clock, calls, fail, waitOf };
}

test('60 failures a minute, then 429 until one expires (contract: Workflow platforms 8)', () => {
  const { clock, calls, fail, waitOf } = failedCallsAt();
  fail(STRANGER, 59);
  expect(waitOf(STRANGER)).toBe(0);
  fail(STRANGER, 1);
  expect(waitOf(STRANGER)).toBe(1);
  expect(() => calls.requireLeft(STRANGER)).toThrow(OperationError);
  expect(waitOf(PLATFORM)).toBe(0);
  clock.seconds = 1;
  expect(waitOf(STRANGER)).toBe(0);
});

test('600 failures for a network with a signed call in the last hour', () => {
  const { clock, calls, fail, waitOf } = failedCallsAt();
  fail(PLATFORM, 60);
  calls.countSigned(PLATFORM);
  expect(waitOf(PLATFORM)).toBe(0);
  fail(PLATFORM, 539);
  expect(waitOf(PLATFORM)).toBe(0);
  fail(PLATFORM, 1);
  expect(waitOf(PLATFORM)).toBe(1);
  clock.seconds = 3600;
  expect(waitOf(PLATFORM)).toBe(0);
  fail(PLATFORM, 60);
  expect(waitOf(PLATFORM)).toBe(1);
});

test('counts concurrent failures, and no caller waits longer than a minute', () => {
  const { fail, waitOf } = failedCallsAt();
  fail(STRANGER, 90);
  expect(waitOf(STRANGER)).toBe(31);
  fail(STRANGER, 10_000);
  expect(waitOf(STRANGER)).toBe(60);
});

test('keeps counting networks that keep failing, however many others call', () => {
  const { fail, waitOf } = failedCallsAt(100);
  fail(STRANGER, 60);
  for (let i = 0; i < 1000; i++) {
    fail(`other ${i}`, 1);
    if (i % 50 === 0) fail(STRANGER, 1);
  }
  expect(waitOf(STRANGER)).toBeGreaterThan(0);
  expect(waitOf('other 1')).toBe(0);
});
