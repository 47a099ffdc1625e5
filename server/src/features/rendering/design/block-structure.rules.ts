import type { JsonObject } from '../../../kernel/json.ts';
import { type DesignNode, partsOf } from './design-parts.rules.ts';

/** The number of blocks of each kind, at every depth. Columns and entries of a block don't count. */
export type BlockCounts = ReadonlyMap<string, number>;

const isBlock = ({ value }: DesignNode) => typeof value['type'] === 'string';

export function countBlocks(design: JsonObject): BlockCounts {
  const counts = new Map<string, number>();
  for (const part of partsOf(design))
    if (isBlock(part)) counts.set(part.kind, (counts.get(part.kind) ?? 0) + 1);
  return counts;
}

export const totalOf = (counts: BlockCounts): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

/** Blocks of which `one` has more than `other`. */
export const surplusBlocks = (one: BlockCounts, other: BlockCounts): BlockCounts =>
  new Map(
    [...one].flatMap(([kind, count]) => {
      const more = count - (other.get(kind) ?? 0);
      return more > 0 ? [[kind, more] as const] : [];
    }),
  );

type StructureTree = (string | StructureTree)[];

/** The kinds of blocks with their nesting, without texts and styles. */
function treeOf(part: DesignNode): StructureTree {
  const lists = [...part.lists].flatMap(([name, list]) => {
    const inner = list.filter((each) => isBlock(each) || name === 'columns').map(treeOf);
    return inner.length === 0 ? [] : [[name, ...inner]];
  });
  return [part.kind, ...lists];
}

export interface StructureDifference {
  /** Blocks of the main language that the other one lacks. */
  missing: BlockCounts;
  /** Blocks that only the other one has. */
  added: BlockCounts;
}

const structureOf = (design: JsonObject) => JSON.stringify(partsOf(design).slice(0, 1).map(treeOf));

export const hasSameStructure = (one: JsonObject, other: JsonObject): boolean =>
  one === other || structureOf(one) === structureOf(other);

/**
 * How the blocks of a language differ from those of the main language; both are empty if only the order
 * differs.
 */
export function structureDifference(main: JsonObject, own: JsonObject): StructureDifference | null {
  if (hasSameStructure(main, own)) return null;
  const [theirs, mine] = [countBlocks(main), countBlocks(own)];
  return { missing: surplusBlocks(theirs, mine), added: surplusBlocks(mine, theirs) };
}
