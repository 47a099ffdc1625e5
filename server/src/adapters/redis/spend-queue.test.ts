import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { BudgetCount } from './memory-budget.ts';
import type { SpendBatch } from './spend-counter.ts';
import { SpendQueue } from './spend-queue.ts';
import { PEEK, SPEND } from './spend-script.ts';

function setUp() {
  const batches: SpendBatch[] = [];
  const queue = new SpendQueue('request', { limit: 5, windowSeconds: 60 }, (batch) => {
    batches.push(batch);
  });
  const answers: (BudgetCount | null)[] = [];
  const ask = (key: string, wish: string) => queue.ask(key, wish, (count) => answers.push(count));
  return { batches, answers, ask };
}

it('sends the calls of one event-loop tick as one batch and returns each its own count', async () => {
  const { batches, answers, ask } = setUp();
  ask('a', SPEND);
  await Promise.resolve();
  ask('b', PEEK);
  ask('a', SPEND);
  await turn();
  expect(batches).toHaveLength(1);
  expect(batches[0]).toMatchObject({
    keys: ['outstep:budget:request:a', 'outstep:budget:request:b', 'outstep:budget:request:a'],
    wishes: '101',
    limit: 5,
    windowSeconds: 60,
  });
  batches[0]?.settle([0, 2500, 5, 0, -1, 2500]);
  expect(answers).toEqual([
    { allowed: true, remaining: 0, resetMs: 2.5 },
    { allowed: true, remaining: 5, resetMs: 0 },
    { allowed: false, remaining: 0, resetMs: 2.5 },
  ]);
});

it('gathers the next batch while one is in flight', async () => {
  const { batches, answers, ask } = setUp();
  ask('a', SPEND);
  await turn();
  ask('b', SPEND);
  await turn();
  ask('c', SPEND);
  await turn();
  expect(batches).toHaveLength(1);
  batches[0]?.settle([4, 1]);
  await turn();
  expect(batches).toHaveLength(2);
  expect(batches[1]?.keys).toHaveLength(2);
  batches[1]?.settle([4, 1, 4, 1]);
  expect(answers).toHaveLength(3);
});

it('responds to every caller after a failed batch, then starts over', async () => {
  const { batches, answers, ask } = setUp();
  ask('a', SPEND);
  await turn();
  ask('b', SPEND);
  batches[0]?.settle(null);
  expect(answers).toEqual([null, null]);
  ask('c', SPEND);
  await turn();
  expect(batches[1]?.keys).toEqual(['outstep:budget:request:c']);
});

it('splits batches that would keep Redis busy for long', async () => {
  const { batches, answers, ask } = setUp();
  for (let i = 0; i < 300; i++) ask(`key ${i}`, SPEND);
  await turn();
  batches[0]?.settle(Array.from({ length: 512 }, () => 1));
  await turn();
  expect(batches.map(({ keys, wishes }) => [keys.length, wishes.length])).toEqual([
    [256, 256],
    [44, 44],
  ]);
  batches[1]?.settle(Array.from({ length: 88 }, () => 1));
  expect(answers).toHaveLength(300);
});
