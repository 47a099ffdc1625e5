import { describe, expect, it } from 'vitest';
import { MemoryBudget } from './memory-budget.ts';

const budget = (maxKeys?: number) => new MemoryBudget({ limit: 10, windowSeconds: 60 }, maxKeys);
const allowedOf = (memory: MemoryBudget, key: string, tries: number, now: number) =>
  Array.from({ length: tries }, () => memory.spend(key, now)).filter(({ allowed }) => allowed).length;

describe('the budget of one process', () => {
  it('allows calls up to the limit, then none until the oldest unit has expired', () => {
    const memory = budget();
    expect(allowedOf(memory, 'a', 15, 1000)).toBe(10);
    expect(memory.spend('a', 31_000)).toEqual({ allowed: false, remaining: 0, resetMs: 30_000 });
    expect(memory.spend('a', 61_000).allowed).toBe(false);
    expect(memory.spend('a', 61_001)).toMatchObject({ allowed: true, remaining: 9 });
  });

  it('never exceeds the limit in any window', () => {
    const memory = budget();
    const accepted: number[] = [];
    for (let now = 0; now < 300_000; now += 700) if (memory.spend('a', now).allowed) accepted.push(now);
    for (const [i, time] of accepted.entries()) {
      expect((accepted[i + 10] ?? Number.POSITIVE_INFINITY) - time).toBeGreaterThan(60_000);
    }
  });

  it('counts keys separately and spends nothing on peeking', () => {
    const memory = budget();
    allowedOf(memory, 'a', 10, 1000);
    expect(memory.peek('b', 1000)).toEqual({ allowed: true, remaining: 10, resetMs: 0 });
    expect(memory.peek('b', 1000).remaining).toBe(10);
  });
});

describe('after Redis has reported the count of a key', () => {
  it('continues from the Redis count: a nearly exhausted key gets no fresh budget', () => {
    const memory = budget();
    memory.learn('a', { allowed: true, remaining: 2, resetMs: 20_000 }, 100_000);
    expect(allowedOf(memory, 'a', 10, 101_000)).toBe(2);
    expect(memory.spend('a', 101_000).resetMs).toBe(19_000);
  });

  it('restores units one by one, not all with the oldest', () => {
    const memory = budget();
    memory.learn('a', { allowed: false, remaining: 0, resetMs: 20_000 }, 100_000);
    expect(allowedOf(memory, 'a', 10, 120_001)).toBe(1);
    expect(allowedOf(memory, 'a', 10, 160_001)).toBe(9);
  });

  it('drops units older than the window', () => {
    const memory = budget();
    memory.learn('a', { allowed: false, remaining: 0, resetMs: 20_000 }, 100_000);
    expect(allowedOf(memory, 'a', 20, 161_000)).toBe(10);
  });

  it('trusts Redis over its own count', () => {
    const memory = budget();
    allowedOf(memory, 'a', 10, 1000);
    memory.learn('a', { allowed: true, remaining: 7, resetMs: 60_000 }, 2000);
    expect(memory.peek('a', 2000).remaining).toBe(7);
  });
});

it('holds at most two generations of keys and keeps the active ones', () => {
  const memory = budget(100);
  for (let i = 0; i < 10_000; i++) {
    memory.spend(`key ${i}`, i);
    if (i < 5000) memory.spend('active', 0);
  }
  expect(memory.size).toBeLessThanOrEqual(200);
  const other = budget(100);
  expect(allowedOf(other, 'active', 10, 0)).toBe(10);
  for (let i = 0; i < 1000; i++) {
    other.spend(`key ${i}`, i);
    expect(other.spend('active', i).allowed).toBe(false);
  }
});
