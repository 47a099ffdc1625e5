import { message } from '../../../kernel/messages/message.ts';
import { TextError } from './text-error.rules.ts';

/** One attribute of a tag; `from` and `to` delimit its value, including quotation marks. */
export interface ScannedAttribute {
  name: string;
  /** The raw attribute value without quotation marks. */
  value: string;
  from: number;
  to: number;
}

/** A piece of the author's HTML. The pieces together make up the whole text. */
export type HtmlPiece = { from: number; to: number } & (
  | { kind: 'text' }
  /** Markup that a browser does not show: comments, `<!doctype>`, `<?…>`, `</…>` without a name. */
  | { kind: 'comment' }
  /** The content of an element that holds no markup. */
  | { kind: 'content'; of: HtmlTag }
  | HtmlTag
);

export interface HtmlTag {
  kind: 'tag';
  from: number;
  to: number;
  /** The tag name in lower case. */
  name: string;
  isEnd: boolean;
  attributes: ScannedAttribute[];
  /** Marks between the attributes. */
  loose: string[];
}

/** The facts about marks that the scan needs. */
export interface MarkReader {
  /** The mark that begins at a position in the text. */
  markAt(text: string, at: number): string | null;
  marksIn(text: string): string[];
  /** Whether every Liquid block that begins in the text also ends in it. */
  isWhole(text: string): boolean;
}

/** Elements that contain only text, no markup. */
export const CONTENT_ONLY: ReadonlySet<string> = new Set([
  'script',
  'style',
  'title',
  'textarea',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
]);

const NAME = /[^\s/>]+/y;
const BLANKS = /[\s/]*/y;
const SPACE = /\s*/y;
const BARE_VALUE = /[^\s>]*/y;

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

/**
 * Splits HTML as browsers do, so that Liquid output is handled by its context and the rest is kept byte for
 * byte. Unclosed markup is rejected, because it would swallow the end of the email with its unsubscribe link.
 */
export const scanHtml = (html: string, marks: MarkReader): HtmlPiece[] => [...piecesOf(html, marks)];

/** The same as a generator, up to the first unclosed markup. */
export function* piecesOf(html: string, marks: MarkReader): Generator<HtmlPiece> {
  let text = 0;
  let at = html.indexOf('<');
  while (at !== -1) {
    const found = markupAt(html, at, marks);
    if (found) {
      if (at > text) yield { kind: 'text', from: text, to: at };
      yield* found;
      text = found.at(-1)?.to ?? at;
    }
    at = html.indexOf('<', found ? text : at + 1);
  }
  if (html.length > text) yield { kind: 'text', from: text, to: html.length };
}

/** The markup that begins with this `<`, or null if it is plain text. */
function markupAt(html: string, at: number, marks: MarkReader): HtmlPiece[] | null {
  const next = html.charAt(at + 1);
  if (html.startsWith('<!--', at)) return [{ kind: 'comment', from: at, to: endOfComment(html, at) }];
  const isEnd = next === '/';
  const nameAt = at + (isEnd ? 2 : 1);
  const hasName = /[a-z]/i.test(html.charAt(nameAt));
  if (next === '!' || next === '?' || (isEnd && !hasName))
    return [{ kind: 'comment', from: at, to: endOf(html, '>', at) }];
  if (!hasName) return null;
  const tag = tagAt(html, at, nameAt, marks);
  if (isEnd || !CONTENT_ONLY.has(tag.name)) return [tag];
  const rest = new RegExp(`</${tag.name}(?=[\\s/>])`, 'ig');
  rest.lastIndex = tag.to;
  const end = rest.exec(html);
  if (!end) throw new TextError(message('element_unclosed', { tag: tag.name }));
  return end.index === tag.to ? [tag] : [tag, { kind: 'content', of: tag, from: tag.to, to: end.index }];
}

function endOf(html: string, sign: string, at: number): number {
  const end = html.indexOf(sign, at);
  if (end === -1)
    throw new TextError(
      message('sign_unclosed_by', { opening: html.slice(at, at + 4).trim(), closing: sign }),
    );
  return end + sign.length;
}

/** The same two dashes may start and end a comment, as in `<!-->`; `--!>` ends it too. */
function endOfComment(html: string, at: number): number {
  const short = /^<!---?>/.exec(html.slice(at, at + 6))?.[0];
  if (short) return at + short.length;
  const end = /--!?>/g;
  end.lastIndex = at + 4;
  if (!end.exec(html)) throw new TextError(message('sign_unclosed_by', { opening: '<!--', closing: '-->' }));
  return end.lastIndex;
}

function tagAt(html: string, from: number, nameAt: number, marks: MarkReader): HtmlTag {
  const written = match(NAME, html, nameAt);
  for (let i = 0; i < written.length; i++)
    if (marks.markAt(html, nameAt + i)) throw new TextError(message('liquid_in_tag_name'));
  const tag: HtmlTag = {
    ...{ kind: 'tag', from, to: nameAt + written.length, name: written.toLowerCase() },
    ...{ isEnd: nameAt - from === 2, attributes: [], loose: [] },
  };
  for (;;) {
    const at = tag.to + match(BLANKS, html, tag.to).length;
    if (at >= html.length) throw new TextError(message('element_tag_unclosed', { tag: tag.name }));
    if (html.charAt(at) === '>') return { ...tag, to: at + 1 };
    tag.to = readAttribute(tag, html, at, marks);
  }
}

/** Reads one attribute, or a mark between two, into the tag; returns where it ends. */
function readAttribute(tag: HtmlTag, html: string, at: number, marks: MarkReader): number {
  const mark = marks.markAt(html, at);
  if (mark) {
    tag.loose.push(mark);
    return at + mark.length;
  }
  let to = at + 1;
  while (to < html.length && !/[\s/>=]/.test(html.charAt(to)) && !marks.markAt(html, to)) to++;
  const name = html.slice(at, to).toLowerCase();
  const equals = to + match(SPACE, html, to).length;
  if (html.charAt(equals) !== '=') return to;
  const from = equals + 1 + match(SPACE, html, equals + 1).length;
  const quote = /["']/.exec(html.charAt(from))?.[0];
  const end = quote ? html.indexOf(quote, from + 1) + 1 : from + bareValue(html, from, marks).length;
  if (end === 0) throw new TextError(message('attribute_unclosed', { name: name.slice(0, 30) }));
  const value = quote ? html.slice(from + 1, end - 1) : html.slice(from, end);
  tag.attributes.push({ name, value, from, to: end });
  return end;
}

/** In `class=x{% endif %}` the tag does not belong to the value. */
function bareValue(html: string, from: number, marks: MarkReader): string {
  const whole = match(BARE_VALUE, html, from);
  let value = whole;
  for (const mark of marks.marksIn(whole).reverse()) {
    if (marks.isWhole(value)) return value;
    if (!value.endsWith(mark)) return whole;
    value = value.slice(0, -mark.length);
  }
  return value;
}
