import type { CompiledAttachment } from '../../../kernel/ports.ts';
import { type Block, wrappers } from './all-blocks.schema.ts';
import { BlockPen, type Paper } from './block-renderer.rules.ts';
import type { Columns } from './blocks/columns.schema.ts';

interface Around {
  path: readonly PropertyKey[];
  /** Liquid before and after. */
  before: string;
  after: string;
  isInLoop: boolean;
}

/** The files that blocks ask for. Whether one is sent may hang on the conditions around its block: `when` tells. */
export function attachmentsOf(
  blocks: readonly Block[],
  path: readonly PropertyKey[],
  paper: Paper,
): CompiledAttachment[] {
  return inList(blocks, { path, before: '', after: '', isInLoop: false }, paper);
}

function inList(blocks: readonly Block[], around: Around, paper: Paper): CompiledAttachment[] {
  return blocks.flatMap((block, i) => inBlock(block, { ...around, path: [...around.path, i] }, paper));
}

function inBlock(block: Block, outside: Around, paper: Paper): CompiledAttachment[] {
  const pen = new BlockPen(block, { path: outside.path, isInColumn: false, ground: null }, paper);
  const around =
    (block['showIf'] ?? null) === null
      ? outside
      : {
          ...outside,
          before: `${outside.before}{% if ${pen.condition('showIf')} %}`,
          after: `{% endif %}${outside.after}`,
        };
  if (block.type === 'attachment') return attached(block, around, pen, paper);
  if (block.type === 'columns')
    return (block as unknown as Columns).columns.flatMap((column, i) =>
      inList(column.blocks as Block[], { ...around, path: [...around.path, 'columns', i, 'blocks'] }, paper),
    );
  let before = '';
  return (wrappers.get(block.type)?.branches(block, pen) ?? []).flatMap((branch) => {
    before += branch.before;
    const inside = {
      path: [...around.path, branch.list],
      before: around.before + before,
      after: (wrappers.get(block.type)?.after ?? '') + around.after,
      isInLoop: around.isInLoop || block.type === 'loop',
    };
    return inList((block[branch.list] ?? []) as Block[], inside, paper);
  });
}

function attached(
  block: Block,
  { path, before, after, isInLoop }: Around,
  pen: BlockPen,
  paper: Paper,
): CompiledAttachment[] {
  if (isInLoop) {
    paper.problems.push({ path, reason: 'an attachment cannot stand inside a loop' });
    return [];
  }
  const fileKey = block['fileKey'] as string | null;
  if (fileKey !== null) pen.picture('fileKey', 'url');
  const { marks } = paper;
  return [
    {
      filename: marks.restore(pen.plain('filename')),
      sendAsLink: block['sendAsLink'] as boolean,
      when: before === '' ? '' : `${before}yes${after}`,
      ...(fileKey === null ? { url: marks.restore(pen.plain('url')) } : { fileKey }),
    },
  ];
}
