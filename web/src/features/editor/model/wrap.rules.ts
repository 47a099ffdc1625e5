import type { Json, JsonObject, JsonPath } from 'outstep/kernel/json.ts';
import { type BlockEntry, listsIn } from './blocks.rules.ts';
import { changeIfValid, insertBlock, removeBlock, withoutNames } from './commands.rules.ts';
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

/** Wraps a block in a loop, a condition or columns; the block keeps its identity. */
export function wrapBlock(
  design: JsonObject,
  { path, block }: BlockEntry,
  wrapper: Wrapper,
): DesignChange | null {
  const around = made[wrapper](block);
  return changeIfValid(design, {
    ...{ label: 'wrap', selection: keyOf(around) },
    patches: [{ kind: 'put', path, value: around }],
  });
}

/** An inner entry with the same name would hide the outer one from Liquid. */
const entryNames = ['item', 'entry', 'part', 'piece'];

/** Wraps a block in a loop over a list; the block remains selected. */
export function repeatBlock(
  design: JsonObject,
  { path, block, key }: BlockEntry,
  source: string,
  /** Entry names of the surrounding loops. */
  taken: readonly string[],
): DesignChange | null {
  const as = entryNames.find((name) => !taken.includes(name));
  const named = as === undefined || as === entryNames[0] ? {} : { as };
  return changeIfValid(design, {
    ...{ label: 'wrap', selection: key },
    patches: [{ kind: 'put', path, value: { type: 'loop', source, ...named, blocks: [block] } }],
  });
}

/** Updates a text and inserts a block below its block, as one step; the text's block remains selected. */
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

/** Replaces a block with its contents, including those under "otherwise", so that no content is lost. */
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

/** Merges a text with the one below, keeping the style of the first. */
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

/**
 * Splits a text into two with equal styles, one below the other, and selects the second. The first keeps the
 * name.
 */
export function splitText(
  design: JsonObject,
  entry: BlockEntry,
  first: string,
  second: string,
): DesignChange | null {
  const { block, path, list, index } = entry;
  if (!isText(block)) return null;
  const below = { ...withoutNames(block), html: second };
  return changeIfValid(design, {
    ...{ label: 'split', selection: keyOf(below) },
    patches: [
      { kind: 'put', path: [...path, 'html'], value: first },
      { kind: 'insert', path: [...list, index + 1], value: below },
    ],
  });
}
