import type { Json, JsonObject } from '../../../../../server/src/kernel/json.ts';
import { isPlainObject } from '../../../../../server/src/kernel/plain-object.ts';
import { keyOf } from './keys.rules.ts';
import { type Path, valueAt } from './patches.rules.ts';

export const sides = ['header', 'footer'] as const;
export type SideName = (typeof sides)[number];

/** One block of a design and where it stands. */
export interface Entry {
  key: string;
  block: JsonObject;
  type: string;
  /** From the design on. */
  path: Path;
  /** The list that it is in, and which one of it. */
  list: Path;
  index: number;
  /** Of the block around it. */
  parent: string | null;
  depth: number;
}

const isBlock = (value: Json | undefined): value is JsonObject => isPlainObject(value);

/** The lists of blocks in a block, each with its path from the block on. */
export function listsIn(block: JsonObject): Path[] {
  const { columns } = block;
  const ofColumns = Array.isArray(columns)
    ? columns.flatMap((column, i): Path[] =>
        isPlainObject(column) && Array.isArray(column['blocks']) ? [['columns', i, 'blocks']] : [],
      )
    : [];
  const own = ['blocks', 'else'].filter((name) => Array.isArray(block[name])).map((name): Path => [name]);
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
export const rootLists: readonly Path[] = [['header', 'blocks'], ['blocks'], ['footer', 'blocks']];

/** Every block, in the order of the mail. */
export function entriesOf(design: JsonObject): Entry[] {
  const found: Entry[] = [];
  const visit = (list: Path, parent: string | null, depth: number) => {
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

export const samePath = (one: Path, other: Path) =>
  one.length === other.length && one.every((step, i) => step === other[i]);

export const isWithin = (outer: Path, inner: Path) =>
  inner.length >= outer.length && outer.every((step, i) => step === inner[i]);

/** The shared header or footer that a design uses. */
export function presetOf(design: JsonObject, side: SideName): string | null {
  const preset = valueAt(design, [side, 'preset']);
  return typeof preset === 'string' ? preset : null;
}
