import { startDeadline } from '../../kernel/deadline.ts';

interface StoreQueue {
  running: number;
  waiting: (() => void)[];
}

/** Limits how many tasks of one store run at once; the others wait their turn and give up after a while. */
export class PerStoreLimiter {
  readonly #most: number;
  readonly #waitMs: number;
  readonly #tooLong: () => Error;
  readonly #queues = new Map<string, StoreQueue>();

  constructor(most: number, waitMs: number, tooLong: () => Error) {
    this.#most = most;
    this.#waitMs = waitMs;
    this.#tooLong = tooLong;
  }

  async inTurn<T>(storeId: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(storeId) ?? { running: 0, waiting: [] };
    this.#queues.set(storeId, queue);
    if (queue.running >= this.#most) await this.#turn(queue);
    else queue.running += 1;
    try {
      return await work();
    } finally {
      // The task that waited longest takes over the slot.
      const next = queue.waiting.shift();
      if (next) next();
      else {
        queue.running -= 1;
        if (queue.running === 0) this.#queues.delete(storeId);
      }
    }
  }

  #turn({ waiting }: StoreQueue): Promise<void> {
    return new Promise((resolve, reject) => {
      const clock = startDeadline(this.#waitMs, () => {
        waiting.splice(waiting.indexOf(take), 1);
        reject(this.#tooLong());
      });
      const take = () => {
        clock.clear();
        resolve();
      };
      waiting.push(take);
    });
  }
}
