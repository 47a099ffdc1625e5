import type { Budgets } from '../../src/kernel/ports.ts';

/** A steady stream of spends over many keys, each timed. */
export class SteadyLoad {
  readonly #budgets: Budgets;
  readonly #timer: NodeJS.Timeout;
  #sent = 0;
  #waits: number[] = [];
  #running = new Set<Promise<void>>();
  #failures = 0;

  constructor(budgets: Budgets, perSecond: number) {
    this.#budgets = budgets;
    let due = 0;
    let last = performance.now();
    this.#timer = setInterval(() => {
      const now = performance.now();
      due += ((now - last) * perSecond) / 1000;
      last = now;
      for (; due >= 1; due--) this.#one();
    }, 5);
  }

  #one(): void {
    const start = performance.now();
    const waits = this.#waits;
    const one = this.#budgets
      .spend('request', `load ${this.#sent++ % 200}`)
      .then(
        () => void waits.push(performance.now() - start),
        () => void this.#failures++,
      )
      .finally(() => this.#running.delete(one));
    this.#running.add(one);
  }

  get failures() {
    return this.#failures;
  }

  /** The latencies since the last call, ascending; waits for spends that are still pending. */
  async take(): Promise<number[]> {
    const waits = this.#waits;
    this.#waits = [];
    await Promise.all(this.#running);
    return waits.sort((a, b) => a - b);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#running);
  }
}

export const p99 = (sorted: readonly number[]) => sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0;
