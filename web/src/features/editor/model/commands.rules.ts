import { problemsOfSize } from 'outstep/features/rendering/design/design-caps.schema.ts';
import type { Json, JsonObject, JsonPath } from 'outstep/kernel/json.ts';
import { isPlainObject } from 'outstep/kernel/plain-object.ts';
import { type BlockEntry, entriesOf, isWithin, listsIn, rootLists, samePath } from './blocks.rules.ts';
import type { DesignChange } from './history.rules.ts';
import { keyOf } from './keys.rules.ts';
import { applyPatches, type JsonPatch, valueAt } from './patches.rules.ts';
import { sameJson } from './same.rules.ts';

/** Where a block can be inserted: a list of the design, and the index of the entry that it precedes. */
export interface InsertionPoint {
  list: JsonPath;
  index: number;
}

/** Whether a design respects the compiler's limits: size, nesting, and which blocks may contain which. */
function isLegal(design: JsonObject): boolean {
  const entries = entriesOf(design);
  // The blocks of an open shared section count and nest like the design's own.
  const open = entries.find(({ type, block }) => type === 'part' && Array.isArray(block['blocks']))?.block;
  const blocksOfPart = (preset: unknown) => (open?.['preset'] === preset ? open?.['blocks'] : null);
  if (problemsOfSize(design, blocksOfPart).length > 0) return false;
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const isInLoop = ({ parent }: BlockEntry): boolean => {
    const outer = parent === null ? undefined : byKey.get(parent);
    return outer !== undefined && (outer.type === 'loop' || isInLoop(outer));
  };
  return entries.every((entry) => entry.type !== 'attachment' || !isInLoop(entry));
}

/** Returns the change, or `null` if the compiler would reject the result. */
export function changeIfValid(design: JsonObject, change: DesignChange): DesignChange | null {
  return isLegal(applyPatches(design, change.patches).value) ? change : null;
}

/** A missing header or footer is created with its first block. */
function insertion(design: JsonObject, { list, index }: InsertionPoint, block: JsonObject): JsonPatch {
  if (Array.isArray(valueAt(design, list))) return { kind: 'insert', path: [...list, index], value: block };
  return { kind: 'put', path: list.slice(0, -1), value: { blocks: [block] } };
}

export function insertBlock(
  design: JsonObject,
  place: InsertionPoint,
  block: JsonObject,
): DesignChange | null {
  return changeIfValid(design, {
    ...{ label: 'insert', selection: keyOf(block) },
    patches: [insertion(design, place, block)],
  });
}

/** Selects the next block, otherwise the previous one, otherwise the surrounding one. */
export function removeBlock(design: JsonObject, { path, list, index, parent }: BlockEntry): DesignChange {
  const siblings = valueAt(design, list) as Json[];
  const next = siblings[index + 1] ?? siblings[index - 1];
  return {
    ...{ label: 'remove', patches: [{ kind: 'remove', path }] },
    selection: next ? keyOf(next as JsonObject) : parent,
  };
}

/** A copy of a block without the names in `taken`, or without any if omitted: block names are unique. */
export function withoutNames(block: JsonObject, taken?: ReadonlySet<string>): JsonObject {
  const copy = structuredClone(block);
  const visit = (one: JsonObject) => {
    if (!taken || taken.has(String(one['id']))) delete one['id'];
    for (const list of listsIn(one))
      for (const inner of valueAt(one, list) as Json[]) if (isPlainObject(inner)) visit(inner);
  };
  visit(copy);
  return copy;
}

/** Inserts the copy below its original. */
export function duplicateBlock(design: JsonObject, { block, list, index }: BlockEntry): DesignChange | null {
  const change = insertBlock(design, { list, index: index + 1 }, withoutNames(block));
  return change && { ...change, label: 'duplicate' };
}

/** The path after `taken` has been removed. */
function shifted(path: JsonPath, taken: BlockEntry): JsonPath {
  const { list, index } = taken;
  const step = path[list.length];
  const isAfter = isWithin(list, path) && typeof step === 'number' && step > index;
  return isAfter ? path.with(list.length, step - 1) : path;
}

/** Whether moving a block to this place changes nothing: right before or right after itself. */
const isAt = (entry: BlockEntry, { list, index }: InsertionPoint) =>
  samePath(entry.list, list) && (index === entry.index || index === entry.index + 1);

export function moveBlock(
  design: JsonObject,
  entry: BlockEntry,
  { list, index }: InsertionPoint,
): DesignChange | null {
  if (isWithin(entry.path, list) || isAt(entry, { list, index })) return null;
  const to = shifted([...list, index], entry);
  const place = { list: to.slice(0, -1), index: to.at(-1) as number };
  const removal: JsonPatch = { kind: 'remove', path: entry.path };
  const without = applyPatches(design, [removal]).value;
  return changeIfValid(design, {
    ...{ label: 'move', selection: entry.key },
    patches: [removal, insertion(without, place, entry.block)],
  });
}

/** How a block is placed. */
interface PlacementRule {
  put(place: InsertionPoint): DesignChange | null;
  /** Whether the block is already at this place. */
  isThere?(place: InsertionPoint): boolean;
}

/**
 * All valid places in the order of the email. A block that may be in a list may be anywhere in it, so only
 * one place per list is tried: with two hundred blocks, trying all of them would delay the start of the drag.
 */
export function insertionPointsWhere(
  design: JsonObject,
  { put, isThere = () => false }: PlacementRule,
): InsertionPoint[] {
  const lists = [
    ...rootLists,
    ...entriesOf(design).flatMap(({ path, block }) => listsIn(block).map((inner) => [...path, ...inner])),
  ];
  return lists.flatMap((list) => {
    const blocks = valueAt(design, list);
    const isShared = list.length === 2 && valueAt(design, [list[0] as string, 'preset']) !== undefined;
    // The blocks of a shared side are in the design only while it is open.
    if (isShared && blocks === undefined) return [];
    const length = Array.isArray(blocks) ? blocks.length : 0;
    const places = Array.from({ length: length + 1 }, (_, index) => ({ list, index }));
    const others = places.filter((place) => !isThere(place));
    const [one] = others;
    return one && put(one) ? others : [];
  });
}

/** Every place that a block may move to. */
export const moveTargetsFor = (design: JsonObject, entry: BlockEntry): InsertionPoint[] =>
  insertionPointsWhere(design, {
    put: (place) => moveBlock(design, entry, place),
    isThere: (place) => isAt(entry, place),
  });

export type Direction = 'up' | 'down' | 'out' | 'in';

/** Moves a block by one step: within its list, out of the surrounding block, or into the block above. */
export function stepBlock(design: JsonObject, entry: BlockEntry, direction: Direction): DesignChange | null {
  const { list, index } = entry;
  if (direction === 'up') return index > 0 ? moveBlock(design, entry, { list, index: index - 1 }) : null;
  const siblings = valueAt(design, list) as Json[];
  if (direction === 'down')
    return index < siblings.length - 1 ? moveBlock(design, entry, { list, index: index + 2 }) : null;
  if (direction === 'out') {
    const outer = entriesOf(design).find(({ key }) => key === entry.parent);
    return outer ? moveBlock(design, entry, { list: outer.list, index: outer.index + 1 }) : null;
  }
  const above = siblings[index - 1] as JsonObject | undefined;
  const inner = above && listsIn(above).at(0);
  if (!inner) return null;
  const target = [...list, index - 1, ...inner];
  return moveBlock(design, entry, { list: target, index: (valueAt(design, target) as Json[]).length });
}

/**
 * Writes as little as possible: a member that is reset to its default is removed, and with it an object that
 * becomes empty. `path` is relative to the design; `fallback` is the default, if there is one.
 */
export function setMember(
  design: JsonObject,
  path: JsonPath,
  value: Json | undefined,
  fallback?: Json,
): DesignChange | null {
  const before = valueAt(design, path);
  const label = 'set';
  const typing = path.join('\0');
  if (value === undefined || (fallback !== undefined && sameJson(value, fallback))) {
    if (before === undefined) return null;
    return { label, typing, patches: [{ kind: 'take', path: emptied(design, path) }] };
  }
  if (sameJson(before, value)) return null;
  const missing = path.findIndex((_, i) => i > 0 && valueAt(design, path.slice(0, i)) === undefined);
  if (missing < 0) return { label, typing, patches: [{ kind: 'put', path, value }] };
  const whole = path.slice(missing).reduceRight<Json>((inner, step) => ({ [step]: inner }), value);
  return { label, typing, patches: [{ kind: 'put', path: path.slice(0, missing), value: whole }] };
}

/** Objects that mean only defaults when they are empty. */
const removedWhenEmpty = new Set<string | number | undefined>(['padding', 'show', 'global']);

function emptied(design: JsonObject, path: JsonPath): JsonPath {
  const outer = path.slice(0, -1);
  const around = valueAt(design, outer);
  const isAlone = typeof around === 'object' && around !== null && Object.keys(around).length === 1;
  return isAlone && removedWhenEmpty.has(outer.at(-1)) ? outer : path;
}

/** Adapts the number of columns to the ratio; blocks of removed columns move to the last remaining one. */
export function setRatio(design: JsonObject, entry: BlockEntry, ratio: string): DesignChange | null {
  const columns = valueAt(design, [...entry.path, 'columns']);
  if (!Array.isArray(columns)) return null;
  const count = ratio.split('-').length;
  const kept = columns.slice(0, count);
  while (kept.length < count) kept.push({ blocks: [] });
  const blocksOf = (column: Json | undefined) => valueAt(column, ['blocks']) as Json[];
  const over = columns.slice(count).flatMap(blocksOf);
  const last = kept[count - 1] as JsonObject;
  if (over.length > 0) kept[count - 1] = { ...last, blocks: [...blocksOf(last), ...over] };
  const isSameCount = columns.length === count;
  const change = setMember(design, [...entry.path, 'ratio'], ratio, '1-1');
  return {
    label: 'set',
    patches: [
      ...(isSameCount ? [] : [{ kind: 'put', path: [...entry.path, 'columns'], value: kept } as const]),
      ...(change?.patches ?? []),
    ],
  };
}
