import type { Json, JsonObject, JsonPath } from 'outstep/kernel/json.ts';
import { type BlockEntry, listsIn } from './blocks.rules.ts';
import { insertBlock, legal, removeBlock, withoutNames } from './commands.rules.ts';
import type { DesignChange } from './history.rules.ts';
import { keyOf } from './keys.rules.ts';
import { applyPatches, type JsonPatch, valueAt } from './patches.rules.ts';

export const wrappers = ['loop', 'conditional', 'columns'] as const;
export type Wrapper = (typeof wrappers)[number];

const made: Readonly<Record<Wrapper, (block: JsonObject) => JsonObject>> = {
  loop: (block) => ({ type: 'loop', source: 'variables.products', blocks: [block] }),
  conditional: (block) => ({ type: 'conditional', if: 'variables.order', blocks: [block] }),
  columns: (block) => ({ type: 'columns', columns: [{ blocks: [block] }, { blocks: [] }] }),
};

/** Puts a loop, a condition or columns around a block; the block stays the block it is. */
export function wrapBlock(
  design: JsonObject,
  { path, block }: BlockEntry,
  wrapper: Wrapper,
): DesignChange | null {
  const around = made[wrapper](block);
  return legal(design, {
    ...{ label: 'wrap', selection: keyOf(around) },
    patches: [{ kind: 'put', path, value: around }],
  });
}

/** Liquid sees the innermost of two entries that are called the same. */
const entryNames = ['item', 'entry', 'part', 'piece'];

/** Shows a block once for each entry of a list; it stays the one that is selected. */
export function repeatBlock(
  design: JsonObject,
  { path, block, key }: BlockEntry,
  source: string,
  /** What entries of loops around it are called. */
  taken: readonly string[],
): DesignChange | null {
  const as = entryNames.find((name) => !taken.includes(name));
  const named = as === undefined || as === entryNames[0] ? {} : { as };
  return legal(design, {
    ...{ label: 'wrap', selection: key },
    patches: [{ kind: 'put', path, value: { type: 'loop', source, ...named, blocks: [block] } }],
  });
}

/** Writes a text and puts a block below the one that it is of, as one step; that one stays selected. */
export function insertBelowText(
  design: JsonObject,
  { list, index, key }: BlockEntry,
  text: { path: JsonPath; value: string },
  block: JsonObject,
): DesignChange | null {
  const write: JsonPatch = { kind: 'put', ...text };
  const written = applyPatches(design, [write]).value;
  const change = insertBlock(written, { list, index: index + 1 }, block);
  return change && { ...change, selection: key, patches: [write, ...change.patches] };
}

/** What stands in a block takes its place, with what stood under "otherwise" too: nothing is lost by it. */
export function unwrapBlock(design: JsonObject, entry: BlockEntry): DesignChange | null {
  const lists = listsIn(entry.block);
  if (lists.length === 0) return null;
  const inner = lists.flatMap((list) => valueAt(entry.block, list) as Json[]);
  const { list, index, path } = entry;
  const first = inner[0] as JsonObject | undefined;
  return {
    label: 'unwrap',
    selection: first ? keyOf(first) : (removeBlock(design, entry).selection ?? null),
    patches: [
      { kind: 'remove', path },
      ...inner.map((value, i): JsonPatch => ({ kind: 'insert', path: [...list, index + i], value })),
    ],
  };
}

const isText = (block: Json | undefined): block is JsonObject =>
  valueAt(block, ['type']) === 'text' && typeof valueAt(block, ['html']) === 'string';

/** A text and the one below it become one, which looks as the first does. */
export function joinTexts(design: JsonObject, { block, path, list, index }: BlockEntry): DesignChange | null {
  const below = valueAt(design, [...list, index + 1]);
  if (!isText(block) || !isText(below)) return null;
  return {
    label: 'join',
    patches: [
      { kind: 'put', path: [...path, 'html'], value: `${block['html']}${below['html']}` },
      { kind: 'remove', path: [...list, index + 1] },
    ],
  };
}

/** A text becomes two that look alike, one below the other; the second is selected. A name stays with the first. */
export function splitText(
  design: JsonObject,
  entry: BlockEntry,
  first: string,
  second: string,
): DesignChange | null {
  const { block, path, list, index } = entry;
  if (!isText(block)) return null;
  const below = { ...withoutNames(block), html: second };
  return legal(design, {
    ...{ label: 'split', selection: keyOf(below) },
    patches: [
      { kind: 'put', path: [...path, 'html'], value: first },
      { kind: 'insert', path: [...list, index + 1], value: below },
    ],
  });
}
