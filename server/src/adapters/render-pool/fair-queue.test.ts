import { describe, expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const limits = { maxWaitingPerOwner: 3, maxWaitMs: 60_000 };

/** Lets every promise that can settle do so. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('fair queue', () => {
  it('gives an owner one slot at a time although others are free', async () => {
    const queue = new FairQueue(['s1', 's2'], limits);
    const order: string[] = [];
    const first = await queue.take('a');
    void queue.take('a').then((slot) => order.push(slot));
    await settle();
    expect(order).toEqual([]);
    queue.give('a', first);
    await settle();
    expect(order).toHaveLength(1);
  });

  it('lets a newcomer pass the rest of a long line', async () => {
    const queue = new FairQueue(['s'], limits);
    const order: string[] = [];
    const use = async (owner: string, job: string) => {
      const slot = await queue.take(owner);
      order.push(job);
      await settle();
      queue.give(owner, slot);
    };
    await Promise.all([use('a', 'a1'), use('a', 'a2'), use('a', 'a3'), use('b', 'b1')]);
    expect(order).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('refuses the one that would make a line too long, and only that owner', async () => {
    const queue = new FairQueue(['s1', 's2'], limits);
    await queue.take('a');
    for (let i = 0; i < limits.maxWaitingPerOwner; i++) void queue.take('a');
    await expect(queue.take('a')).rejects.toMatchObject({
      code: 'unavailable',
      message: 'too many templates of this store wait to be checked; try again',
    });
    await expect(queue.take('b')).resolves.toBe('s1');
  });

  it('refuses whoever waited too long instead of doing work nobody waits for', async () => {
    const queue = new FairQueue(['s'], { ...limits, maxWaitMs: 5 });
    const slot = await queue.take('a');
    const late = queue.take('a');
    late.catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 20));
    queue.give('a', slot);
    await expect(late).rejects.toMatchObject({ code: 'unavailable' });
    await expect(queue.take('a')).resolves.toBe('s');
  });

  it('refuses everyone once closed', async () => {
    const queue = new FairQueue(['s'], limits);
    await queue.take('a');
    const waiting = queue.take('b');
    waiting.catch(() => undefined);
    queue.close();
    await expect(waiting).rejects.toMatchObject({ code: 'unavailable' });
    await expect(queue.take('c')).rejects.toMatchObject({ code: 'unavailable' });
  });
});
