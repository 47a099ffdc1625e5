import { type Cell, cellsIn } from '../page/boxes.ts';

/**
 * The place of a text on the page; if a loop repeats it, the first. Without a name, the first text of the
 * block.
 */
export function findCell(page: Document, mark: string, field: string | null): Cell | null {
  for (const cell of cellsIn(page, mark)) if (field === null || cell.field === field) return cell;
  return null;
}

/** Replaces the content of a cell. */
export function fillCell({ begin, end }: Cell, content: Node) {
  const page = begin.ownerDocument;
  const inside = page.createRange();
  inside.setStartAfter(begin);
  inside.setEndBefore(end);
  inside.deleteContents();
  begin.after(content);
}
