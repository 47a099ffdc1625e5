/**
 * Hints about the escapes in a text, collected in one pass. They save work because most text has a single
 * view.
 */

/** Each character occurs in every escape of its kind. */
export const AMPERSAND = 1;
export const BACKSLASH = 2;
export const PERCENT = 4;
export const LESS_THAN = 8;
export const EQUALS = 16;
export const NEW_LINE = 32;
/** May start UTF-8 text that was decoded as Latin-1 or Windows-1252 (mojibake). */
export const MOJIBAKE = 64;
export const PUNYCODE = 128;
export const ANY_ESCAPE = 255;
/** An invisible character, or one with the same code unit; white space is not included. */
export const INVISIBLE_CHARACTER = 256;
/** Text without these is always in NFC. */
export const COMBINING = 512;
const SPACE = 1024;
export const DOUBLE_SPACE = 2048;

/** Removed along with invisible characters, but separates words. */
export const BREAK = 4096;

/** Each hint with the first and last characters of its ranges. */
const RANGES: readonly [number, string][] = [
  [AMPERSAND, '&&'],
  [BACKSLASH, '\\\\'],
  [PERCENT, '%%'],
  [LESS_THAN, '<<'],
  [EQUALS, '=='],
  [NEW_LINE, '\n\n'],
  [MOJIBAKE, '\u00c2\u00f4'],
  [PUNYCODE, 'xxXX'],
  [
    INVISIBLE_CHARACTER,
    '\0\x08\x0e\x1f\x7f\x9f\xad\xad\u0600\u061c\u06dd\u06dd\u070f\u070f\u0890\u0891\u08e2\u08e2\u180e\u180e' +
      '\u200b\u200f\u202a\u202e\u2060\u206f\ufeff\ufeff\ufff9\ufffb\ud804\ud804\ud80d\ud80d\ud82f\ud82f\ud834\ud834' +
      '\udb40\udb40',
  ],
  [COMBINING, '\u0300\u2001\u20d0\u20ff\u2126\uffff'],
  [
    SPACE,
    '\t\r  \xa0\xa0\u1680\u1680\u2000\u200a\u2028\u2029\u202f\u202f\u205f\u205f\u3000\u3000\ufeff\ufeff',
  ],
  [BREAK, '\v\f'],
];

const SIGNS = new Uint16Array(65_536);
for (const [sign, ends] of RANGES)
  for (let i = 0; i < ends.length; i += 2)
    for (let code = ends.charCodeAt(i); code <= ends.charCodeAt(i + 1); code++)
      SIGNS[code] = (SIGNS[code] as number) | sign;

function signsOfEach(text: string): number {
  let signs = 0;
  let before = 0;
  for (let i = 0; i < text.length; i++) {
    const here = SIGNS[text.charCodeAt(i)] as number;
    signs |= here | ((here & before & SPACE) << 1);
    before = here;
  }
  return signs;
}

/** In longer text, searching for one hint after another is faster than checking each character. */
const SHORT = 64;
const HINT_SEQUENCES: readonly [string, number][] = [
  ['&', AMPERSAND],
  ['\\', BACKSLASH],
  ['%', PERCENT],
  ['<', LESS_THAN],
  ['=', EQUALS],
  ['\n', NEW_LINE],
];
const RARE_SIGN = /[^\t\n\r -~]/;
const RARE = MOJIBAKE | INVISIBLE_CHARACTER | COMBINING | BREAK;
const TWO_SPACES = /\s\s/;
const PUNYCODE_MARK = /[xX][nN]--/;

function soughtSigns(text: string): number {
  let signs = 0;
  for (const [sign, kind] of HINT_SEQUENCES) if (text.includes(sign)) signs |= kind;
  return PUNYCODE_MARK.test(text) ? signs | PUNYCODE : signs;
}

export const spacesIn = (text: string) => (TWO_SPACES.test(text) ? DOUBLE_SPACE : 0);

/** The hints that occur in a text. */
export function escapeHintsIn(text: string): number {
  if (text.length >= SHORT)
    return soughtSigns(text) | spacesIn(text) | (RARE_SIGN.test(text) ? signsOfEach(text) & RARE : 0);
  const signs = signsOfEach(text);
  return (signs & PUNYCODE) === 0 || PUNYCODE_MARK.test(text) ? signs : signs & ~PUNYCODE;
}

/** The same without spaces, for text made of the characters of another text (`before`) and of `added`. */
export function escapeHintsAfter(before: number, added: string, text: string): number {
  return soughtSigns(text) | (before & RARE) | (signsOfEach(added) & RARE);
}
