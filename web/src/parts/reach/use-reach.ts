import type { Query } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';

/** Long enough that typing doesn't refetch it; a save invalidates it anyway. */
const FRESH_MS = 5 * 60_000;

/**
 * The impact of a change, loaded once: `undefined` until it is known, `null` if it is not available
 * (contract: The app 4).
 */
export function useReach<T>(path: string, query: Query = {}): T | null | undefined {
  // Loads during editing without blocking it.
  const { data, isError, isPlaceholderData } = useRead<T>(path, query, {
    staleTime: FRESH_MS,
    needsSession: false,
  });
  if (data !== undefined && !isPlaceholderData) return data;
  return isError ? null : undefined;
}
