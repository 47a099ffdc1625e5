import { canonicalText } from './decoded-views.rules.ts';

/**
 * A piece from the start or end of a value counts if it has at least this many characters and this share of
 * the value.
 */
export const MIN_PIECE = 12;
const SHARE = 0.6;

/** The shortest pieces that count; `null` if only the whole value does. */
export function shortestPieces(value: string): { start: string; end: string } | null {
  const signs = Array.from(value);
  const count = Math.max(MIN_PIECE, Math.ceil(SHARE * signs.length));
  if (count >= signs.length) return null;
  return { start: signs.slice(0, count).join(''), end: signs.slice(-count).join('') };
}

/** The length of the common prefix or suffix of two texts. */
function commonLength(a: string, b: string, from: 'start' | 'end'): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (
    length < most &&
    (from === 'start' ? a[length] === b[length] : a.at(-1 - length) === b.at(-1 - length))
  )
    length++;
  return length;
}

export interface PieceLengths {
  start: number;
  end: number;
}

/** The lengths of a value's shortest pieces in `read`, a decoded view of the value. */
export function lengthsIn(value: string, read: string): PieceLengths {
  const shortest = { start: read.length, end: read.length };
  for (const text of new Set([value, value.normalize('NFC')])) {
    const pieces = shortestPieces(text);
    if (pieces === null) continue;
    shortest.start = Math.min(shortest.start, commonLength(canonicalText(pieces.start), read, 'start'));
    shortest.end = Math.min(shortest.end, commonLength(canonicalText(pieces.end), read, 'end'));
  }
  return shortest;
}
