import { type HtmlTag, type MarkReader, piecesOf } from '../html-scan.rules.ts';
import { splitText, type TextPieces } from './cut-text.rules.ts';

export interface RichLink {
  /** `null` if there is none. */
  href: string | null;
  /** The visible text; Liquid is a `VALUE`. */
  words: string;
}

export interface RichFacts {
  links: RichLink[];
  /** Number of images with neither a description nor a mark as decorative. */
  undescribed: number;
  /** Heading levels, in order. */
  headings: number[];
  /** Font sizes, in pixels. */
  sizes: number[];
  colors: string[];
  /** Whether anything in it has its own background. */
  hasGround: boolean;
  hasWords: boolean;
}

/** Placeholders for Liquid output and for Liquid tags. */
const VALUE = '\uE000';
const TAG = '\uE001';

const isMark = (code: number) => code === 0xe000 || code === 0xe001;

const marks: MarkReader = {
  markAt: (text, at) => (isMark(text.charCodeAt(at)) ? text.charAt(at) : null),
  marksIn: (text) => text.match(/[\uE000\uE001]/g) ?? [],
  isWhole: () => true,
};

/** The maximum length of a link's text; the rest is not read. */
const MAX_WORDS = 200;
const MAX_STYLE = 1000;

const COLOR = /(?:^|;)\s*color\s*:\s*(#(?:[0-9a-f]{3}){1,2})\s*(?:;|$|!)/i;
const SIZE = /(?:^|;)\s*font-size\s*:\s*(\d+(?:\.\d+)?)px/i;
const GROUND = /background/i;

/** Replaces Liquid with single characters, so that no part of it is mistaken for markup. */
const withMarks = (pieces: TextPieces | null) =>
  (pieces ?? [])
    .map((piece) => (!piece.isLiquid ? piece.text : piece.text.startsWith('{{') ? VALUE : TAG))
    .join('');

/** The visible text of a piece, without entities for spaces. */
const readable = (text: string) =>
  text
    .replaceAll(TAG, '')
    .replace(/&(?:nbsp|#160|#xa0|zwnj|shy);/gi, ' ')
    .replace(/\s+/g, ' ');

/** The visible part of a plain text. */
export const visibleTextOf = (text: string) => readable(withMarks(splitText(text)));

export const hasVisibleText = (words: string) => /[\p{L}\p{N}\uE000]/u.test(words);

const attributeOf = (tag: HtmlTag, name: string) => tag.attributes.find((each) => each.name === name)?.value;

function readStyle(tag: HtmlTag, facts: RichFacts): void {
  const style = attributeOf(tag, 'style') ?? '';
  if (GROUND.test(style) || attributeOf(tag, 'bgcolor') !== undefined) facts.hasGround = true;
  if (style.length > MAX_STYLE) return;
  const [size, color] = [SIZE.exec(style)?.[1], COLOR.exec(style)?.[1]];
  if (size !== undefined) facts.sizes.push(Number(size));
  if (color !== undefined) facts.colors.push(color);
}

/** An `alt` without a value counts too, although the scan omits such attributes. */
const hasAlt = (tag: HtmlTag, html: string) =>
  attributeOf(tag, 'alt') !== undefined ||
  /\salt(?=[\s/>])/i.test(html.slice(tag.from, Math.min(tag.to, tag.from + 4000)));

/** Facts about the author's HTML, up to the first unclosed markup, which is reported elsewhere. */
export function readRich(pieces: TextPieces | null): RichFacts {
  const html = withMarks(pieces);
  const facts: RichFacts = {
    ...{ links: [], undescribed: 0, headings: [], sizes: [], colors: [] },
    ...{ hasGround: false, hasWords: false },
  };
  let open: RichLink | null = null;
  const read = (words: string) => {
    if (hasVisibleText(words)) facts.hasWords = true;
    if (open && open.words.length < MAX_WORDS) open.words += words.slice(0, MAX_WORDS);
  };
  try {
    for (const piece of piecesOf(html, marks)) {
      if (piece.kind === 'text') read(readable(html.slice(piece.from, piece.to)));
      if (piece.kind !== 'tag') continue;
      if (piece.name === 'a') {
        open = piece.isEnd ? null : { href: attributeOf(piece, 'href') ?? null, words: '' };
        if (open && (open.href !== null || attributeOf(piece, 'name') === undefined)) facts.links.push(open);
      }
      if (piece.isEnd) continue;
      const [, level] = /^h([1-6])$/.exec(piece.name) ?? [];
      if (level !== undefined) facts.headings.push(Number(level));
      if (piece.name === 'img') {
        if (!hasAlt(piece, html)) facts.undescribed += 1;
        read(readable(attributeOf(piece, 'alt') ?? ''));
      }
      readStyle(piece, facts);
    }
  } catch {
    return facts;
  }
  return facts;
}
