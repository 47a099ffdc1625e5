/** Longer than any of our own limits; a longer `Retry-After` is not worth waiting for. */
const LONGEST_S = 60;
const TRIES = 5;

/** Rejects early with the abort reason when the caller gives up. */
function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const giveUp = () => reject(signal?.reason);
  const timer = setTimeout(resolve, seconds * 1000);
  signal?.addEventListener('abort', giveUp, { once: true });
  if (signal?.aborted) giveUp();
  return promise.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  });
}

function waitOf(error: unknown): number | null {
  const { status, retryAfterSeconds } = (error ?? {}) as {
    status?: unknown;
    retryAfterSeconds?: number | null;
  };
  return status === 429 && retryAfterSeconds != null && retryAfterSeconds <= LONGEST_S
    ? retryAfterSeconds
    : null;
}

/** Retries a read once the server allows it again. */
export async function retryWhenAvailable<T>(
  read: () => Promise<T>,
  signal: AbortSignal | undefined = undefined,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await read();
    } catch (error) {
      const seconds = waitOf(error);
      if (seconds === null || tries === TRIES) throw error;
      await pause(seconds, signal);
    }
  }
}
