import type { JsonObject } from '../../../../../server/src/kernel/json.ts';
import { type Entry, isWithin } from '../../editor/model/blocks.rules.ts';
import { loopsAround, type Scope, scopeIn, stepsOf } from '../../editor/text/scope.rules.ts';

/** Samples of what the chips of a text fill in, inside loops too. */
export function scopeAt(path: string, entries: readonly Entry[], variables: JsonObject): Scope {
  const [, ...steps] = stepsOf(path);
  const block = entries.findLast((entry) => isWithin(entry.path, steps));
  return scopeIn(block ? loopsAround(entries, block.key) : [], variables);
}
