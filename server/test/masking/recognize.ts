import { type Encoder, encoders } from './encoders.ts';

/** Every text that is shown, and the texts inside it if it is JSON. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') {
    try {
      const tree = JSON.parse(value);
      return typeof tree === 'object' ? [value, ...textsIn(tree)] : [value];
    } catch {
      return [value];
    }
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)]);
}

const lengthOf = (value: string) => Array.from(value.normalize('NFC')).length;
/** A significant piece of a value: its start or end, with at least 12 characters and 60 % of it. */
export function pieceOf(value: string, part: number, fromEnd: boolean): string {
  const signs = Array.from(value.normalize('NFC'));
  const least = Math.max(12, Math.ceil(0.6 * signs.length));
  const count = Math.min(signs.length, least + Math.floor(part * (signs.length - least)));
  return (fromEnd ? signs.slice(-count) : signs.slice(0, count)).join('');
}

const all = Object.entries(encoders);
/** Encodings of shorter values occur by chance, so they are not searched for. */
export const isLongEnoughToFind = ({ from = 0 }: Encoder, value: string) => lengthOf(value) >= from;

/** The encoding in which a value can still be read in what is shown; `null` if it cannot. */
export const readableAs = (shown: unknown, value: string): string | null =>
  readableIn(allTexts(shown), value);

/** Every text that is shown, once each, so that many values can be searched for in it. */
export const allTexts = (shown: unknown): string => [...new Set(textsIn(shown))].join('\n\0\n');

export function readableIn(texts: string, value: string): string | null {
  const pieces = [value, pieceOf(value, 0, false), pieceOf(value, 0, true)];
  for (const [name, encoder] of all)
    for (const piece of pieces) {
      if (!isLongEnoughToFind(encoder, piece)) continue;
      // The last characters of an encoding may depend on what follows.
      const form = encoder.from === undefined ? encoder.encode(piece) : encoder.encode(piece).slice(0, -1);
      if (texts.includes(form) || texts.includes(`x-${form.toLowerCase()}`)) return name;
    }
  return null;
}
