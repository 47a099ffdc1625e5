import { describe, expect, it } from 'vitest';
import { plainMessage } from '../../test/harness/plain-message.ts';
import { FairQueue } from './fair-queue.ts';

const busy = {
  stopping: plainMessage('stops'),
  tooMany: plainMessage('too many'),
  tooLong: plainMessage('too long'),
};
const limits = { busy, maxWaitingPerStore: 3, maxWaitMs: 60_000 };

/** A store that is its own account. */
const own = (storeId: string) => ({ account: storeId, storeId });

/** Lets all pending promises settle. */
const flushPromises = () => new Promise((resolve) => setImmediate(resolve));

describe('fair queue', () => {
  it('gives an owner one slot at a time even if others are free', async () => {
    const queue = new FairQueue(['s1', 's2'], limits);
    const order: string[] = [];
    const first = await queue.take(own('a'));
    void queue.take(own('a')).then((slot) => order.push(slot));
    await flushPromises();
    expect(order).toEqual([]);
    queue.give(own('a'), first);
    await flushPromises();
    expect(order).toHaveLength(1);
  });

  it('lets a new owner overtake a long queue', async () => {
    const queue = new FairQueue(['s'], limits);
    const order: string[] = [];
    const use = async (owner: string, job: string) => {
      const slot = await queue.take(own(owner));
      order.push(job);
      await flushPromises();
      queue.give(own(owner), slot);
    };
    await Promise.all([use('a', 'a1'), use('a', 'a2'), use('a', 'a3'), use('b', 'b1')]);
    expect(order).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('rejects work that makes an owner’s queue too long, for that owner only', async () => {
    const queue = new FairQueue(['s1', 's2'], limits);
    await queue.take(own('a'));
    for (let i = 0; i < limits.maxWaitingPerStore; i++) void queue.take(own('a'));
    await expect(queue.take(own('a'))).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'too many',
    });
    await expect(queue.take(own('b'))).resolves.toBe('s1');
  });

  it('rejects work that waited too long', async () => {
    const queue = new FairQueue(['s'], { ...limits, maxWaitMs: 5 });
    const slot = await queue.take(own('a'));
    const late = queue.take(own('a'));
    late.catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 20));
    queue.give(own('a'), slot);
    await expect(late).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(queue.take(own('a'))).resolves.toBe('s');
  });

  it('rejects all work once closed', async () => {
    const queue = new FairQueue(['s'], limits);
    await queue.take(own('a'));
    const waiting = queue.take(own('b'));
    waiting.catch(() => undefined);
    queue.close();
    await expect(waiting).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(queue.take(own('c'))).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('counts the stores of one account as one, and lets them take turns', async () => {
    const queue = new FairQueue(['s1', 's2'], limits);
    const order: string[] = [];
    const use = async (account: string, storeId: string, job: string) => {
      const slot = await queue.take({ account, storeId });
      order.push(job);
      await flushPromises();
      queue.give({ account, storeId }, slot);
    };
    await Promise.all([
      ...[use('x', 'a', 'a1'), use('x', 'a', 'a2'), use('x', 'a', 'a3'), use('x', 'b', 'b1')],
      use('y', 'd', 'd1'),
    ]);
    expect(order).toEqual(['a1', 'd1', 'a2', 'b1', 'a3']);
  });

  it('limits an account to its share and leaves the rest to others', async () => {
    const queue = new FairQueue(['s1', 's2', 's3'], { ...limits, maxHeldPerAccount: 2 });
    const held: string[] = [];
    for (const storeId of ['a', 'b', 'c'])
      void queue.take({ account: 'x', storeId }).then(() => held.push(storeId));
    await flushPromises();
    expect(held).toEqual(['a', 'b']);
    await expect(queue.take(own('d'))).resolves.toBe('s1');
  });

  it('assigns a free slot at once, but never past a waiting owner', async () => {
    const queue = new FairQueue(['s1', 's2'], { ...limits, maxHeldPerAccount: 2 });
    const first = await queue.take(own('a'));
    await queue.take(own('a'));
    const order: string[] = [];
    const take = (owner: string) => queue.take(own(owner)).then((slot) => order.push(`${owner} ${slot}`));
    void take('b');
    queue.give(own('a'), first);
    void take('a');
    await flushPromises();
    expect(order).toEqual([`b ${first}`]);
    queue.give(own('b'), first);
    void take('c');
    await flushPromises();
    expect(order).toEqual([`b ${first}`, `a ${first}`]);
  });
});
