import type { Json, JsonObject } from '../../../kernel/json.ts';
import { isPlainObject } from '../../../kernel/plain-object.ts';

/** One value in the base and both edited versions; `undefined` where it is missing. */
export interface ThreeWay<T> {
  base: T;
  mine: T;
  theirs: T;
}

export type MaybeJson = Json | undefined;

/** What both changed, each otherwise: members that lead to it, and what each made of it. */
export interface MergeConflict {
  key: readonly string[];
  mine: MaybeJson;
  theirs: MaybeJson;
}

const isObject = (value: MaybeJson): value is JsonObject => isPlainObject(value);

/** Whether two values say the same, in whatever order their members stand. What two designs share is not looked at. */
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

/** What only one of them changed, or both alike; `null` where each made something else of it. */
export function mergeSingle<T>(
  { base, mine, theirs }: ThreeWay<T>,
  same: (a: T, b: T) => boolean,
): 'mine' | 'theirs' | null {
  if (same(theirs, base) || same(mine, theirs)) return 'mine';
  return same(mine, base) ? 'theirs' : null;
}

/** Names of members in the order of mine, then what only they have. */
export function mergedMemberNames(mine: JsonObject, theirs: JsonObject): string[] {
  const more = Object.keys(theirs).filter((name) => !Object.hasOwn(mine, name));
  return [...Object.keys(mine), ...more];
}

/**
 * Brings two changes of a value together, member by member. Lists and texts are one thing: where both changed it
 * differently, that is a conflict and mine stays.
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
