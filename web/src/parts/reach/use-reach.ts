import type { Query } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';

/** Long enough that nobody's writing asks again; a save asks again by itself. */
const FRESH_MS = 5 * 60_000;

/**
 * What a change reaches, asked once: `undefined` while it is not known, `null` where it is not to be had
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
