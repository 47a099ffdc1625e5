import type { PropertyPath } from 'outstep/kernel/fields.ts';
import type { Json, JsonObject, JsonPath } from 'outstep/kernel/json.ts';
import { isPlainObject } from 'outstep/kernel/plain-object.ts';
import { reuseEqualParts } from '../editor/model/adopt.rules.ts';
import { ownMembers } from '../editor/model/blocks.rules.ts';
import { keyOf } from '../editor/model/keys.rules.ts';
import { movedOf } from '../editor/model/moved.rules.ts';
import { valueAt } from '../editor/model/patches.rules.ts';
import { sameJson } from '../editor/model/same.rules.ts';
import type { PerSide } from './sides.ts';

/** A block of a drawn email. Its number is that of its mark. */
interface DrawnBlock {
  key: string;
  block: JsonObject;
  number: number;
  /** Its HTML without nested blocks; empty if it isn't visible or only contains other blocks. */
  html: string;
  /** Whether it or a block nested in it is visible. */
  isSeen: boolean;
}

export type BlockChangeKind = 'changed' | 'added' | 'removed' | 'moved';

export interface BlockChange {
  key: string;
  block: JsonObject;
  how: BlockChangeKind;
  /**
   * Its number in each email; where the block is missing, the number of the block that it follows, or `null`
   * at the top.
   */
  at: PerSide<number | null>;
  /** Whether one of the two emails shows it. */
  isSeen: boolean;
}

/**
 * A design with the blocks of its presets filled in where the compiler reports them, each as its own copy.
 */
export function withPresets(design: JsonObject, presets: Readonly<Record<string, Json>>): JsonObject {
  const fill = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(fill);
    if (!isPlainObject(value)) return value;
    const members = Object.entries(value as JsonObject).map(([name, each]) => [
      name,
      name === 'preset' && typeof each === 'string' && Object.hasOwn(presets, each)
        ? structuredClone(presets[each])
        : fill(each),
    ]);
    return Object.fromEntries(members);
  };
  const { header, blocks, footer, ...rest } = design;
  const filled = Object.entries({ header, blocks, footer }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, fill(value)]],
  );
  return { ...rest, ...Object.fromEntries(filled) };
}

interface DesignWithBlockHtml {
  /** Includes the blocks of its presets. */
  design: JsonObject;
  places: readonly PropertyPath[];
  /** The HTML of each block, by number. */
  htmls: readonly string[];
}

const isBelow = (outer: PropertyPath, inner: PropertyPath) =>
  inner.length > outer.length && outer.every((step, i) => step === inner[i]);

function blocksOf({ design, places, htmls }: DesignWithBlockHtml): DrawnBlock[] {
  const seen = places.filter((_, i) => htmls[i] !== '');
  return places.flatMap((place, number) => {
    const block = valueAt(design, place as JsonPath);
    if (!isPlainObject(block)) return [];
    const html = htmls[number] ?? '';
    const isSeen = html !== '' || seen.some((each) => isBelow(place, each));
    return [{ key: keyOf(block), block: block as JsonObject, number, html, isSeen }];
  });
}

/**
 * What a block itself contributes; its name is only for authors, and nested blocks are compared separately.
 */
const meaning = (block: JsonObject) => {
  const { id: _id, preset: _preset, ...members } = ownMembers(block);
  return members;
};

type BlockAppearance = Pick<DrawnBlock, 'html' | 'block'>;

const isOther = (one: BlockAppearance, other: BlockAppearance) =>
  one.html !== other.html || (one.html === '' && !sameJson(meaning(one.block), meaning(other.block)));

/**
 * The position in the other email of a block that it lacks: after the closest preceding block that both have.
 */
const placeIn = (other: ReadonlyMap<string, DrawnBlock>, own: readonly DrawnBlock[], index: number) => {
  const before = own.slice(0, index).findLast(({ key }) => other.has(key));
  return (before && other.get(before.key)?.number) ?? null;
};

/** Blocks that were added, removed or moved with their parent are not listed again. */
function outermost(
  changes: readonly BlockChange[],
  places: PerSide<DesignWithBlockHtml['places']>,
): BlockChange[] {
  const sideOf = ({ how }: BlockChange) => (how === 'removed' ? 'before' : 'after');
  const placeOf = (change: BlockChange) => places[sideOf(change)][change.at[sideOf(change)] ?? -1] ?? [];
  const isTold = (change: BlockChange) =>
    change.how !== 'changed' &&
    changes.some((each) => each.how === change.how && isBelow(placeOf(each), placeOf(change)));
  return changes.filter((change) => !isTold(change));
}

/** The differences between two emails by block, in the order of the later email. */
export function compareBlocks(before: DesignWithBlockHtml, after: DesignWithBlockHtml): BlockChange[] {
  const was = blocksOf(before);
  const is = blocksOf({ ...after, design: reuseEqualParts(before.design, after.design) as JsonObject });
  const old = new Map(was.map((each) => [each.key, each]));
  const now = new Map(is.map((each) => [each.key, each]));
  const moved = movedOf(is.flatMap(({ key }) => old.get(key)?.number ?? []));
  const here = is.flatMap(({ html, isSeen, number, ...each }, i): BlockChange[] => {
    const former = old.get(each.key);
    if (!former)
      return [{ ...each, how: 'added', at: { before: placeIn(old, is, i), after: number }, isSeen }];
    const change = {
      ...each,
      at: { before: former.number, after: number },
      isSeen: isSeen || former.isSeen,
    };
    if (isOther(former, { ...each, html })) return [{ ...change, how: 'changed' }];
    return moved.has(former.number) ? [{ ...change, how: 'moved' }] : [];
  });
  const gone = was.flatMap(({ html: _html, isSeen, number, ...each }, i): BlockChange[] =>
    now.has(each.key)
      ? []
      : [{ ...each, how: 'removed', at: { before: number, after: placeIn(now, was, i) }, isSeen }],
  );
  const orderOf = ({ how, at }: BlockChange) => (at.after ?? -1) + (how === 'removed' ? 0.5 : 0);
  const all = [...here, ...gone].sort((one, other) => orderOf(one) - orderOf(other));
  return outermost(all, { before: before.places, after: after.places });
}
