import type { Json, JsonObject } from '../../../../../server/src/kernel/json.ts';
import { entriesOf, ownMembers } from '../../editor/model/blocks.rules.ts';
import { sameJson } from '../../editor/model/same.rules.ts';
import type { LayoutWork } from './merge-work.rules.ts';

const entriesIn = (content: JsonObject | undefined) => {
  const design: Json | undefined = content?.['bodyDesign'];
  return design === undefined ? [] : entriesOf(design as JsonObject);
};

/** Keys of the blocks that are new or say something else than before, in all languages. */
export function theirBlocks(before: LayoutWork, after: LayoutWork): ReadonlySet<string> {
  const known = new Map(
    Object.values(before)
      .flatMap(entriesIn)
      .map(({ key, block }) => [key, block]),
  );
  const isTheirs = ({ key, block }: { key: string; block: JsonObject }) => {
    const was = known.get(key);
    return was !== block && (was === undefined || !sameJson(ownMembers(was), ownMembers(block)));
  };
  return new Set(
    Object.values(after)
      .flatMap(entriesIn)
      .filter(isTheirs)
      .map(({ key }) => key),
  );
}
