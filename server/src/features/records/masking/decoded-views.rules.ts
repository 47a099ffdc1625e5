import {
  ANY_ESCAPE,
  BREAK,
  COMBINING,
  DOUBLE_SPACE,
  escapeHintsAfter,
  escapeHintsIn,
  INVISIBLE_CHARACTER,
  spacesIn,
} from './escape-hints.rules.ts';
import { type Escape, escapes, mixedEscapes } from './escapes.rules.ts';

/** A text with its escapes decoded; positions map back to the original text. */
export interface DecodedView {
  text: string;
  /** Maps the range `start` to `end` to the original text. */
  sourceOf(start: number, end: number): { start: number; end: number };
  /** Whether the range may differ from earlier views, where it has already been searched. */
  isNew(start: number, end: number): boolean;
}

/** Replaced pieces of a text, in order: their positions after (`start`, `end`) and before (`from`, `to`). */
interface Replacements {
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

const startBefore = ({ start, end, from, to }: Replacements, position: number): number => {
  const piece = pieceAt(start, position);
  if (piece < 0) return position;
  const after = position - (end[piece] as number);
  return after < 0 ? (from[piece] as number) : (to[piece] as number) + after;
};
const endBefore = ({ start, end, to }: Replacements, position: number): number => {
  const piece = pieceAt(start, position - 1);
  return piece < 0 ? position : (to[piece] as number) + Math.max(0, position - (end[piece] as number));
};

/** A view of the whole text; `pieces` are the latest replacements. */
interface WholeTextView extends DecodedView {
  pieces: Replacements;
  /** The escape hints of its text. */
  signs: number;
}

const NOTHING_REPLACED: Replacements = { start: [], end: [], from: [], to: [] };
const always = () => true;
const itself = (start: number, end: number) => ({ start, end });

/** The view with every match replaced; the same view if nothing changes. */
function replaced(reading: WholeTextView, pattern: RegExp, read: (match: string) => string): WholeTextView {
  const { text } = reading;
  const pieces: Replacements = { start: [], end: [], from: [], to: [] };
  let longer = 0;
  let added = '';
  const replaceOne = (match: string, from: number) => {
    const shown = read(match);
    if (shown === match) return match;
    const start = from + longer;
    pieces.start.push(start);
    pieces.from.push(from);
    pieces.to.push(from + match.length);
    pieces.end.push(start + shown.length);
    longer += shown.length - match.length;
    added += shown;
    return shown;
  };
  const shown = text.replace(pattern, replaceOne);
  if (pieces.start.length === 0) return reading;
  return {
    text: shown,
    signs: escapeHintsAfter(reading.signs, added, shown),
    sourceOf: (start, end) => reading.sourceOf(startBefore(pieces, start), endBefore(pieces, end)),
    isNew: always,
    pieces,
  };
}

function undoing({ sign, pattern, read }: Escape) {
  const all = new RegExp(pattern, 'g');
  return (reading: WholeTextView) => ((reading.signs & sign) === 0 ? reading : replaced(reading, all, read));
}
const repeatable = [escapes.html, escapes.backslash, escapes.percent, escapes.mojibake].map(undoing);
const undoTags = undoing(escapes.tags);
const undoPunycode = undoing(escapes.punycode);
const undoLines = undoing(escapes.lines);
const undoQuotedPrintable = undoing(escapes.quotedPrintable);

/** Searches only for escapes that may occur. */
const undoMixed = (reading: WholeTextView): WholeTextView => {
  const { sign, pattern, read } = mixedEscapes(reading.signs);
  return sign === 0 ? reading : replaced(reading, pattern, read);
};

/** Enough for JSON in a page in a query; deeper nesting does not occur in practice. */
const MAX_LEVELS = 3;

function* levels(reading: WholeTextView): Generator<WholeTextView> {
  let level = reading;
  for (let count = 0; count < MAX_LEVELS; count++) {
    const next = undoMixed(level);
    if (next === level) return;
    level = next;
    yield level;
  }
}

/**
 * Sequences that are most likely quoted-printable. A single `=12` is not among them, because queries often
 * contain it (`?id=12`).
 */
const QUOTED =
  /=[ \t]{0,8}\r?\n|(?:=[0-9a-f]{2}){2}|=(?:[89a-f][0-9a-f]|2[0-9a-f]|3[a-f]|[46]0|[57][b-f]|0[9ad])|\?=\s/i;

/**
 * Undoes each kind of escape alone, each pair of kinds, and all together to a limited depth. Alone, because
 * text within or next to a value may look like another escape: `?key=ab&uuml;…`. Each view comes after the
 * one that it is derived from.
 */
function* undone(raw: WholeTextView): Generator<WholeTextView> {
  yield raw;
  if ((raw.signs & ANY_ESCAPE) === 0) return;
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

/** Joins lines that were wrapped for email. */
function* unwrapped(wrapped: WholeTextView): Generator<WholeTextView> {
  yield undoLines(wrapped);
  if (!QUOTED.test(wrapped.text)) return;
  const unquoted = undoQuotedPrintable(wrapped);
  yield unquoted;
  // Each escape is undone separately: removing tags too would remove values in attributes.
  for (const undo of repeatable) yield undo(unquoted);
  yield* levels(unquoted);
}

const SPACES = /\s{2,}|(?!\s)[\p{Cc}\p{Cf}]+/gu;
/** The units that normalization may change: a syllable, a letter with its marks, or one character. */
const NORMALIZED =
  /[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?|[\uac00-\ud7a3][\u11a8-\u11c2]|\P{M}\p{M}+|\p{M}+|[^\p{ASCII}]/gu;

const INVISIBLE = /(?![\t\n\r])[\p{Cc}\p{Cf}]/gu;

/** Removes invisible characters, which would split an address: `ma\u200bria@…`. */
export const visible = (text: string) =>
  (escapeHintsIn(text) & (INVISIBLE_CHARACTER | BREAK)) === 0 ? text : text.replace(INVISIBLE, '');

/** Converts to NFC, removes invisible characters, and collapses repeated spaces. */
function canonical(reading: WholeTextView): WholeTextView {
  const seen =
    (reading.signs & INVISIBLE_CHARACTER) === 0 && spacesIn(reading.text) === 0
      ? reading
      : replaced(reading, SPACES, (match) => (/\s/.test(match) ? ' ' : ''));
  return (seen.signs & COMBINING) === 0 || seen.text === seen.text.normalize('NFC')
    ? seen
    : replaced(seen, NORMALIZED, (match) => match.normalize('NFC'));
}

/** The unchanged text. Its hints may be those of a longer text. */
const identityView = (text: string, signs = escapeHintsIn(text)): WholeTextView => ({
  text,
  sourceOf: itself,
  isNew: always,
  pieces: NOTHING_REPLACED,
  signs,
});

export const canonicalText = (text: string, signs?: number): string =>
  canonical(identityView(text, signs)).text;

const INDENTS = /[ \t\r\n]{2,}/g;

/** Text this close to a change may differ too: a word ends there, or a letter gains a mark. */
const NEAR = 8;

/** The distance from a position within which a view has `reach` canonical characters. */
function reaching(reach: number, signs: number, side: (distance: number) => string): number {
  for (let distance = reach; ; distance *= 2) {
    const text = side(distance);
    if (text.length < distance || canonicalText(text, signs).length >= reach) return text.length;
  }
}

/** The changed parts of a view, with enough context that no match of up to `reach` characters is cut off. */
function* changesOf({ text, signs, sourceOf, pieces }: WholeTextView, reach: number): Generator<DecodedView> {
  const around = reach + 2 * NEAR;
  for (let i = 0; i < pieces.start.length; i++) {
    const first = pieces.start[i] as number;
    while (
      i + 1 < pieces.start.length &&
      (pieces.start[i + 1] as number) - (pieces.end[i] as number) < 2 * around
    )
      i++;
    const last = pieces.end[i] as number;
    const from =
      first - reaching(around, signs, (distance) => text.slice(Math.max(0, first - distance), first));
    const to = last + reaching(around, signs, (distance) => text.slice(last, last + distance));
    const part = canonical(identityView(text.slice(from, to), signs));
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

/** Text without any of these has a single view. */
const READ_OTHERWISE = ANY_ESCAPE | INVISIBLE_CHARACTER | COMBINING | DOUBLE_SPACE;

/**
 * All distinct views of a text, the text itself first. If no value longer than `reach` is searched for, other
 * views contain only the changed parts.
 */
export function decodedViewsOf(text: string, reach = Number.POSITIVE_INFINITY): readonly DecodedView[] {
  const given = identityView(text);
  if ((given.signs & READ_OTHERWISE) === 0) return [given];
  return [...readingsOtherwise(given, reach)];
}

function* readingsOtherwise(given: WholeTextView, reach: number): Generator<DecodedView> {
  const seen: string[] = [];
  const raw = replaced(given, INDENTS, (spaces) => (spaces.includes('\n') ? '\n' : ' '));
  for (const reading of undone(raw)) {
    if (seen.includes(reading.text)) continue;
    seen.push(reading.text);
    if (reading === raw || 4 * reach > reading.text.length) yield canonical(reading);
    else yield* changesOf(reading, reach);
  }
}
