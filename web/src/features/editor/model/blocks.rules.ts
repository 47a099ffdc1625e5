import type { Json, JsonObject, JsonPath } from 'outstep/kernel/json.ts';
import { isPlainObject } from 'outstep/kernel/plain-object.ts';
import { keyOf } from './keys.rules.ts';
import { valueAt } from './patches.rules.ts';

export const sides = ['header', 'footer'] as const;
export type SideName = (typeof sides)[number];

/** A block of a design and its position. */
export interface BlockEntry {
  key: string;
  block: JsonObject;
  type: string;
  /** Relative to the design. */
  path: JsonPath;
  /** The list that contains it, and its index there. */
  list: JsonPath;
  index: number;
  /** Key of the surrounding block. */
  parent: string | null;
  depth: number;
}

const isBlock = (value: Json | undefined): value is JsonObject => isPlainObject(value);

/** The lists of blocks in a block, as paths relative to the block. */
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

/** A block without the blocks nested in it. */
export const ownMembers = ({
  blocks: _blocks,
  else: _else,
  columns: _columns,
  ...members
}: JsonObject): JsonObject => members;

/** The top-level lists: header, blocks and footer. */
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

/** The id of the shared header or footer that a design uses. */
export function presetOf(design: JsonObject, side: SideName): string | null {
  const preset = valueAt(design, [side, 'preset']);
  return typeof preset === 'string' ? preset : null;
}
