import { message } from '../../../kernel/messages/message.ts';
import { type HtmlPiece, type HtmlTag, type ScannedAttribute, scanHtml } from './html-scan.rules.ts';
import type { LiquidMarks } from './liquid-marks.rules.ts';
import { TextError } from './text-error.rules.ts';

const ADDRESSES = new Set([
  ...['href', 'src', 'srcset', 'background', 'action', 'formaction', 'poster', 'data', 'cite', 'xlink:href'],
]);

/** `<!--[if mso]>`: Outlook reads what is a comment to all others. */
const FOR_OUTLOOK = /^(<!--\s*\[if[^\]]*\]>)(?!<!--|-->)([\s\S]*?)((?:<!\[endif\])?-->)$/i;

const isCode = (name: string) => name.startsWith('on') || name === 'srcdoc';
const isData = (tag: HtmlTag) =>
  tag.attributes.some(({ name, value }) => name === 'type' && /^application\/(?:ld\+)?json$/i.test(value));

/** As the author wrote it, without characters that would end the value. */
const inQuotes = (text: string) => text.replaceAll('"', '&quot;');

/**
 * The author's HTML with marks, in which the output of Liquid can only be shown or linked to: it cannot end the value
 * of an attribute, an address passes `safe_url`, and Liquid where a browser would read code is refused. Everything
 * else stays unchanged.
 */
export class BodyHtml {
  readonly #marks: LiquidMarks;

  constructor(marks: LiquidMarks) {
    this.#marks = marks;
  }

  scan(html: string): HtmlPiece[] {
    return scanHtml(html, this.#marks);
  }

  written(html: string, pieces: readonly HtmlPiece[] = this.scan(html)): string {
    return pieces.map((piece) => this.#piece(html, piece)).join('');
  }

  #piece(html: string, piece: HtmlPiece): string {
    const source = html.slice(piece.from, piece.to);
    if (piece.kind === 'tag') return this.#tag(html, piece);
    if (piece.kind === 'comment') return this.#comment(source);
    if (piece.kind === 'content' && piece.of.name === 'script' && !isData(piece.of) && this.#has(source))
      throw new TextError(message('liquid_in_script'));
    return source;
  }

  #comment(source: string): string {
    // It ends with the first ">", which formatted text has.
    const isLoose = !source.startsWith('<!--');
    if (isLoose && this.#marks.marksIn(source).some((mark) => this.#marks.writes(mark)))
      throw new TextError(message('liquid_in_declaration'));
    const [, begin, inner = '', end] = FOR_OUTLOOK.exec(source) ?? [];
    return begin === undefined ? source : begin + this.written(inner) + end;
  }

  #tag(html: string, tag: HtmlTag): string {
    if (tag.loose.some((mark) => this.#marks.writes(mark)))
      throw new TextError(message('liquid_outside_value', { tag: tag.name }));
    let at = tag.from;
    let written = '';
    for (const attribute of tag.attributes) {
      if (!this.#has(attribute.value)) continue;
      written += `${html.slice(at, attribute.from)}"${this.#value(attribute, html.charAt(attribute.from))}"`;
      at = attribute.to;
    }
    return written + html.slice(at, tag.to);
  }

  #value({ name, value }: ScannedAttribute, first: string): string {
    if (isCode(name)) throw new TextError(message('liquid_in_attribute', { name: name.slice(0, 30) }));
    const isQuoted = first === '"' || first === "'";
    if (!isQuoted && /["']/.test(value))
      throw new TextError(message('liquid_holds_quotes', { name: name.slice(0, 30) }));
    return this.#marks.attribute(value, ADDRESSES.has(name) ? 'url' : 'text', inQuotes);
  }

  #has(source: string): boolean {
    return this.#marks.marksIn(source).length > 0;
  }
}
