import type { PropertyPath } from '../../../kernel/fields.ts';
import { type Block, leaves, wrappers } from './all-blocks.schema.ts';
import { type RenderScope, ScopedBlockRenderer } from './block-renderer.rules.ts';
import type { Columns } from './blocks/columns.schema.ts';

/** The plain-text part: the blocks in order, separated by blank lines. */
export function plainBlocks(blocks: readonly Block[], path: PropertyPath, scope: RenderScope): string {
  return blocks.map((block, i) => plainBlock(block, [...path, i], scope)).join('');
}

function plainBlock(block: Block, path: PropertyPath, scope: RenderScope): string {
  const renderer = new ScopedBlockRenderer(block, { path, isInColumn: false, ground: null }, scope);
  const text = plainContent(block, path, renderer, scope);
  if ((block['showIf'] ?? null) === null) return text;
  return `${scope.marks.add(`{% if ${renderer.condition('showIf')} %}`)}${text}${scope.marks.add('{% endif %}')}`;
}

function plainContent(
  block: Block,
  path: PropertyPath,
  renderer: ScopedBlockRenderer,
  scope: RenderScope,
): string {
  const wrapper = wrappers.get(block.type);
  if (wrapper) {
    const branches = wrapper.branches(block, renderer).map(({ before, list }) => {
      const inner = plainBlocks((block[list] ?? []) as Block[], [...path, list], scope);
      return scope.marks.add(before) + inner;
    });
    return branches.join('') + scope.marks.add(wrapper.after);
  }
  if (block.type === 'part')
    return plainBlocks((block['blocks'] ?? []) as Block[], [...path, 'preset'], scope);
  if (block.type === 'columns')
    return (block as unknown as Columns).columns
      .map((column, i) => plainBlocks(column.blocks as Block[], [...path, 'columns', i, 'blocks'], scope))
      .join('');
  const text = leaves.get(block.type)?.text(block, renderer).trim() ?? '';
  return text === '' ? '' : `${text}\n\n`;
}
