import { type Escape, escapes, mixed } from './escapes.rules.ts';

/** A text as it reads once escapes are undone; positions lead back to the text itself. */
export interface Reading {
  text: string;
  /** Where characters `start` to `end` stand in the text itself. */
  sourceOf(start: number, end: number): { start: number; end: number };
  /** Whether characters `start` to `end` may differ from readings before it, where they have been looked at already. */
  isNew(start: number, end: number): boolean;
}

/** Where pieces of a text were replaced: their places after it and before it, in order. */
interface Replaced {
  start: number[];
  end: number[];
  from: number[];
  to: number[];
}

/** The last piece that begins at or before a position; -1 for none. */
function pieceAt(starts: readonly number[], position: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) <= position) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const startBefore = ({ start, end, from, to }: Replaced, position: number): number => {
  const piece = pieceAt(start, position);
  if (piece < 0) return position;
  const after = position - (end[piece] as number);
  return after < 0 ? (from[piece] as number) : (to[piece] as number) + after;
};
const endBefore = ({ start, end, to }: Replaced, position: number): number => {
  const piece = pieceAt(start, position - 1);
  return piece < 0 ? position : (to[piece] as number) + Math.max(0, position - (end[piece] as number));
};

/** A reading of the whole text; `pieces` are those that were replaced last. */
interface WholeReading extends Reading {
  pieces: Replaced;
}

const always = () => true;

/** The reading with every match replaced; the same one where nothing changes. */
function replaced(reading: WholeReading, pattern: RegExp, read: (match: string) => string): WholeReading {
  const { text } = reading;
  const pieces: Replaced = { start: [], end: [], from: [], to: [] };
  const parts: string[] = [];
  let length = 0;
  let at = 0;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const shown = read(match[0]);
    if (shown === match[0]) continue;
    parts.push(text.slice(at, match.index), shown);
    length += match.index - at;
    at = match.index + match[0].length;
    pieces.start.push(length);
    pieces.from.push(match.index);
    pieces.to.push(at);
    length += shown.length;
    pieces.end.push(length);
  }
  if (parts.length === 0) return reading;
  parts.push(text.slice(at));
  return {
    text: parts.join(''),
    sourceOf: (start, end) => reading.sourceOf(startBefore(pieces, start), endBefore(pieces, end)),
    isNew: always,
    pieces,
  };
}

const undoing = ({ pattern, read }: Escape) => {
  const all = new RegExp(pattern, 'g');
  return (reading: WholeReading) => replaced(reading, all, read);
};
const repeatable = [escapes.html, escapes.backslash, escapes.percent, escapes.mojibake].map(undoing);
const undoTags = undoing(escapes.tags);
const undoPunycode = undoing(escapes.punycode);
const undoLines = undoing(escapes.lines);
const undoMixed = undoing(mixed);
const undoQuotedPrintable = undoing(escapes.quotedPrintable);

/** JSON in a page in a query: deeper than this nobody looks either. */
const MAX_LEVELS = 3;

function* levels(reading: WholeReading): Generator<WholeReading> {
  let level = reading;
  for (let count = 0; count < MAX_LEVELS; count++) {
    const next = undoMixed(level);
    if (next === level) return;
    level = next;
    yield level;
  }
}

/** One of these is part of every escape. */
const MARK = /[&\\%<=\n\u00c2-\u00f4]|[xX][nN]--/;

/** Nothing else that quoted-printable writes; a query does (`?id=12`), often. */
const QUOTED =
  /=[ \t]{0,8}\r?\n|(?:=[0-9a-f]{2}){2}|=(?:[89a-f][0-9a-f]|2[0-9a-f]|3[a-f]|[46]0|[57][b-f]|0[9ad])|\?=\s/i;

/**
 * Each escape by itself, each two of them, and all together, to a depth. By itself, because what stands in a value
 * or beside it may look like another escape: `?key=ab&uuml;…`. What a reading is made from comes before it.
 */
function* undone(raw: WholeReading): Generator<WholeReading> {
  yield raw;
  if (!MARK.test(raw.text)) return;
  yield* unwrapped(raw);
  for (const undo of repeatable) {
    const once = undo(raw);
    if (once === raw) continue;
    yield once;
    yield* unwrapped(once);
    for (const undoNext of repeatable) yield undoNext(once);
  }
  yield undoTags(raw);
  yield undoPunycode(raw);
  yield* levels(raw);
}

/** With lines put together, as mail wraps them. */
function* unwrapped(wrapped: WholeReading): Generator<WholeReading> {
  yield undoLines(wrapped);
  if (!QUOTED.test(wrapped.text)) return;
  const unquoted = undoQuotedPrintable(wrapped);
  yield unquoted;
  // Together with tags, what stands in an attribute would go with them.
  for (const undo of repeatable) yield undo(unquoted);
  yield* levels(unquoted);
}

/** Characters that nobody sees, and a few more that share their codes; white space is not among them. */
const UNSEEN_SIGNS = [
  '\\0-\\x08\\x0e-\\x1f\\x7f-\\x9f\\xad\\u0600-\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u180e',
  '\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\ud804\\ud80d\\ud82f\\ud834\\udb40',
].join('');
/** Quicker to look for than what the next one replaces, and part of all of it. */
const UNSEEN = new RegExp(`\\s\\s|[${UNSEEN_SIGNS}]`);
const SPACES = /\s{2,}|(?!\s)[\p{Cc}\p{Cf}]+/gu;
/** Whatever normalisation may change as one: a syllable, a letter with its marks, one character. */
const NORMALISED =
  /[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?|[\uac00-\ud7a3][\u11a8-\u11c2]|\P{M}\p{M}+|\p{M}+|[^\p{ASCII}]/gu;

/** Without these, every text is in NFC. */
const COMBINES = /[\u0300-\u2001\u20d0-\u20ff\u2126-\uffff]/;

/** Quicker to look for than the next one, and part of all that it removes. */
const INVISIBLE_SIGN = new RegExp(`[\\v\\f${UNSEEN_SIGNS}]`);
const INVISIBLE = /(?![\t\n\r])[\p{Cc}\p{Cf}]/gu;

/** Without invisible characters, which would split an address: `ma\u200bria@…`. Tools leave them out later. */
export const visible = (text: string) => (INVISIBLE_SIGN.test(text) ? text.replace(INVISIBLE, '') : text);

/** In NFC, without characters that nobody sees, and with one space where there are several. */
function canonical(reading: WholeReading): WholeReading {
  const seen = UNSEEN.test(reading.text)
    ? replaced(reading, SPACES, (match) => (/\s/.test(match) ? ' ' : ''))
    : reading;
  return !COMBINES.test(seen.text) || seen.text === seen.text.normalize('NFC')
    ? seen
    : replaced(seen, NORMALISED, (match) => match.normalize('NFC'));
}

/** The text itself. */
const asItIs = (text: string): WholeReading => ({
  text,
  sourceOf: (start, end) => ({ start, end }),
  isNew: always,
  pieces: { start: [], end: [], from: [], to: [] },
});

export const canonicalText = (text: string): string => canonical(asItIs(text)).text;

const INDENTS = /[ \t\r\n]{2,}/g;

/** What is so near to a change may differ too: a word ends there, or a letter gets a mark. */
const NEAR = 8;

/** How far from a position a reading has `signs` characters, once it is canonical. */
function reaching(signs: number, side: (distance: number) => string): number {
  for (let distance = signs; ; distance *= 2) {
    const text = side(distance);
    if (text.length < distance || canonicalText(text).length >= signs) return text.length;
  }
}

/** What a reading differs in, with so much around it that nothing of `reach` characters is cut. */
function* changesOf({ text, sourceOf, pieces }: WholeReading, reach: number): Generator<Reading> {
  const around = reach + 2 * NEAR;
  for (let i = 0; i < pieces.start.length; i++) {
    const first = pieces.start[i] as number;
    while (
      i + 1 < pieces.start.length &&
      (pieces.start[i + 1] as number) - (pieces.end[i] as number) < 2 * around
    )
      i++;
    const last = pieces.end[i] as number;
    const from = first - reaching(around, (distance) => text.slice(Math.max(0, first - distance), first));
    const to = last + reaching(around, (distance) => text.slice(last, last + distance));
    const part = canonical(asItIs(text.slice(from, to)));
    yield {
      text: part.text,
      sourceOf(start, end) {
        const inText = part.sourceOf(start, end);
        return sourceOf(from + inText.start, from + inText.end);
      },
      isNew(start, end) {
        const inText = part.sourceOf(start, end);
        return from + inText.start <= last + NEAR && from + inText.end >= first - NEAR;
      },
    };
  }
}

/**
 * Every way to read a text, each once; the text itself first. Of the others only what is new, if nothing longer than
 * `reach` is looked for.
 */
export function* readingsOf(text: string, reach = Number.POSITIVE_INFINITY): Generator<Reading> {
  const seen: string[] = [];
  const raw = replaced(asItIs(text), INDENTS, (spaces) => (spaces.includes('\n') ? '\n' : ' '));
  for (const reading of undone(raw)) {
    if (seen.includes(reading.text)) continue;
    seen.push(reading.text);
    if (reading === raw || 4 * reach > reading.text.length) yield canonical(reading);
    else yield* changesOf(reading, reach);
  }
}
