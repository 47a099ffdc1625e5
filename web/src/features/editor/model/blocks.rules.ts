import type { Json, JsonObject, JsonPath } from 'outstep/kernel/json.ts';
import { isPlainObject } from 'outstep/kernel/plain-object.ts';
import { keyOf } from './keys.rules.ts';
import { valueAt } from './patches.rules.ts';

export const sides = ['header', 'footer'] as const;
export type SideName = (typeof sides)[number];

/** One block of a design and where it stands. */
export interface BlockEntry {
  key: string;
  block: JsonObject;
  type: string;
  /** From the design on. */
  path: JsonPath;
  /** The list that it is in, and which one of it. */
  list: JsonPath;
  index: number;
  /** Of the block around it. */
  parent: string | null;
  depth: number;
}

const isBlock = (value: Json | undefined): value is JsonObject => isPlainObject(value);

/** The lists of blocks in a block, each with its path from the block on. */
export function listsIn(block: JsonObject): JsonPath[] {
  const { columns } = block;
  const ofColumns = Array.isArray(columns)
    ? columns.flatMap((column, i): JsonPath[] =>
        isPlainObject(column) && Array.isArray(column['blocks']) ? [['columns', i, 'blocks']] : [],
      )
    : [];
  const own = ['blocks', 'else'].filter((name) => Array.isArray(block[name])).map((name): JsonPath => [name]);
  return [...ofColumns, ...own];
}

/** A block without those that stand in it. */
export const ownMembers = ({
  blocks: _blocks,
  else: _else,
  columns: _columns,
  ...members
}: JsonObject): JsonObject => members;

/** The lists at the top: what stands above, the blocks, what stands below. */
export const rootLists: readonly JsonPath[] = [['header', 'blocks'], ['blocks'], ['footer', 'blocks']];

/** Every block, in the order of the email. */
export function entriesOf(design: JsonObject): BlockEntry[] {
  const found: BlockEntry[] = [];
  const visit = (list: JsonPath, parent: string | null, depth: number) => {
    const blocks = valueAt(design, list);
    if (!Array.isArray(blocks)) return;
    for (const [index, block] of blocks.entries()) {
      if (!isBlock(block)) continue;
      const path = [...list, index];
      const key = keyOf(block);
      found.push({ key, block, type: String(block['type']), path, list, index, parent, depth });
      for (const inner of listsIn(block)) visit([...path, ...inner], key, depth + 1);
    }
  };
  for (const list of rootLists) visit(list, null, 0);
  return found;
}

export const samePath = (one: JsonPath, other: JsonPath) =>
  one.length === other.length && one.every((step, i) => step === other[i]);

export const isWithin = (outer: JsonPath, inner: JsonPath) =>
  inner.length >= outer.length && outer.every((step, i) => step === inner[i]);

/** The shared header or footer that a design uses. */
export function presetOf(design: JsonObject, side: SideName): string | null {
  const preset = valueAt(design, [side, 'preset']);
  return typeof preset === 'string' ? preset : null;
}
