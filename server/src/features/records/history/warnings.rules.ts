import { fieldName, type PropertyPath } from '../../../kernel/fields.ts';
import type { Warning } from './history.schema.ts';
import type { Masker } from './masking.rules.ts';

const MOST = 50;
const MOST_PLACES = 10;
const MAX_PATH = 200;

/**
 * Variables that were empty, each with the fields that use it; at most 50 (contract: History and stats 12).
 */
export function warningsOf(
  texts: readonly { path: PropertyPath; missing: readonly string[] }[],
  masker: Pick<Masker, 'text'>,
): Warning[] {
  const places = new Map<string, Set<string>>();
  for (const { path, missing } of texts)
    for (const name of missing) {
      const known = places.get(name) ?? new Set();
      if (known.size < MOST_PLACES) known.add(fieldName(path));
      if (places.size < MOST) places.set(name, known);
    }
  return [...places].map(([path, where]) => ({
    path: masker.text(path.slice(0, MAX_PATH)).value,
    where: [...where],
  }));
}
