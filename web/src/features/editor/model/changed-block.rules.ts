import type { JsonObject, JsonPath } from 'outstep/kernel/json.ts';
import { entriesOf } from './blocks.rules.ts';

/** The innermost block that differs between two states of a design; `null` if there isn't exactly one. */
export function changedBlock(before: JsonObject, after: JsonObject): JsonPath | null {
  const known = new Set(entriesOf(before).map(({ block }) => block));
  const changed = entriesOf(after).filter(({ block }) => !known.has(block));
  const outer = new Set(changed.map(({ parent }) => parent));
  const [one, ...more] = changed.filter(({ key }) => !outer.has(key));
  return one && more.length === 0 ? one.path : null;
}
