const LONGEST_MS = 3_000;

const waiting = new Set<() => Promise<unknown>>();

/** Does something before the session ends. Returns how to stop. */
export function beforeSignOut(work: () => Promise<unknown>): () => void {
  waiting.add(work);
  return () => waiting.delete(work);
}

/** Waits for it, but not for long: whoever signs out wants to leave. */
export async function finishBeforeSignOut(): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, LONGEST_MS));
  await Promise.race([Promise.allSettled([...waiting].map((work) => work())), late]);
}
