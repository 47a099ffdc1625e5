import { type Block, leaves, wrappers } from './all-blocks.schema.ts';
import { BlockPen, type Paper } from './block-renderer.rules.ts';
import type { Columns } from './blocks/columns.schema.ts';

/** The plain-text part: one block below the other, a blank line between. */
export function plainBlocks(blocks: readonly Block[], path: readonly PropertyKey[], paper: Paper): string {
  return blocks.map((block, i) => plainBlock(block, [...path, i], paper)).join('');
}

function plainBlock(block: Block, path: readonly PropertyKey[], paper: Paper): string {
  const pen = new BlockPen(block, { path, isInColumn: false, ground: null }, paper);
  const text = plainContent(block, path, pen, paper);
  if ((block['showIf'] ?? null) === null) return text;
  return `${paper.marks.add(`{% if ${pen.condition('showIf')} %}`)}${text}${paper.marks.add('{% endif %}')}`;
}

function plainContent(block: Block, path: readonly PropertyKey[], pen: BlockPen, paper: Paper): string {
  const wrapper = wrappers.get(block.type);
  if (wrapper) {
    const branches = wrapper.branches(block, pen).map(({ before, list }) => {
      const inner = plainBlocks((block[list] ?? []) as Block[], [...path, list], paper);
      return paper.marks.add(before) + inner;
    });
    return branches.join('') + paper.marks.add(wrapper.after);
  }
  if (block.type === 'columns')
    return (block as unknown as Columns).columns
      .map((column, i) => plainBlocks(column.blocks as Block[], [...path, 'columns', i, 'blocks'], paper))
      .join('');
  const text = leaves.get(block.type)?.text(block, pen).trim() ?? '';
  return text === '' ? '' : `${text}\n\n`;
}
