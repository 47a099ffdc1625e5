import type { JsonObject, JsonPath } from 'outstep/kernel/json.ts';
import { entriesOf } from './blocks.rules.ts';

/** The one block that differs between two states of a design, the innermost; `null` if it is not one. */
export function changedBlock(before: JsonObject, after: JsonObject): JsonPath | null {
  const known = new Set(entriesOf(before).map(({ block }) => block));
  const changed = entriesOf(after).filter(({ block }) => !known.has(block));
  const outer = new Set(changed.map(({ parent }) => parent));
  const [one, ...more] = changed.filter(({ key }) => !outer.has(key));
  return one && more.length === 0 ? one.path : null;
}
