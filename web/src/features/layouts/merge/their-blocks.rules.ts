import type { Json, JsonObject } from 'outstep/kernel/json.ts';
import { type BlockEntry, entriesOf, ownMembers } from '../../editor/model/blocks.rules.ts';
import { movedOf } from '../../editor/model/moved.rules.ts';
import { sameJson } from '../../editor/model/same.rules.ts';
import type { TheirBlocks } from '../../editor/session/session.ts';
import type { LayoutWork } from './merge-work.rules.ts';

const entriesIn = (content: JsonObject | undefined) => {
  const design: Json | undefined = content?.['bodyDesign'];
  return design === undefined ? [] : entriesOf(design as JsonObject);
};

const isOther = (was: JsonObject, block: JsonObject) =>
  was !== block && !sameJson(ownMembers(was), ownMembers(block));

/** Identifies the list that contains a block, even if the surrounding block has moved. */
const listOf = ({ parent, list }: BlockEntry) =>
  parent === null ? list.join() : `${parent} ${list.slice(list.at(-3) === 'columns' ? -3 : -1).join()}`;

/** Blocks in both versions that are in another list or, within a list, the fewest that must have moved. */
function movedIn(before: ReadonlyMap<string, BlockEntry>, after: readonly BlockEntry[]): string[] {
  const stayed = new Map<string, BlockEntry[]>();
  const gone = after.filter((entry) => {
    const was = before.get(entry.key);
    if (!was) return false;
    const list = listOf(entry);
    if (listOf(was) !== list) return true;
    stayed.set(list, [...(stayed.get(list) ?? []), was]);
    return false;
  });
  const moved = [...stayed.values()].flatMap((list) => {
    const numbers = movedOf(list.map(({ index }) => index));
    return list.filter(({ index }) => numbers.has(index));
  });
  return [...gone, ...moved].map(({ key }) => key);
}

/**
 * Keys of the blocks that are new, changed or moved, in all languages. An added language does not count as a
 * change, because all of its blocks are new.
 */
export function theirBlocks(before: LayoutWork, after: LayoutWork): TheirBlocks {
  const both = Object.entries(after).filter(([locale]) => Object.hasOwn(before, locale));
  const found = both.map(([locale, content]) => {
    const known = new Map(entriesIn(before[locale]).map((entry) => [entry.key, entry]));
    const now = entriesIn(content);
    const written = now.filter(({ key, block }) => {
      const was = known.get(key);
      return !was || isOther(was.block, block);
    });
    return { written: written.map(({ key }) => key), moved: movedIn(known, now) };
  });
  const as = (how: 'written' | 'moved') =>
    found.flatMap((each) => each[how]).map((key) => [key, how] as const);
  return new Map([...as('moved'), ...as('written')]);
}
