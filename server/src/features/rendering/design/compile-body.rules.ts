import { type Message, message } from '../../../kernel/messages/message.ts';
import type { BodyJob, DesignOutcome } from '../../../kernel/ports.ts';
import { checkLiquid } from '../liquid/check-liquid.rules.ts';
import { bodyPage } from './body-page.rules.ts';
import { compiledPage, lengthProblem } from './compiled-page.rules.ts';
import {
  CONTENT_ONLY,
  type HtmlPiece,
  type HtmlTag,
  type ScannedAttribute,
  scanHtml,
} from './html-scan.rules.ts';
import { escapeText, LiquidMarks } from './liquid-marks.rules.ts';
import { richPlain } from './rich-text.rules.ts';
import { TextError } from './text-error.rules.ts';

const ADDRESSES = new Set([
  ...['href', 'src', 'srcset', 'background', 'action', 'formaction', 'poster', 'data', 'cite', 'xlink:href'],
]);

/** `<!--[if mso]>`: Outlook reads what other clients treat as a comment. */
const FOR_OUTLOOK = /^(<!--\s*\[if[^\]]*\]>)(?!<!--|-->)([\s\S]*?)((?:<!\[endif\])?-->)$/i;

const isCode = (name: string) => name.startsWith('on') || name === 'srcdoc';
const isData = (tag: HtmlTag) =>
  tag.attributes.some(({ name, value }) => name === 'type' && /^application\/(?:ld\+)?json$/i.test(value));

/** Escapes the characters that would end the value; the rest is kept as the author wrote it. */
const inQuotes = (text: string) => text.replaceAll('"', '&quot;');

/**
 * Writes the author's HTML with marks so that Liquid output can only be shown or linked to: it can't end an
 * attribute value, URLs pass through `safe_url`, and Liquid in places where a browser would run code is
 * rejected. Everything else is unchanged.
 */
class BodyHtml {
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
    // Such markup ends with the first ">", which formatted text may contain.
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

/**
 * The plain-text part of the author's HTML with marks. Liquid tags are kept, even those in a comment, a style
 * sheet or between attributes, because an `if` may begin there and end elsewhere; Liquid output there is not
 * shown.
 */
function bodyText(html: string, pieces: readonly HtmlPiece[], marks: LiquidMarks): string {
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
  /** Between table cells, where white space has no meaning. */
  #isAroundCells = false;

  text(written: string, silent: (source: string) => string): void {
    const tags = silent(written);
    this.html += this.#isAroundCells && written.replace(/\s+/g, '') === tags ? tags : written;
  }

  /** A Liquid block in an attribute value also ends there, so whole values can be omitted. */
  tag({ name, isEnd, attributes, loose }: HtmlTag): void {
    const value = (of: string) => attributes.find((attribute) => attribute.name === of)?.value ?? '';
    if (name === 'head') this.isInHead = !isEnd;
    if (name === 'a') this.#isInLink = !isEnd;
    this.#isAroundCells = AROUND_CELLS.has(name) || (isEnd && /^t[dh]$/.test(name));
    this.html += loose.join('');
    if (CONTENT_ONLY.has(name)) return;
    if (isEnd) this.html += `</${name}>`;
    else if (name === 'a') this.html += `<a href="${value('href').replaceAll('"', '&quot;')}">`;
    // A linked image shows its `alt` text.
    else if (name === 'img' && this.#isInLink) this.html += value('alt').replaceAll('<', '&lt;');
    else this.html += `<${name}>`;
  }
}

/** Removes lines that contain only Liquid tags, which would leave blank lines. */
function withoutBareLines(text: string, marks: LiquidMarks): string {
  const line = new RegExp(`(^|\\n\\n?)(${marks.pattern}(?:\\s*${marks.pattern})*)(\\n+)`, 'g');
  return text.replace(line, (whole, before: string, run: string, after: string) => {
    const tags = marks.marksIn(run);
    if (tags.some((mark) => marks.writes(mark))) return whole;
    return before + tags.join('') + (before === '\n' ? after.slice(1) : '');
  });
}

const MAX_BYTES = 1024 * 1024;

/**
 * Compiles the HTML of a text layout to the HTML and plain text of an email, both still with Liquid. The HTML
 * is kept as the author wrote it, except for Liquid inside tags. The input is untrusted, so call it only in a
 * process that can be killed.
 */
export function compileBody({ body, path, locale, previewText }: BodyJob): DesignOutcome {
  const refused = (reason: Message): DesignOutcome => ({ problems: [{ path, reason }] });
  if (new TextEncoder().encode(body).length > MAX_BYTES) return refused(message('at_most_1_mb'));
  const tooLong = lengthProblem(body);
  if (tooLong !== null) return refused(tooLong);
  const found = [
    { path: ['previewText'], reason: checkLiquid(previewText) },
    { path, reason: checkLiquid(body) },
  ];
  const problems = found.flatMap(({ path, reason }) => (reason === null ? [] : [{ path, reason }]));
  if (problems.length > 0) return { problems };
  try {
    return compiled({ body, path, locale, previewText });
  } catch (error) {
    if (error instanceof TextError) return refused(error.said);
    throw error;
  }
}

function compiled({ body, path, locale, previewText }: BodyJob): DesignOutcome {
  const marks = new LiquidMarks(body + previewText);
  const brace = marks.add('{{ "{" }}');
  // Braces between `raw` and `endraw` must not become Liquid.
  const marked = marks.mark(body, (text) => text.replace(/\{(?=[{%]|$)/g, brace));
  const html = new BodyHtml(marks);
  const pieces = html.scan(marked);
  const page = bodyPage(pieces, (some) => html.written(marked, some), {
    preview: marks.mark(previewText, escapeText).trim(),
    locale,
    marks,
  });
  const text = bodyText(marked, pieces, marks);
  return compiledPage({ html: page, text: text === '' ? '' : `${text}\n\n`, attachments: [], path }, marks);
}
