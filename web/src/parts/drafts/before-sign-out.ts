const LONGEST_MS = 3_000;

const waiting = new Set<() => Promise<unknown>>();

/** Registers work to finish before the session ends. Returns the function that unregisters it. */
export function beforeSignOut(work: () => Promise<unknown>): () => void {
  waiting.add(work);
  return () => waiting.delete(work);
}

/** Waits for that work, but not long, because the person is leaving. */
export async function finishBeforeSignOut(): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, LONGEST_MS));
  await Promise.race([Promise.allSettled([...waiting].map((work) => work())), late]);
}
