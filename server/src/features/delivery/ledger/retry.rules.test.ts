import { expect, test } from 'vitest';
import { readConfig } from '../../../config.ts';
import { delayAfter } from './retry.rules.ts';

const { retryDelaysMs } = readConfig({ OUTSTEP_MASTER_KEY: Buffer.alloc(32).toString('base64') });

test('schedules eight attempts over more than a day, and none after the last', () => {
  const delays = Array.from({ length: 9 }, (_, i) => delayAfter(i, retryDelaysMs));
  const [s, min, h] = [1000, 60_000, 3_600_000];
  expect(delays).toEqual([0, 5 * s, 5 * min, 30 * min, 2 * h, 5 * h, 10 * h, 10 * h, null]);
});

test('a schedule can consist of one attempt', () => {
  expect(delayAfter(1, [0])).toBeNull();
});
