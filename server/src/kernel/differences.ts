import type { Json } from './json.ts';
import { isPlainObject } from './plain-object.ts';

export interface Difference {
  path: PropertyKey[];
  /** `null` if there was no value. */
  before: Json;
  after: Json;
}

/**
 * The differences between two trees, as deep as they can be compared: lists of different lengths differ as a
 * whole.
 */
export function differences(before: Json, after: Json, path: PropertyKey[] = []): Difference[] {
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((item, i) => differences(item, after[i] as Json, [...path, i]));
  if (isPlainObject(before) && isPlainObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) =>
      differences(memberOf(before, key), memberOf(after, key), [...path, key]),
    );
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, before, after }];
}

const memberOf = (value: Record<string, unknown>, key: string) =>
  (Object.hasOwn(value, key) ? value[key] : null) as Json;
