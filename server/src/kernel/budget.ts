import { OperationError } from './error.ts';
import { message } from './messages/message.ts';
import type { BudgetName, BudgetState } from './ports.ts';

export interface BudgetLimit {
  limit: number;
  windowSeconds: number;
}

/**
 * spec: Limits. Each key has its own budgets (contract: Keys and budgets 3), and so has each person in the
 * app. The third is for searches by address (contract: The app 9; Keys and budgets 6).
 */
export const budgetLimits: Readonly<Record<BudgetName, BudgetLimit>> = {
  request: { limit: 300, windowSeconds: 60 },
  execute: { limit: 60, windowSeconds: 3600 },
  lookup: { limit: 120, windowSeconds: 3600 },
};

/** Whole seconds and rounded up: a caller that waits this long is not rejected again. */
const secondsUntilReset = (state: BudgetState, now: Date) =>
  Math.max(0, Math.ceil((state.resetsAt.getTime() - now.getTime()) / 1000));

/**
 * The `OperationError` for an exhausted budget; asks to wait at least one second, so that no caller retries at once
 * (contract: Keys and budgets 4).
 */
export function overBudget(budget: BudgetName, state: BudgetState, now: Date): OperationError {
  const retryAfterSeconds = Math.max(1, secondsUntilReset(state, now));
  return new OperationError(
    'over_budget',
    message('over_budget', {
      budget,
      limit: state.limit,
      window: state.windowSeconds,
      seconds: retryAfterSeconds,
    }),
    { retryAfterSeconds },
  );
}

/** `RateLimit-Policy` and `RateLimit`, in the form of draft-ietf-httpapi-ratelimit-headers. */
export const rateLimitPolicyHeader = (budget: BudgetName, state: BudgetLimit) =>
  `"${budget}";q=${state.limit};w=${state.windowSeconds}`;

export const rateLimitHeader = (budget: BudgetName, state: BudgetState, now: Date) =>
  `"${budget}";r=${state.remaining};t=${secondsUntilReset(state, now)}`;
