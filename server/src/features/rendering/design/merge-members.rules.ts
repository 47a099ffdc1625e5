import type { Json, JsonObject } from '../../../kernel/json.ts';
import type { DesignNode } from './design-parts.rules.ts';
import {
  type MaybeJson,
  type MergeConflict,
  membersOf,
  mergedMemberNames,
  mergeSingle,
  mergeValues,
  sameValue,
  type ThreeWay,
} from './merge-values.rules.ts';

/** Mutually exclusive members, which are merged together. */
const alternatives: Readonly<Record<string, readonly string[]>> = {
  image: ['fileKey', 'url'],
  attachment: ['fileKey', 'url'],
  video: ['fileKey', 'thumbnail'],
};

const each = <T, R>({ base, mine, theirs }: ThreeWay<T>, look: (value: T) => R): ThreeWay<R> => ({
  base: look(base),
  mine: look(mine),
  theirs: look(theirs),
});

/** The number of columns after merging a block, and whether both sides changed it differently. */
export function columnCount(block: ThreeWay<DesignNode>): { count: number; isDisputed: boolean } {
  const shapes = each(block, ({ value, lists }): JsonObject => {
    const ratio = value['ratio'] ?? null;
    return { ratio, count: lists.get('columns')?.length ?? 0 };
  });
  const whose = mergeSingle(shapes, sameValue);
  const isDisputed = whose === null && shapes.mine['count'] !== shapes.theirs['count'];
  return { count: Number(shapes[whose ?? 'mine']['count']), isDisputed };
}

/**
 * Merges the members of a block that both sides have, except for its lists. `whole` names those that keep my
 * version.
 */
export function mergeMembers(
  block: ThreeWay<DesignNode>,
  isOwn: (name: string) => boolean,
  whole: readonly string[],
  tell: (clash: MergeConflict) => void,
): Map<string, MaybeJson> {
  const values = each(block, ({ value }) => value);
  const group = alternatives[block.mine.kind] ?? [];
  const inGroup = each(values, (value) => group.map((name) => value[name] ?? null) as Json);
  const whose = mergeSingle(inGroup, sameValue);
  const merge = (name: string): MaybeJson => {
    const three = membersOf(values, name);
    if (whole.includes(name)) return three.mine;
    if (!group.includes(name)) return mergeValues(three, tell, [name]);
    if (!whose && !sameValue(three.mine, three.theirs))
      tell({ key: [name], mine: three.mine, theirs: three.theirs });
    return three[whose ?? 'mine'];
  };
  return new Map(orderOfMembers(values).flatMap((name) => (isOwn(name) ? [[name, merge(name)]] : [])));
}

/** In my order, unless only the other side changed it. */
export function orderOfMembers({ base, mine, theirs }: ThreeWay<JsonObject>): string[] {
  const isUntouched = Object.keys(base).join() === Object.keys(mine).join();
  return isUntouched ? mergedMemberNames(theirs, mine) : mergedMemberNames(mine, theirs);
}
