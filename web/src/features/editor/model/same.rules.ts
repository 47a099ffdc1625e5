import type { Json, JsonObject } from 'outstep/kernel/json.ts';

/**
 * Whether two values are the same JSON, including the order of members. Changes share what they don't touch,
 * so comparing an email of two hundred blocks only looks at the changed one.
 */
export function sameJson(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other))
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((each, i) => sameJson(each, other[i]))
    );
  return sameMembers(one, other);
}

function sameMembers(one: JsonObject, other: JsonObject): boolean {
  const names = Object.keys(one);
  const others = Object.keys(other);
  return (
    names.length === others.length &&
    names.every((name, i) => name === others[i] && sameJson(one[name], other[name]))
  );
}
