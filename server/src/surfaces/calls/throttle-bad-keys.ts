const WINDOW_MS = 60_000;
const FREE_MISTAKES = 10;
const DELAY_MS = 250;
const MAX_ADDRESSES = 10_000;

/**
 * Delays responses to an address that keeps sending bad keys; it still gets its 401
 * (contract: Order of checks 4).
 */
export function createBadKeyThrottle(): (address: string) => Promise<void> {
  const mistakes = new Map<string, { count: number; since: number }>();
  return async (address) => {
    const now = performance.now();
    let entry = mistakes.get(address);
    if (!entry || now - entry.since > WINDOW_MS) {
      entry = { count: 0, since: now };
      if (mistakes.size >= MAX_ADDRESSES) mistakes.clear();
      mistakes.set(address, entry);
    }
    entry.count++;
    if (entry.count > FREE_MISTAKES) await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
  };
}
