import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ConcurrencyLimit } from './concurrency-limit.ts';

test('runs at most the limit at once and serves every caller, also after a failure', async () => {
  const turns = new ConcurrencyLimit(2);
  let running = 0;
  let most = 0;
  const work = (fails: boolean) =>
    turns.inTurn(async () => {
      running += 1;
      most = Math.max(most, running);
      await sleep(1);
      running -= 1;
      if (fails) throw new Error('failed');
      return 'done';
    });
  const results = await Promise.allSettled(Array.from({ length: 10 }, (_, i) => work(i % 3 === 0)));
  expect(most).toBe(2);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
});
