import { Refusal } from '../../kernel/error.ts';

interface Waiting<Slot> {
  since: number;
  resolve(slot: Slot): void;
  reject(refusal: Refusal): void;
}

export interface FairQueueLimits {
  /** A store with more waiting than this is asked to retry later. */
  maxWaitingPerOwner: number;
  /** After waiting this long the job is refused: its caller has given up by then. */
  maxWaitMs: number;
}

const busy = (reason: string) => new Refusal('unavailable', reason, { retryAfterSeconds: 1 });

/**
 * Hands out slots so that an owner holds at most one at a time and owners take turns.
 * One owner can never take more than one slot from the others.
 */
export class FairQueue<Slot> {
  readonly #limits: FairQueueLimits;
  readonly #free: Slot[];
  /** An owner is here while it holds a slot or waits for one. */
  readonly #queues = new Map<string, Waiting<Slot>[]>();
  /** Owners that wait and hold nothing, in the order of their turn. */
  readonly #turns: string[] = [];
  #closed = false;

  constructor(slots: readonly Slot[], limits: FairQueueLimits) {
    this.#free = [...slots];
    this.#limits = limits;
  }

  /** Rejects with an `unavailable` refusal when the owner's queue is too long or moves too slowly. */
  take(owner: string): Promise<Slot> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(busy('templates cannot be checked while the service stops; try again'));
      const queue = this.#queues.get(owner);
      if (queue && queue.length >= this.#limits.maxWaitingPerOwner)
        return reject(busy('too many templates of this store wait to be checked; try again'));
      const waiting = { since: performance.now(), resolve, reject };
      if (queue) queue.push(waiting);
      else {
        this.#queues.set(owner, [waiting]);
        this.#turns.push(owner);
      }
      this.#handOut();
    });
  }

  give(owner: string, slot: Slot): void {
    this.#free.push(slot);
    this.#nextTurn(owner);
    this.#handOut();
  }

  /** Refuses everyone who still waits. */
  close(): void {
    this.#closed = true;
    for (const queue of this.#queues.values())
      for (const { reject } of queue.splice(0))
        reject(busy('templates cannot be checked while the service stops; try again'));
    this.#turns.length = 0;
  }

  #nextTurn(owner: string): void {
    if (this.#queues.get(owner)?.length) this.#turns.push(owner);
    else this.#queues.delete(owner);
  }

  #handOut(): void {
    while (this.#free.length > 0 && this.#turns.length > 0) {
      const owner = this.#turns.shift() as string;
      const waiting = this.#queues.get(owner)?.shift();
      if (waiting && performance.now() - waiting.since <= this.#limits.maxWaitMs)
        waiting.resolve(this.#free.pop() as Slot);
      else {
        waiting?.reject(busy('templates of this store wait too long to be checked; try again'));
        this.#nextTurn(owner);
      }
    }
  }
}
