import { canonicalText } from './decoded-views.rules.ts';

/** A piece from the beginning or the end of a value counts from this many characters and this share on. */
export const MIN_PIECE = 12;
const SHARE = 0.6;

/** The shortest pieces that count; `null` when only the whole does. */
export function shortestPieces(value: string): { start: string; end: string } | null {
  const signs = Array.from(value);
  const count = Math.max(MIN_PIECE, Math.ceil(SHARE * signs.length));
  if (count >= signs.length) return null;
  return { start: signs.slice(0, count).join(''), end: signs.slice(-count).join('') };
}

/** How many characters two texts begin with alike, or end with. */
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

/** How long the shortest pieces of a value are in `read`, which is how the value reads. */
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
