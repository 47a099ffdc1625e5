import { type BudgetLimit, budgetLimits } from '../../kernel/budget.ts';
import { OperationError } from '../../kernel/error.ts';
import { message } from '../../kernel/messages/message.ts';
import type { BudgetName, BudgetState, Budgets, BudgetVerdict } from '../../kernel/ports.ts';
import { type BudgetCount, MemoryBudget } from './memory-budget.ts';
import { type CounterState, SpendCounter } from './spend-counter.ts';
import { SpendQueue } from './spend-queue.ts';
import { PEEK, SPEND } from './spend-script.ts';

interface BudgetsOptions {
  redisUrl: string;
  limits?: Readonly<Record<BudgetName, BudgetLimit>> | undefined;
  /** How long a call may wait for Redis before its budget is decided without it. */
  stallMs?: number | undefined;
  onStateChange?: ((state: CounterState) => void) | undefined;
  /** Reports each requested unit and whether it was allowed. */
  onSpend?: (budget: BudgetName, allowed: boolean) => void;
}

export interface RedisBudgets extends Budgets {
  /** Whether Redis is counting now. */
  readonly healthy: boolean;
  /** Resolves after the first attempt to reach Redis, successful or not; never rejects. */
  readonly started: Promise<void>;
  close(): Promise<void>;
}

const RETRY_SECONDS = 5;

const uncountable = (budget: BudgetName) =>
  new OperationError('unavailable', message('budget_uncountable', { budget }), {
    retryAfterSeconds: RETRY_SECONDS,
  });

class RedisBudgetsWithFallback implements RedisBudgets {
  readonly #limits: Readonly<Record<BudgetName, BudgetLimit>>;
  readonly #counter: SpendCounter;
  readonly #queues: Readonly<Record<BudgetName, SpendQueue>>;
  readonly #memory: MemoryBudget;

  readonly #onSpend: BudgetsOptions['onSpend'];

  constructor({ redisUrl, limits = budgetLimits, stallMs, onStateChange, onSpend }: BudgetsOptions) {
    this.#onSpend = onSpend;
    this.#limits = limits;
    const counter = new SpendCounter({ url: redisUrl, stallMs, onStateChange });
    this.#counter = counter;
    const queue = (budget: BudgetName) =>
      new SpendQueue(budget, limits[budget], (batch) => counter.run(batch));
    this.#queues = { request: queue('request'), execute: queue('execute'), lookup: queue('lookup') };
    this.#memory = new MemoryBudget(limits.request);
  }

  get healthy() {
    return this.#counter.healthy;
  }

  get started() {
    return this.#counter.started;
  }

  spend(budget: BudgetName, keyId: string): Promise<BudgetVerdict> {
    return this.#ask(budget, keyId, SPEND);
  }

  peek(budget: BudgetName, keyId: string): Promise<BudgetState> {
    return this.#ask(budget, keyId, PEEK);
  }

  async close(): Promise<void> {
    this.#counter.close();
  }

  #ask(budget: BudgetName, keyId: string, wish: string): Promise<BudgetVerdict> {
    return new Promise((resolve, reject) => {
      const answer = (counted: BudgetCount | null) => {
        if (counted && budget === 'request') this.#memory.learn(keyId, counted, performance.now());
        const count = counted ?? this.#countWithout(budget, keyId, wish);
        if (wish === SPEND) this.#onSpend?.(budget, count?.allowed === true);
        if (count) resolve(this.#verdict(budget, count));
        else reject(uncountable(budget));
      };
      if (this.#counter.healthy) this.#queues[budget].ask(keyId, wish, answer);
      else answer(null);
    });
  }

  /**
   * Requests continue on this process's own count. Executing fails closed, because it reaches third parties, and so does
   * a search by address, because it confirms who is a customer.
   */
  #countWithout(budget: BudgetName, keyId: string, wish: string): BudgetCount | null {
    if (budget === 'request') {
      return wish === SPEND
        ? this.#memory.spend(keyId, performance.now())
        : this.#memory.peek(keyId, performance.now());
    }
    return wish === SPEND ? null : { allowed: false, remaining: 0, resetMs: RETRY_SECONDS * 1000 };
  }

  /** Rounds the reset time up, so that no unit is promised too early. */
  #verdict(budget: BudgetName, { allowed, remaining, resetMs }: BudgetCount): BudgetVerdict {
    const { limit, windowSeconds } = this.#limits[budget];
    const resetsAt = new Date(Date.now() + Math.ceil(resetMs));
    return { allowed, limit, windowSeconds, remaining, resetsAt };
  }
}

/** Does not throw when Redis is down: it keeps trying to connect until `close` (contract: Keys and budgets 5). */
export const createBudgets = (options: BudgetsOptions): RedisBudgets => new RedisBudgetsWithFallback(options);
