import type { HtmlPiece, HtmlTag } from './html-scan.rules.ts';
import type { LiquidMarks } from './liquid-marks.rules.ts';
import { richPlain } from './rich-text.rules.ts';

/**
 * The plain-text part of somebody's own HTML with marks. Tags of Liquid stay, also those that stand in a comment, a
 * style sheet or between attributes, because an `if` may begin there and end elsewhere; what Liquid would write there
 * is not shown.
 */
export function bodyText(html: string, pieces: readonly HtmlPiece[], marks: LiquidMarks): string {
  const silent = (source: string) =>
    marks
      .marksIn(source)
      .filter((mark) => !marks.writes(mark))
      .join('');
  const source = new TextSource();
  for (const piece of pieces) {
    const written = html.slice(piece.from, piece.to);
    if (piece.kind === 'tag') source.tag(piece);
    else if (piece.kind === 'text' && !source.isInHead) source.text += written;
    else source.text += silent(written);
  }
  return richPlain(source.text);
}

/** What of a body can be read, as HTML without anything else. */
class TextSource {
  text = '';
  isInHead = false;
  #isInLink = false;

  /** What Liquid decides in the value of an attribute ends there, so values can be left out whole. */
  tag({ name, isEnd, attributes, loose }: HtmlTag): void {
    const value = (of: string) => attributes.find((attribute) => attribute.name === of)?.value ?? '';
    if (name === 'head') this.isInHead = !isEnd;
    if (name === 'a') this.#isInLink = !isEnd;
    if (isEnd) this.text += `</${name}>`;
    else if (name === 'a') this.text += `<a href="${value('href').replaceAll('"', '&quot;')}">`;
    // A picture that leads somewhere says where to.
    else if (name === 'img' && this.#isInLink) this.text += value('alt').replaceAll('<', '&lt;');
    else this.text += `<${name}>`;
    this.text += loose.join('');
  }
}
