import type { Json, JsonObject } from 'outstep/kernel/json.ts';
import { isPlainObject } from 'outstep/kernel/plain-object.ts';
import { carryKey } from './keys.rules.ts';

/**
 * For each entry of a list, its previous version: an equal entry, otherwise one with the same name, otherwise
 * one of the same type.
 */
function matches(before: readonly Json[], after: readonly Json[]): (Json | undefined)[] {
  const free = new Set(before.keys());
  const found = new Map<number, Json>();
  const match = (isIt: (old: Json, now: Json) => boolean) => {
    for (const [i, now] of after.entries()) {
      if (found.has(i)) continue;
      const at = [...free].find((j) => isIt(before[j] as Json, now));
      if (at === undefined) continue;
      free.delete(at);
      found.set(i, before[at] as Json);
    }
  };
  const member = (value: Json, name: string) => (isPlainObject(value) ? value[name] : undefined);
  const texts = new Map([...before, ...after].map((each) => [each, JSON.stringify(each)]));
  match((old, now) => texts.get(old) === texts.get(now));
  match((old, now) => member(now, 'id') !== undefined && member(old, 'id') === member(now, 'id'));
  match((old, now) => isPlainObject(now) && member(old, 'type') === member(now, 'type'));
  return after.map((_, i) => found.get(i));
}

/**
 * Returns `after`, reusing the equal parts of `before`, so that blocks keep their identity when a design is
 * parsed from text.
 */
export function reuseEqualParts(before: Json | undefined, after: Json): Json {
  if (before === undefined || JSON.stringify(before) === JSON.stringify(after)) return before ?? after;
  if (Array.isArray(after)) {
    if (!Array.isArray(before)) return after;
    const old = matches(before, after);
    return after.map((each, i) => reuseEqualParts(old[i], each));
  }
  if (!isPlainObject(after) || !isPlainObject(before)) return after;
  const members = Object.entries(after as JsonObject).map(([name, value]) => [
    name,
    reuseEqualParts(Object.hasOwn(before, name) ? (before[name] as Json) : undefined, value),
  ]);
  return carryKey(before, Object.fromEntries(members) as JsonObject);
}
