import type { Json, JsonObject } from '../../../kernel/json.ts';
import type { Part } from './design-parts.rules.ts';
import {
  type Clash,
  type MaybeJson,
  membersOf,
  mergeValues,
  namesOf,
  oneOf,
  sameValue,
  type Three,
} from './merge-values.rules.ts';

/** Of these a block has exactly one, so they are taken together. */
const alternatives: Readonly<Record<string, readonly string[]>> = {
  image: ['fileKey', 'url'],
  attachment: ['fileKey', 'url'],
  video: ['fileKey', 'thumbnail'],
};

const each = <T, R>({ base, mine, theirs }: Three<T>, look: (value: T) => R): Three<R> => ({
  base: look(base),
  mine: look(mine),
  theirs: look(theirs),
});

/** How many columns a block has that both have, and whether each made another number of them. */
export function columnCount(block: Three<Part>): { count: number; isDisputed: boolean } {
  const shapes = each(block, ({ value, lists }): JsonObject => {
    const ratio = value['ratio'] ?? null;
    return { ratio, count: lists.get('columns')?.length ?? 0 };
  });
  const whose = oneOf(shapes, sameValue);
  const isDisputed = whose === null && shapes.mine['count'] !== shapes.theirs['count'];
  return { count: Number(shapes[whose ?? 'mine']['count']), isDisputed };
}

/** The members of a block that both have, but for its lists; `whole` names those that stay as mine. */
export function mergeMembers(
  block: Three<Part>,
  isOwn: (name: string) => boolean,
  whole: readonly string[],
  tell: (clash: Clash) => void,
): Map<string, MaybeJson> {
  const values = each(block, ({ value }) => value);
  const group = alternatives[block.mine.kind] ?? [];
  const inGroup = each(values, (value) => group.map((name) => value[name] ?? null) as Json);
  const whose = oneOf(inGroup, sameValue);
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

/** As mine stand, unless only they changed something. */
export function orderOfMembers({ base, mine, theirs }: Three<JsonObject>): string[] {
  const isUntouched = Object.keys(base).join() === Object.keys(mine).join();
  return isUntouched ? namesOf(theirs, mine) : namesOf(mine, theirs);
}
