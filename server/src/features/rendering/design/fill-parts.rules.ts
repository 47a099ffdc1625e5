import type { FieldProblem, PropertyPath } from '../../../kernel/fields.ts';
import { message } from '../../../kernel/messages/message.ts';
import type { DesignJob } from '../../../kernel/ports.ts';
import type { Block } from './all-blocks.schema.ts';
import { completeBlocks, type Design } from './design.schema.ts';
import { problemsOfSize } from './design-caps.schema.ts';

/** The lists of blocks within a block, each with its path relative to the block. */
function listsIn(block: Block): { list: Block[]; path: PropertyPath }[] {
  const { columns = [] } = block as { columns?: { blocks: Block[] }[] };
  const own = ['blocks', 'else'].flatMap((name) =>
    Array.isArray(block[name]) ? [{ list: block[name] as Block[], path: [name] }] : [],
  );
  return [...columns.map(({ blocks }, i) => ({ list: blocks, path: ['columns', i, 'blocks'] })), ...own];
}

function* partsIn(
  list: readonly Block[],
  path: PropertyPath,
): Generator<{ part: Block; path: PropertyPath }> {
  for (const [i, block] of list.entries()) {
    const at = [...path, i];
    if (block.type === 'part') yield { part: block, path: at };
    else for (const inner of listsIn(block)) yield* partsIn(inner.list, [...at, ...inner.path]);
  }
}

/** The path of the first part among these blocks; `null` if there is none. */
export const findPart = (blocks: readonly Block[]): PropertyPath | null =>
  partsIn(blocks, []).next().value?.path ?? null;

/**
 * Fills each part of a design with the blocks of its preset, which are drawn in its place. They count as the
 * design's own; returns their problems (contract: Presets 4).
 */
export function fillParts(design: Design, presets: DesignJob['presets']): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const known = new Map<unknown, Block[] | null>();
  const blocksOf = (preset: unknown): Block[] | null => {
    const found = known.get(preset) ?? completeBlocks(presets[String(preset)]).data ?? null;
    known.set(preset, found);
    return found;
  };
  const lists = [
    { list: design.header?.blocks ?? [], path: ['header', 'blocks'] },
    { list: design.blocks, path: ['blocks'] },
    { list: design.footer?.blocks ?? [], path: ['footer', 'blocks'] },
  ];
  const parts = lists.flatMap(({ list, path }) => [...partsIn(list, path)]);
  if (parts.length === 0) return [];
  for (const { part, path } of parts) {
    const blocks = blocksOf(part['preset']);
    const at = [...path, 'preset'];
    if (!blocks) problems.push({ path: at, reason: message('unknown_preset') });
    else if (findPart(blocks)) problems.push({ path: at, reason: message('part_in_preset') });
    else part['blocks'] = blocks;
  }
  return problems.length > 0 ? problems : problemsOfSize(design, (preset) => blocksOf(preset) ?? []);
}
