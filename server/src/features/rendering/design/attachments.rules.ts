import type { PropertyPath } from '../../../kernel/fields.ts';
import { message } from '../../../kernel/messages/message.ts';
import type { CompiledAttachment } from '../../../kernel/ports.ts';
import { type Block, wrappers } from './all-blocks.schema.ts';
import { type RenderScope, ScopedBlockRenderer } from './block-renderer.rules.ts';
import type { Columns } from './blocks/columns.schema.ts';

interface EnclosingLiquid {
  path: PropertyPath;
  /** Liquid around the block. */
  before: string;
  after: string;
  isInLoop: boolean;
}

/** The files that blocks attach. `when` holds the conditions around the block, which decide whether it is sent. */
export function attachmentsOf(
  blocks: readonly Block[],
  path: PropertyPath,
  scope: RenderScope,
): CompiledAttachment[] {
  return inList(blocks, { path, before: '', after: '', isInLoop: false }, scope);
}

function inList(blocks: readonly Block[], around: EnclosingLiquid, scope: RenderScope): CompiledAttachment[] {
  return blocks.flatMap((block, i) => inBlock(block, { ...around, path: [...around.path, i] }, scope));
}

function inBlock(block: Block, outside: EnclosingLiquid, scope: RenderScope): CompiledAttachment[] {
  const renderer = new ScopedBlockRenderer(
    block,
    { path: outside.path, isInColumn: false, ground: null },
    scope,
  );
  const around =
    (block['showIf'] ?? null) === null
      ? outside
      : {
          ...outside,
          before: `${outside.before}{% if ${renderer.condition('showIf')} %}`,
          after: `{% endif %}${outside.after}`,
        };
  if (block.type === 'attachment') return attached(block, around, renderer, scope);
  if (block.type === 'part')
    return inList((block['blocks'] ?? []) as Block[], { ...around, path: [...around.path, 'preset'] }, scope);
  if (block.type === 'columns')
    return (block as unknown as Columns).columns.flatMap((column, i) =>
      inList(column.blocks as Block[], { ...around, path: [...around.path, 'columns', i, 'blocks'] }, scope),
    );
  let before = '';
  return (wrappers.get(block.type)?.branches(block, renderer) ?? []).flatMap((branch) => {
    before += branch.before;
    const inside = {
      path: [...around.path, branch.list],
      before: around.before + before,
      after: (wrappers.get(block.type)?.after ?? '') + around.after,
      isInLoop: around.isInLoop || block.type === 'loop',
    };
    return inList((block[branch.list] ?? []) as Block[], inside, scope);
  });
}

function attached(
  block: Block,
  { path, before, after, isInLoop }: EnclosingLiquid,
  renderer: ScopedBlockRenderer,
  scope: RenderScope,
): CompiledAttachment[] {
  if (isInLoop) {
    scope.problems.push({ path, reason: message('attachment_in_loop') });
    return [];
  }
  const fileKey = block['fileKey'] as string | null;
  if (fileKey !== null) renderer.picture('fileKey', 'url');
  const { marks } = scope;
  return [
    {
      filename: marks.restore(renderer.plain('filename')),
      sendAsLink: block['sendAsLink'] as boolean,
      when: before === '' ? '' : `${before}yes${after}`,
      ...(fileKey === null ? { url: marks.restore(renderer.plain('url')) } : { fileKey }),
    },
  ];
}
