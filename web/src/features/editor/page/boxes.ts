import type { PropertyPath } from 'outstep/kernel/fields.ts';
import { type Box, boundingBox } from '../dragging/box.rules.ts';

const boxOf = (element: Element): Box | null => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 ? { left, top, width, height } : null;
};

export interface MarkedBlocks {
  word: string;
  places: readonly PropertyPath[];
}

const isBelow = (outer: PropertyPath, inner: PropertyPath) =>
  inner.length > outer.length && outer.every((step, i) => step === inner[i]);

/**
 * The boxes of each block on the page, by its number: several if it is repeated, none if it has no visible
 * content.
 */
export function measureBlocks(page: Document, { word, places }: MarkedBlocks): Box[][] {
  const own = places.map((_, number) =>
    [...page.getElementsByClassName(`${word}${number}`)].flatMap((element) => boxOf(element) ?? []),
  );
  return own.map((boxes, number) => {
    if (boxes.length > 0) return boxes;
    const path = places[number] ?? [];
    // A loop or condition spans the boxes of its blocks.
    const inner = places.flatMap((place, i) => (isBelow(path, place) ? (own[i] ?? []) : []));
    return inner.length > 0 ? [boundingBox(inner)] : [];
  });
}

/** The place of a text on the page, between two comments. */
export interface Cell {
  field: string;
  begin: Comment;
  end: Comment;
}

/** The texts of a block in page order. */
export function* cellsIn(page: Document, mark: string): Generator<Cell> {
  for (const element of page.getElementsByClassName(mark)) {
    const comments = page.createTreeWalker(element, NodeFilter.SHOW_COMMENT);
    for (let begin = comments.nextNode(); begin; begin = comments.nextNode()) {
      const [word, field] = (begin.nodeValue ?? '').split(' ');
      if (word !== mark || !field) continue;
      const end = comments.nextNode();
      if (!end) return;
      yield { field, begin: begin as Comment, end: end as Comment };
    }
  }
}

/** The field whose text is at a point on the page. */
export function fieldAt(page: Document, mark: string, x: number, y: number): string | null {
  for (const { field, begin, end } of cellsIn(page, mark)) {
    const text = page.createRange();
    text.setStartAfter(begin);
    text.setEndBefore(end);
    const isIn = ({ left, right, top, bottom }: DOMRect) =>
      x >= left && x <= right && y >= top && y <= bottom;
    if ([...text.getClientRects()].some(isIn)) return field;
  }
  return null;
}
