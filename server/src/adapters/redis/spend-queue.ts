import type { BudgetLimit } from '../../kernel/budget.ts';
import type { BudgetName } from '../../kernel/ports.ts';
import type { BudgetCount } from './memory-budget.ts';
import type { SpendBatch } from './spend-counter.ts';
import { REFUSED } from './spend-script.ts';

/** `null`: Redis did not count. */
type CountCallback = (count: BudgetCount | null) => void;

/** Redis does nothing else during a script; a batch of this size takes about a millisecond. */
const MAX_BATCH = 256;

/**
 * Gathers calls for one budget into batches. One batch is in flight at a time, and calls that arrive
 * meanwhile form the next one: the busier the process, the larger the batches and the cheaper each call.
 */
export class SpendQueue {
  readonly #prefix: string;
  readonly #limit: BudgetLimit;
  readonly #run: (batch: SpendBatch) => void;
  #keys: string[] = [];
  #wishes = '';
  #answers: CountCallback[] = [];
  #busy = false;

  constructor(budget: BudgetName, limit: BudgetLimit, run: (batch: SpendBatch) => void) {
    this.#prefix = `outstep:budget:${budget}:`;
    this.#limit = limit;
    this.#run = run;
  }

  ask(keyId: string, wish: string, answer: CountCallback): void {
    this.#keys.push(this.#prefix + keyId);
    this.#wishes += wish;
    this.#answers.push(answer);
    if (!this.#busy) this.#schedule();
  }

  /**
   * Not a microtask: requests that arrive together are read one after another, each with its own microtasks.
   */
  #schedule(): void {
    this.#busy = true;
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    const keys = this.#keys.splice(0, MAX_BATCH);
    const answers = this.#answers.splice(0, MAX_BATCH);
    const wishes = this.#wishes.slice(0, MAX_BATCH);
    this.#wishes = this.#wishes.slice(MAX_BATCH);
    this.#run({ keys, wishes, ...this.#limit, settle: (reply) => this.#settle(answers, reply) });
  }

  #settle(answers: readonly CountCallback[], reply: readonly number[] | null): void {
    this.#busy = false;
    if (reply) {
      for (const [i, answer] of answers.entries()) answer(countOf(reply[2 * i], reply[2 * i + 1]));
    } else {
      this.#answerAllWithout(answers);
    }
    if (this.#keys.length > 0 && !this.#busy) this.#schedule();
  }

  /** Replies arrive in order, so a batch behind an unanswered one would get no reply either. */
  #answerAllWithout(answers: readonly CountCallback[]): void {
    const waiting = this.#answers;
    this.#keys = [];
    this.#wishes = '';
    this.#answers = [];
    for (const answer of answers) answer(null);
    for (const answer of waiting) answer(null);
  }
}

const countOf = (left = REFUSED, resetMicros = 0): BudgetCount => ({
  allowed: left !== REFUSED,
  remaining: Math.max(0, left),
  resetMs: resetMicros / 1000,
});
