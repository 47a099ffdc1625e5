import { describe, expect, it } from 'vitest';
import { budgetLimits, overBudget, rateLimitHeader, rateLimitPolicyHeader } from './budget.ts';

const now = new Date('2026-01-01T00:00:00.000Z');
const resetsIn = (ms: number) => ({
  ...budgetLimits.request,
  remaining: 0,
  resetsAt: new Date(now.getTime() + ms),
});

describe('an exhausted budget', () => {
  it('names the budget and when to retry, rounded up to whole seconds (contract: Keys and budgets 4)', () => {
    const refusal = overBudget('request', resetsIn(11_001), now);
    expect(refusal.code).toBe('over_budget');
    expect(refusal.message).toBe('request budget of 300 per 60 s used up; retry in 12 s');
    expect(refusal.detail.retryAfterSeconds).toBe(12);
  });

  it('requests a wait of at least one second', () => {
    expect(overBudget('request', resetsIn(-5), now).detail.retryAfterSeconds).toBe(1);
  });

  it('names the execute budget', () => {
    const state = { ...budgetLimits.execute, remaining: 0, resetsAt: new Date(now.getTime() + 1000) };
    expect(overBudget('execute', state, now).message).toBe(
      'execute budget of 60 per 3600 s used up; retry in 1 s',
    );
  });
});

describe('rate limit headers', () => {
  it('follow the draft standard', () => {
    expect(rateLimitPolicyHeader('request', budgetLimits.request)).toBe('"request";q=300;w=60');
    expect(rateLimitHeader('request', { ...resetsIn(33_400), remaining: 12 }, now)).toBe(
      '"request";r=12;t=34',
    );
  });

  it('never show a negative time', () => {
    expect(rateLimitHeader('request', resetsIn(-900), now)).toBe('"request";r=0;t=0');
  });
});
