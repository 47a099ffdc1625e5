import { BlockMarks } from '../../../../server/src/features/rendering/design/block-marks.rules.ts';
import type { DrawnPage } from './sides.ts';

/** What a block looks like in a mail, without the blocks in it and the rows that hold nothing else. */
function ownHtml(element: Element, word: string): string {
  const copy = element.cloneNode(true) as Element;
  for (const inner of [...copy.querySelectorAll(`[class*="${word}"]`)]) {
    const row = inner.parentElement;
    inner.remove();
    if (row !== copy && row?.tagName === 'TR' && row.children.length === 0) row.remove();
  }
  return BlockMarks.takeOut({ html: copy.outerHTML, word }).replace(/>\s+</g, '><');
}

/** What each block of a mail looks like, by the number of its mark. */
export function htmlOfBlocks({ html, marks }: DrawnPage): string[] {
  if (!marks) return [];
  const { word, places } = marks;
  const page = new DOMParser().parseFromString(html, 'text/html');
  return places.map((_, number) =>
    [...page.getElementsByClassName(`${word}${number}`)].map((each) => ownHtml(each, word)).join(''),
  );
}

/** A mail as it is sent. */
export const sentHtml = ({ html, marks }: DrawnPage): string =>
  marks ? BlockMarks.takeOut({ html, word: marks.word }) : html;
