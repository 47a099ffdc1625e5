import type { Json, JsonObject } from '../../../kernel/json.ts';
import { isPlainObject } from '../../../kernel/plain-object.ts';

/** One value in the base and both edited versions; `undefined` if it is missing. */
export interface ThreeWay<T> {
  base: T;
  mine: T;
  theirs: T;
}

export type MaybeJson = Json | undefined;

/** A value that both sides changed differently: the path to it, and each side's version. */
export interface MergeConflict {
  key: readonly string[];
  mine: MaybeJson;
  theirs: MaybeJson;
}

const isObject = (value: MaybeJson): value is JsonObject => isPlainObject(value);

/** Whether two values are equal, regardless of member order. Shared references are not compared. */
export function sameValue(one: MaybeJson, other: MaybeJson): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, i) => sameValue(each, other[i]));
  if (!isObject(one) || !isObject(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && sameValue(one[name], other[name]))
  );
}

const memberOf = (value: MaybeJson, name: string): MaybeJson =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** The same member of all three. */
export const membersOf = (
  { base, mine, theirs }: ThreeWay<MaybeJson>,
  name: string,
): ThreeWay<MaybeJson> => ({
  base: memberOf(base, name),
  mine: memberOf(mine, name),
  theirs: memberOf(theirs, name),
});

/**
 * The side to take if only one side changed it, or both made the same change; `null` if they changed it
 * differently.
 */
export function mergeSingle<T>(
  { base, mine, theirs }: ThreeWay<T>,
  same: (a: T, b: T) => boolean,
): 'mine' | 'theirs' | null {
  if (same(theirs, base) || same(mine, theirs)) return 'mine';
  return same(mine, base) ? 'theirs' : null;
}

/** Member names in my order, then those that only the other side has. */
export function mergedMemberNames(mine: JsonObject, theirs: JsonObject): string[] {
  const more = Object.keys(theirs).filter((name) => !Object.hasOwn(mine, name));
  return [...Object.keys(mine), ...more];
}

/**
 * Merges two changes to a value, member by member. Lists and texts are atomic: if both sides changed one
 * differently, that is a conflict, and my version is kept.
 */
export function mergeValues(
  three: ThreeWay<MaybeJson>,
  tell: (clash: MergeConflict) => void,
  key: readonly string[] = [],
): MaybeJson {
  const { mine, theirs } = three;
  const whose = mergeSingle(three, sameValue);
  if (whose) return three[whose];
  if (!isObject(mine) || !isObject(theirs)) {
    tell({ key, mine, theirs });
    return mine;
  }
  const members = mergedMemberNames(mine, theirs).flatMap((name) => {
    const value = mergeValues(membersOf(three, name), tell, [...key, name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(members);
}
