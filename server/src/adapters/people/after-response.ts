import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than it takes to send a response. */
const LATER_MS = 50;

/** Work that starts after the response was sent, so that response times reveal nothing about it. */
export function createAfterResponse() {
  const open = new Set<Promise<void>>();
  return {
    begin(work: () => Promise<unknown>, onError: (error: unknown) => void): void {
      const done = sleep(LATER_MS)
        .then(work)
        .then(() => undefined, onError)
        .finally(() => open.delete(done));
      open.add(done);
    },
    /** Waits for work that has started or is about to. */
    async close(): Promise<void> {
      await Promise.all(open);
    },
  };
}

export type AfterResponse = ReturnType<typeof createAfterResponse>;
