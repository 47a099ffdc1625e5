/**
 * An event-loop tick this long is a stall: responses have waited unread in the meantime, and the target is not to
 * blame.
 */
const STALL_MS = 50;
/** A loop that is always late must still end what hangs. */
const MOST_EXTENSIONS = 3;

export interface Deadline {
  clear(): void;
}

/**
 * A time-out that does not count time in which we could not look. While the loop is blocked, answers wait unread and
 * timers do not fire; when it goes on, timers come first, and a plain one would call unanswered what was answered. So
 * one that is late lets the loop read what is there, and waits for as long again as the stall took.
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

/** Work that can be ended by a signal, within a time. */
export async function within<T>(ms: number, work: (late: AbortSignal) => Promise<T>): Promise<T> {
  const { late, clear } = deadlineSignal(ms);
  try {
    return await work(late);
  } finally {
    clear();
  }
}
