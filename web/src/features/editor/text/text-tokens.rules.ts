import {
  type HtmlTag,
  type MarkReader,
  scanHtml,
} from 'outstep/features/rendering/design/html-scan.rules.ts';
import { uniqueMarker } from 'outstep/features/rendering/design/text-error.rules.ts';
import { splitLiquid } from 'outstep/features/rendering/liquid/cut-liquid.rules.ts';
import { mailAttributes, mailTags } from 'outstep/features/rendering/liquid/mail-markup.rules.ts';
import { decodeText } from './entities.rules.ts';

/** Raw attribute values without their quotation marks, including Liquid. */
export type Attributes = Readonly<Record<string, string>>;

export type TextToken =
  | { kind: 'open'; tag: string; attributes: Attributes }
  | { kind: 'close'; tag: string }
  /** Decoded, without entities. */
  | { kind: 'text'; text: string }
  | { kind: 'liquid'; code: string };

/** Why a text cannot be edited in place and has to be edited as code. */
export type UnsupportedReason = 'liquid' | 'markup' | 'unknown' | 'changed';

export class UnsupportedText extends Error {
  readonly reason: UnsupportedReason;

  constructor(reason: UnsupportedReason) {
    super(reason);
    this.reason = reason;
  }
}

export const emptyTags: ReadonlySet<string> = new Set(['br', 'hr', 'img']);
export const inlineTags: ReadonlySet<string> = new Set(
  'span b strong i em u s strike del ins sub sup small code abbr bdi a'.split(' '),
);

const knownTags = new Set(mailTags);
const isAllowed = (tag: string, name: string) =>
  mailAttributes['*']?.includes(name) ||
  (Object.hasOwn(mailAttributes, tag) && mailAttributes[tag]?.includes(name));

/** Replaces Liquid with words that an HTML parser leaves alone. */
export class CodeMarks implements MarkReader {
  readonly marked: string;
  readonly #codes: string[] = [];
  readonly #word: string;

  constructor(text: string) {
    this.#word = uniqueMarker('lq', text);
    this.marked = splitLiquid(text)
      .map((piece) => (piece.isLiquid ? `${this.#word}${this.#codes.push(piece.text) - 1}z` : piece.text))
      .join('');
  }

  get #pattern() {
    return `${this.#word}(\\d+)z`;
  }

  markAt(text: string, at: number): string | null {
    const here = new RegExp(this.#pattern, 'y');
    here.lastIndex = at;
    return text.startsWith(this.#word, at) ? (here.exec(text)?.[0] ?? null) : null;
  }

  marksIn(text: string): string[] {
    return text.match(new RegExp(this.#pattern, 'g')) ?? [];
  }

  isWhole(): boolean {
    return true;
  }

  restore(text: string): string {
    return text.replace(new RegExp(this.#pattern, 'g'), (_, number) => this.#codes[Number(number)] ?? '');
  }

  /** Alternates between plain text and Liquid, starting with text. */
  split(text: string): string[] {
    return text
      .split(new RegExp(this.#pattern))
      .map((part, i) => (i % 2 === 1 ? (this.#codes[Number(part)] ?? '') : part));
  }
}

const WITH_VALUE = /[^\s/>=]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*)/g;

function attributesOf(tag: HtmlTag, marks: CodeMarks): Attributes {
  if (tag.loose.length > 0) throw new UnsupportedText('liquid');
  const { marked } = marks;
  const rest = marked.slice(tag.from + 1 + tag.name.length, tag.to - 1).replace(WITH_VALUE, '');
  // The parser skips attributes without a value.
  if (/[^\s/]/.test(rest)) throw new UnsupportedText('unknown');
  const found: Record<string, string> = {};
  for (const { name, value, from } of tag.attributes) {
    if (!isAllowed(tag.name, name) || Object.hasOwn(found, name)) throw new UnsupportedText('unknown');
    const hasQuote = /["']/.test(marked.charAt(from));
    if (!hasQuote && marks.marksIn(value).length > 0) throw new UnsupportedText('liquid');
    const code = marks.restore(value);
    if (code.includes('"') && code.includes("'")) throw new UnsupportedText('changed');
    found[name] = code;
  }
  return found;
}

function tagToken(tag: HtmlTag, marks: CodeMarks): TextToken {
  if (!knownTags.has(tag.name)) throw new UnsupportedText('unknown');
  if (!tag.isEnd) return { kind: 'open', tag: tag.name, attributes: attributesOf(tag, marks) };
  if (emptyTags.has(tag.name)) throw new UnsupportedText('markup');
  return { kind: 'close', tag: tag.name };
}

function* readTokens(marks: CodeMarks): Generator<TextToken> {
  for (const piece of scanHtml(marks.marked, marks)) {
    if (piece.kind === 'tag') yield tagToken(piece, marks);
    else if (piece.kind !== 'text') throw new UnsupportedText('unknown');
    else
      for (const [i, part] of marks.split(marks.marked.slice(piece.from, piece.to)).entries()) {
        if (i % 2 === 1) yield { kind: 'liquid', code: part };
        else if (part !== '') {
          const text = decodeText(part);
          if (text === null) throw new UnsupportedText('unknown');
          yield { kind: 'text', text };
        }
      }
  }
}

/** Collapses whitespace as browsers do: runs become one space, which is dropped at line edges. */
export function collapse(tokens: Iterable<TextToken>): TextToken[] {
  const found: TextToken[] = [];
  /** The previous text of the line, ignoring inline tags. */
  let last: { kind: 'text'; text: string } | null = null;
  let isAfterSpace = true;
  const endLine = () => {
    if (last) last.text = last.text.replace(/ $/, '');
    last = null;
    isAfterSpace = true;
  };
  for (const token of tokens) {
    if (token.kind === 'text') {
      const text: string = token.text
        .replace(/[ \t\n\r\f]+/g, ' ')
        .replace(isAfterSpace ? /^ / : /^(?!)/, '');
      if (text === '') continue;
      last = { kind: 'text', text };
      isAfterSpace = text.endsWith(' ');
      found.push(last);
      continue;
    }
    const isInLine = token.kind === 'liquid' || inlineTags.has(token.tag);
    if (!isInLine && token.tag !== 'img') endLine();
    else if (token.kind === 'liquid' || token.tag === 'img') {
      last = null;
      isAfterSpace = false;
    }
    found.push(token);
  }
  endLine();
  return joinTexts(found.filter((token) => token.kind !== 'text' || token.text !== ''));
}

/** Merges adjacent text tokens. */
function joinTexts(tokens: readonly TextToken[]): TextToken[] {
  return tokens.reduce<TextToken[]>((joined, token) => {
    const before = joined.at(-1);
    if (token.kind !== 'text' || before?.kind !== 'text') joined.push(token);
    else joined[joined.length - 1] = { kind: 'text', text: before.text + token.text };
    return joined;
  }, []);
}

/** Splits a text of an email into tags, text and Liquid; throws if any content would be lost. */
export function tokensOf(html: string): TextToken[] {
  let tokens: TextToken[];
  try {
    tokens = [...readTokens(new CodeMarks(html))];
  } catch (error) {
    // Other errors mean that Liquid or a tag isn't closed.
    throw error instanceof UnsupportedText ? error : new UnsupportedText('markup');
  }
  return collapse(tokens);
}

/** Whether two texts are the same to a recipient. */
export const areSame = (one: readonly TextToken[], other: readonly TextToken[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
