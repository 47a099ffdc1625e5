/** A call that Redis has not answered yet. */
export interface PendingCall {
  sentAt: number;
  /** The caller was served without Redis; a late reply only shows that Redis is alive. */
  abandoned: boolean;
}

interface RedisWatchdogOptions<Call> {
  /** How long a call may wait. */
  stallMs: number;
  /** After this much silence with calls outstanding, Redis counts as dead. */
  deadMs: number;
  onStall(call: Call): void;
  onDead(): void;
}

const FINE_TICK_MS = 5;

/**
 * Distinguishes a silent Redis from our own busy event loop. After a long tick of the loop, the timer is late
 * and replies wait unread in the kernel; blaming Redis for that would open the breaker under load. So the
 * timer only raises a suspicion, and the decision waits for `setImmediate`, which runs after the loop has
 * read its sockets once more.
 *
 * One timer serves all calls, because a timer for each would cost more than the call's share of a batch.
 */
export class RedisWatchdog<Call extends PendingCall> {
  readonly #options: RedisWatchdogOptions<Call>;
  readonly #calls = new Set<Call>();
  #lastReplyAt = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: RedisWatchdogOptions<Call>) {
    this.#options = options;
  }

  get idle() {
    return this.#calls.size === 0;
  }

  onSent(call: Call): void {
    this.#calls.add(call);
    if (!this.#timer) this.#arm(this.#options.stallMs);
  }

  onAnswer(call: Call, now: number): void {
    this.#lastReplyAt = now;
    this.#calls.delete(call);
  }

  /** The connection is gone, so no more replies will arrive. */
  abandonAll(): void {
    const calls = [...this.#calls];
    this.#calls.clear();
    for (const call of calls) this.#abandon(call);
  }

  #arm(delay: number): void {
    this.#timer = setTimeout(() => this.#suspect(), delay);
  }

  #suspect(): void {
    this.#timer = null;
    const [oldest] = this.#calls;
    if (!oldest) return;
    const left = oldest.sentAt + this.#options.stallMs - performance.now();
    if (left > 0) this.#arm(Math.max(left, FINE_TICK_MS));
    else setImmediate(() => this.#judge());
  }

  #judge(): void {
    const now = performance.now();
    const { stallMs, deadMs } = this.#options;
    const [oldest] = this.#calls;
    if (oldest && now - Math.max(oldest.sentAt, this.#lastReplyAt) >= deadMs) {
      this.abandonAll();
      this.#options.onDead();
      return;
    }
    for (const call of this.#calls) {
      if (now - call.sentAt < stallMs) break;
      this.#abandon(call);
    }
    if (oldest && !this.#timer) this.#arm(FINE_TICK_MS);
  }

  #abandon(call: Call): void {
    if (call.abandoned) return;
    call.abandoned = true;
    this.#options.onStall(call);
  }
}
