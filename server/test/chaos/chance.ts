/** Between 0 and 1, evenly spread, and the same for a text in every run. */
export function hashToUnitInterval(text: string): number {
  let hash = 2166136261;
  for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 16777619) >>> 0;
  return (hash % 10_000) / 10_000;
}
