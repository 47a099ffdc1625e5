import { expect, test } from 'vitest';
import { runWindow } from './runs.rules.ts';

const windowAt = (now: string) => {
  const { from, monthsFrom } = runWindow(new Date(now));
  return [from.toISOString().slice(0, 10), monthsFrom.toISOString().slice(0, 10)];
};

test.each([
  ['2026-11-18T02:45:00Z', '2026-10-20', '2026-11-01'],
  ['2026-11-30T23:59:59Z', '2026-11-01', '2026-11-01'],
  ['2026-12-01T00:00:00Z', '2026-11-02', '2026-12-01'],
  ['2027-01-05T12:00:00Z', '2026-12-07', '2027-01-01'],
  // Includes all of February.
  ['2027-03-01T12:00:00Z', '2027-01-31', '2027-02-01'],
])('the thirty days up to %s start at %s, and their first full month at %s', (now, from, monthsFrom) => {
  expect(windowAt(now)).toEqual([from, monthsFrom]);
});
