import { type Cell, cellsIn } from '../page/boxes.ts';

/** The place of a text on the page: the first, where a loop repeats it. Without a name the first text of the block. */
export function findCell(page: Document, mark: string, field: string | null): Cell | null {
  for (const cell of cellsIn(page, mark)) if (field === null || cell.field === field) return cell;
  return null;
}

/** Puts something in the place of what stands in a cell. */
export function fillCell({ begin, end }: Cell, content: Node) {
  const page = begin.ownerDocument;
  const inside = page.createRange();
  inside.setStartAfter(begin);
  inside.setEndBefore(end);
  inside.deleteContents();
  begin.after(content);
}
