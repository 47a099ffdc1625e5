import type { Json, JsonObject } from 'outstep/kernel/json.ts';
import { isPlainObject } from 'outstep/kernel/plain-object.ts';
import { entriesOf } from './blocks.rules.ts';
import { changeIfValid, type InsertionPoint, insertBlock, withoutNames } from './commands.rules.ts';
import type { DesignChange } from './history.rules.ts';

/** More than the largest design that can be saved. */
const LONGEST = 2_000_000;

/** Serialized as text, so that a block can be pasted into another layout, store, window or message. */
export const copiedText = (block: JsonObject) => JSON.stringify({ blocks: [block] }, null, 2);

/** The blocks in copied text, which may contain a block, several, or a whole design. */
export function blocksIn(text: string): JsonObject[] {
  if (text.length > LONGEST || !/^\s*[{[]/.test(text)) return [];
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return [];
  }
  const list = isPlainObject(value) && Array.isArray(value['blocks']) ? value['blocks'] : [value].flat();
  const isBlock = (each: Json): each is JsonObject => isPlainObject(each) && typeof each['type'] === 'string';
  return list.every(isBlock) ? list : [];
}

/** The names of blocks in a design. */
export const namesIn = (design: JsonObject): ReadonlySet<string> =>
  new Set(entriesOf(design).flatMap(({ block: { id } }) => (typeof id === 'string' ? [id] : [])));

/** Inserts all of them, one below the other, or none. A block whose name is already in use loses it. */
export function pasteBlocks(
  design: JsonObject,
  place: InsertionPoint,
  blocks: readonly JsonObject[],
): DesignChange | null {
  const taken = namesIn(design);
  const [first, ...more] = blocks.map((block) => withoutNames(block, taken));
  if (!first) return null;
  const begun = insertBlock(design, place, first);
  if (!begun) return null;
  const rest = more.map((value, i) => ({
    ...{ kind: 'insert' as const, value },
    path: [...place.list, place.index + 1 + i],
  }));
  return changeIfValid(design, { ...begun, label: 'paste', patches: [...begun.patches, ...rest] });
}
