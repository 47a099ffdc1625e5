import type { BudgetLimit } from '../../kernel/budget.ts';

export interface BudgetCount {
  allowed: boolean;
  remaining: number;
  /** Time until the oldest unit becomes available again. */
  resetMs: number;
}

/** The last count from Redis for a key, and what was spent without Redis since. Times are monotonic milliseconds. */
interface CachedCount {
  remaining: number;
  resetsAt: number;
  seenAt: number;
  spent: number[] | null;
}

const MAX_KEYS = 10_000;

/**
 * The budget in one process while Redis is unavailable: a sliding log per key. It starts from the last count
 * of Redis, so that an outage gives no caller a fresh budget.
 *
 * Memory is bounded by two generations: when the young one is full, it becomes the old one and the previous
 * old one is dropped; keys that are still active move back into the young one.
 */
export class MemoryBudget {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #maxKeys: number;
  #young = new Map<string, CachedCount>();
  #old = new Map<string, CachedCount>();

  constructor({ limit, windowSeconds }: BudgetLimit, maxKeys = MAX_KEYS) {
    this.#limit = limit;
    this.#windowMs = windowSeconds * 1000;
    this.#maxKeys = maxKeys;
  }

  get size() {
    return this.#young.size + this.#old.size;
  }

  /** Redis responded: its count replaces what was counted here meanwhile. */
  learn(keyId: string, { remaining, resetMs }: BudgetCount, now: number): void {
    const known = this.#get(keyId);
    known.remaining = remaining;
    known.resetsAt = now + resetMs;
    known.seenAt = now;
    known.spent = null;
  }

  spend(keyId: string, now: number): BudgetCount {
    const spent = this.#log(keyId, now);
    const allowed = spent.length < this.#limit;
    if (allowed) spent.push(now);
    return { allowed, ...this.#left(spent, now) };
  }

  peek(keyId: string, now: number): BudgetCount {
    return { allowed: true, ...this.#left(this.#log(keyId, now), now) };
  }

  #left(spent: number[], now: number) {
    const oldest = spent[0];
    return {
      remaining: this.#limit - spent.length,
      resetMs: oldest === undefined ? 0 : oldest + this.#windowMs - now,
    };
  }

  #log(keyId: string, now: number): number[] {
    const known = this.#get(keyId);
    known.spent ??= this.#guessLog(known);
    while ((known.spent[0] ?? now) < now - this.#windowMs) known.spent.shift();
    return known.spent;
  }

  /**
   * Redis reports the count, the oldest unit and the time; assumes that the other units are spread evenly in
   * between.
   */
  #guessLog(known: CachedCount): number[] {
    const used = this.#limit - known.remaining;
    const oldest = known.resetsAt - this.#windowMs;
    const step = (known.seenAt - oldest) / Math.max(1, used - 1);
    return Array.from({ length: used }, (_, i) => oldest + i * step);
  }

  #get(keyId: string): CachedCount {
    const young = this.#young.get(keyId);
    if (young) return young;
    const known = this.#old.get(keyId) ?? { remaining: this.#limit, resetsAt: 0, seenAt: 0, spent: null };
    if (this.#young.size >= this.#maxKeys) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(keyId, known);
    return known;
  }
}
