import { OperationError } from './error.ts';
import type { Message } from './messages/message.ts';

/** The owner of work. A person may have any number of stores; these share the slots of one account. */
export interface Owner {
  account: string;
  storeId: string;
}

/** Runs a store's work once the fair queue gives it a slot. */
export type RunInStoreQueue = <T>(storeId: string, work: () => Promise<T>) => Promise<T>;

interface WaitingSlot<Slot> {
  since: number;
  resolve(slot: Slot): void;
  reject(refusal: OperationError): void;
}

export interface FairQueueLimits {
  /** How many slots an account may hold at once; defaults to 1. */
  maxHeldPerAccount?: number;
  /** A store with more waiting than this is asked to retry later. */
  maxWaitingPerStore: number;
  /** A job that has waited this long is rejected, because its caller has given up by then. */
  maxWaitMs: number;
  /** The `OperationError` for a job that gets no slot in time. */
  busy: { tooMany: Message; tooLong: Message; stopping: Message };
}

const busy = (reason: Message) => new OperationError('unavailable', reason, { retryAfterSeconds: 1 });

/** The slots that one account holds and the queues of its stores, which take turns. */
interface AccountShare<Slot> {
  held: number;
  queues: Map<string, WaitingSlot<Slot>[]>;
  /** Whether it is in line for the next free slot. */
  hasTurn: boolean;
}

/**
 * Hands out slots so that accounts take turns and hold only a few at a time, and so do the stores of an
 * account: however many stores a person creates, together they get no more slots than one would.
 */
export class FairQueue<Slot> {
  readonly #limits: Required<FairQueueLimits>;
  readonly #free: Slot[];
  /** Contains an account while it holds a slot or waits for one. */
  readonly #shares = new Map<string, AccountShare<Slot>>();
  /** Accounts that wait and may hold another slot, in order. */
  readonly #turns: string[] = [];
  #closed = false;

  constructor(slots: readonly Slot[], limits: FairQueueLimits) {
    this.#free = [...slots];
    this.#limits = { maxHeldPerAccount: 1, ...limits };
  }

  /** Rejects with an `unavailable` `OperationError` when the store's queue is too long or moves too slowly. */
  take({ account, storeId }: Owner): Promise<Slot> {
    const slot = this.#takeFree(account);
    if (slot !== undefined) return Promise.resolve(slot);
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(busy(this.#limits.busy.stopping));
      const share = this.#shareOf(account);
      const queue = share.queues.get(storeId) ?? [];
      if (queue.length >= this.#limits.maxWaitingPerStore) return reject(busy(this.#limits.busy.tooMany));
      queue.push({ since: performance.now(), resolve, reject });
      share.queues.set(storeId, queue);
      this.#lineUp(account);
      this.#handOut();
    });
  }

  /** If a slot is free, every waiting account already holds its maximum. */
  #takeFree(account: string): Slot | undefined {
    if (this.#closed || this.#free.length === 0 || this.#turns.length > 0) return undefined;
    const share = this.#shareOf(account);
    if (share.queues.size > 0 || share.held >= this.#limits.maxHeldPerAccount) return undefined;
    share.held += 1;
    return this.#free.pop();
  }

  give({ account }: Owner, slot: Slot): void {
    this.#free.push(slot);
    this.#shareOf(account).held -= 1;
    this.#lineUp(account);
    this.#handOut();
  }

  /** Runs the work with a slot and returns the slot afterward. */
  async run<T>(owner: Owner, work: (slot: Slot) => Promise<T>): Promise<T> {
    const slot = await this.take(owner);
    try {
      return await work(slot);
    } finally {
      this.give(owner, slot);
    }
  }

  /** Free slots, and how many wait. */
  get state(): { free: number; waiting: number } {
    let waiting = 0;
    for (const { queues } of this.#shares.values())
      for (const queue of queues.values()) waiting += queue.length;
    return { free: this.#free.length, waiting };
  }

  /** Rejects all waiting work. */
  close(): void {
    this.#closed = true;
    for (const { queues } of this.#shares.values())
      for (const queue of queues.values())
        for (const { reject } of queue.splice(0)) reject(busy(this.#limits.busy.stopping));
    this.#turns.length = 0;
  }

  #shareOf(account: string): AccountShare<Slot> {
    let share = this.#shares.get(account);
    if (!share) {
      share = { held: 0, queues: new Map(), hasTurn: false };
      this.#shares.set(account, share);
    }
    return share;
  }

  /**
   * Puts the account in line if it waits and may hold another slot; removes it if it neither waits nor holds
   * a slot.
   */
  #lineUp(account: string): void {
    const share = this.#shareOf(account);
    if (share.queues.size === 0 && share.held === 0) this.#shares.delete(account);
    else if (share.queues.size > 0 && !share.hasTurn && share.held < this.#limits.maxHeldPerAccount) {
      share.hasTurn = true;
      this.#turns.push(account);
    }
  }

  /** The oldest job of the store whose turn it is; the store goes to the end of its account's line. */
  #nextOf({ queues }: AccountShare<Slot>): WaitingSlot<Slot> | undefined {
    const [first] = queues;
    if (!first) return undefined;
    const [storeId, queue] = first;
    queues.delete(storeId);
    const waiting = queue.shift();
    if (queue.length > 0) queues.set(storeId, queue);
    return waiting;
  }

  #handOut(): void {
    while (this.#free.length > 0 && this.#turns.length > 0) {
      const account = this.#turns.shift() as string;
      const share = this.#shareOf(account);
      share.hasTurn = false;
      const waiting = this.#nextOf(share);
      if (waiting && performance.now() - waiting.since <= this.#limits.maxWaitMs) {
        share.held += 1;
        waiting.resolve(this.#free.pop() as Slot);
      } else waiting?.reject(busy(this.#limits.busy.tooLong));
      this.#lineUp(account);
    }
  }
}
