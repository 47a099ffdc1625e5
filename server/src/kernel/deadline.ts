/**
 * An event-loop tick this long is a stall: responses have waited unread in the meantime, and the target is not to
 * blame.
 */
const STALL_MS = 50;
/** A loop that is always late must still end calls that hang. */
const MOST_EXTENSIONS = 3;

export interface Deadline {
  clear(): void;
}

/**
 * A time-out that does not count time in which the event loop was blocked. Meanwhile responses wait unread
 * and timers do not fire; afterward timers come first, so a plain one would report a missing response that
 * has already arrived. So a late timer lets the loop read pending data, and waits again for as long as the
 * stall took.
 */
export function startDeadline(ms: number, expire: () => void): Deadline {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  let extensions = 0;
  const end = () => {
    if (!isOver) expire();
    isOver = true;
  };
  const arm = (wait: number) => {
    const due = performance.now() + wait;
    timer = setTimeout(() => {
      const late = performance.now() - due;
      if (late >= STALL_MS && extensions < MOST_EXTENSIONS) {
        extensions += 1;
        arm(late);
      } else setImmediate(end);
    }, wait);
  };
  arm(ms);
  return {
    clear() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

export interface DeadlineSignal extends Deadline {
  /** Aborted only by the deadline. */
  readonly late: AbortSignal;
  /** Aborted by the deadline or with the other signal. */
  readonly signal: AbortSignal;
}

/** Clear it once the work has ended. */
export function deadlineSignal(ms: number, other?: AbortSignal): DeadlineSignal {
  const clock = new AbortController();
  const { clear } = startDeadline(ms, () => clock.abort(new DOMException('took too long', 'TimeoutError')));
  const late = clock.signal;
  return { clear, late, signal: other ? AbortSignal.any([late, other]) : late };
}

/** Runs work with a time limit; the work must stop when the signal aborts. */
export async function withTimeout<T>(ms: number, work: (late: AbortSignal) => Promise<T>): Promise<T> {
  const { late, clear } = deadlineSignal(ms);
  try {
    return await work(late);
  } finally {
    clear();
  }
}
