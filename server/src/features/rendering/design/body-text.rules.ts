import { CONTENT_ONLY, type HtmlPiece, type HtmlTag } from './html-scan.rules.ts';
import type { LiquidMarks } from './liquid-marks.rules.ts';
import { richPlain } from './rich-text.rules.ts';

/**
 * The plain-text part of the author's HTML with marks. Liquid tags stay, even those in a comment, a style sheet or
 * between attributes, because an `if` may begin there and end elsewhere; Liquid output there is not shown.
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
    else if (piece.kind === 'text' && !source.isInHead) source.text(written, silent);
    else source.html += silent(written);
  }
  return withoutBareLines(richPlain(source.html), marks).trim();
}

const AROUND_CELLS = new Set(['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr']);

/** The readable content of a body, as reduced HTML. */
class TextSource {
  html = '';
  isInHead = false;
  #isInLink = false;
  /** Where white space has no meaning. */
  #isAroundCells = false;

  text(written: string, silent: (source: string) => string): void {
    const tags = silent(written);
    this.html += this.#isAroundCells && written.replace(/\s+/g, '') === tags ? tags : written;
  }

  /** A Liquid block in an attribute's value ends there, so whole values can be left out. */
  tag({ name, isEnd, attributes, loose }: HtmlTag): void {
    const value = (of: string) => attributes.find((attribute) => attribute.name === of)?.value ?? '';
    if (name === 'head') this.isInHead = !isEnd;
    if (name === 'a') this.#isInLink = !isEnd;
    this.#isAroundCells = AROUND_CELLS.has(name) || (isEnd && /^t[dh]$/.test(name));
    this.html += loose.join('');
    if (CONTENT_ONLY.has(name)) return;
    if (isEnd) this.html += `</${name}>`;
    else if (name === 'a') this.html += `<a href="${value('href').replaceAll('"', '&quot;')}">`;
    // A linked picture shows its link.
    else if (name === 'img' && this.#isInLink) this.html += value('alt').replaceAll('<', '&lt;');
    else this.html += `<${name}>`;
  }
}

/** A line with nothing but tags of Liquid would leave a blank line behind. */
function withoutBareLines(text: string, marks: LiquidMarks): string {
  const line = new RegExp(`(^|\\n\\n?)(${marks.pattern}(?:\\s*${marks.pattern})*)(\\n+)`, 'g');
  return text.replace(line, (whole, before: string, run: string, after: string) => {
    const tags = marks.marksIn(run);
    if (tags.some((mark) => marks.writes(mark))) return whole;
    return before + tags.join('') + (before === '\n' ? after.slice(1) : '');
  });
}
