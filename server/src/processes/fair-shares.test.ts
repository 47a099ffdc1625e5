import { expect, test } from 'vitest';
import type { RunInStoreQueue } from '../kernel/fair-queue.ts';
import { createFairShares } from './fair-shares.ts';

const flushPromises = () => new Promise((resolve) => setImmediate(resolve));

test.each(['request', 'upload', 'importList', 'test', 'checkMail'] as const)(
  '%s: an account with 150 stores leaves room for one with a single store (contract: Limits 5)',
  async (name) => {
    const turn: RunInStoreQueue = createFairShares(async (storeId) => storeId.split(' ')[0] as string)[name];
    const ending = Promise.withResolvers<void>();
    let begun = 0;
    const crowd = Array.from({ length: 150 }, (_, i) =>
      turn(`crowd ${i}`, async () => {
        begun += 1;
        await ending.promise;
      }),
    );
    await flushPromises();
    expect(begun).toBeGreaterThan(0);
    expect(begun).toBeLessThanOrEqual(32);
    expect(await turn('alone 1', async () => 'served')).toBe('served');
    ending.resolve();
    await Promise.all(crowd);
    expect(begun).toBe(150);
  },
);

test.each(['upload', 'importList'] as const)('%s: two run at a time, only one per account', async (name) => {
  const turn = createFairShares(async (storeId) => storeId)[name];
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await flushPromises();
    running -= 1;
  };
  await Promise.all(['a', 'a', 'a'].map((storeId) => turn(storeId, work)));
  expect(most).toBe(1);
  await Promise.all(['a', 'b', 'c', 'd', 'a'].map((storeId) => turn(storeId, work)));
  expect(most).toBe(2);
});
