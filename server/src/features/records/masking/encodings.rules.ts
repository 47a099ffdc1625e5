import { anyCase } from './automaton.rules.ts';
import { decodedViewsOf } from './decoded-views.rules.ts';
import { escapes } from './escapes.rules.ts';
import type { KnownValue } from './known-values.rules.ts';
import { MIN_PIECE, type PieceLengths, shortestPieces } from './pieces.rules.ts';

/**
 * The encodings under which known values are found. Escapes are undone in the searched text. Codes such as
 * base64 have no clear boundaries, so encoded values are searched for directly.
 */

/** The base64 characters that depend only on these bytes if `shift` bytes precede them. */
function base64Core(bytes: Uint8Array, shift: number): string {
  const padded = Buffer.alloc(shift + bytes.length);
  padded.set(bytes, shift);
  return padded.toString('base64').slice(Math.ceil((shift * 8) / 6), Math.floor((padded.length * 8) / 6));
}

const base64 = (bytes: Uint8Array) => [0, 1, 2].map((shift) => base64Core(bytes, shift));

const codes: readonly { name: string; encode(bytes: Uint8Array): string[] }[] = [
  { name: 'base64', encode: base64 },
  {
    name: 'base64url',
    encode: (bytes) => base64(bytes).map((core) => core.replaceAll('+', '-').replaceAll('/', '_')),
  },
  { name: 'hex', encode: (bytes) => [Buffer.from(bytes).toString('hex')] },
];

/** The names of all encodings, which may be nested. */
export const encodings: readonly string[] = [
  ...Object.values(escapes).map(({ name }) => name),
  ...codes.map(({ name }) => name),
];

/** Only the start of a longer value is encoded; the rest would be token-shaped by itself. */
const MAX_ENCODED = 1024;
/** Shorter encoded values occur by chance. */
const MIN_CODED = 5;
const MIN_CODE = 6;
/** The shortest remainder of an escaped value that still identifies it. */
const MIN_READ = 8;

function percentEncoded(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    return value;
  }
}

const json = (value: string) => JSON.stringify(value).slice(1, -1);
const asciiJson = (value: string) =>
  json(value).replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The decoded views of the value, for when its own characters look like escapes. */
export const readFormsOf = (value: string): string[] =>
  decodedViewsOf(value)
    .map(({ text }) => text)
    .filter((text, i) => i === 0 || text.length >= MIN_READ);

/**
 * The forms of a value that may be encoded: as given, in both normal forms, and escaped as in queries and
 * JSON.
 */
const written: readonly ((value: string) => string)[] = [
  percentEncoded,
  json,
  asciiJson,
  (value: string) => value,
].flatMap((write) => [
  write,
  (value: string) => write(value.normalize('NFC')),
  (value: string) => write(value.normalize('NFD')),
]);

const bytesOf = (text: string) => new TextEncoder().encode(text);
/** An encoded value may begin and end within a byte. */
const WITHIN_BYTE = 2;

/** The value in each encoding, with the lengths of the shortest pieces that count. */
export function encodedVariantsOf(value: string): { text: string; lengths: PieceLengths }[] {
  if (value.length < MIN_CODED) return [];
  const beginning = value.slice(0, MAX_ENCODED);
  const pieces = shortestPieces(beginning);
  const seen = new Set<string>();
  return written.flatMap((write) => {
    const text = write(beginning);
    if (seen.has(text)) return [];
    seen.add(text);
    const bytes = bytesOf(text);
    const share = (piece: string | undefined) =>
      piece === undefined ? 1 : bytesOf(write(piece)).length / bytes.length;
    const [start, end] = [share(pieces?.start), share(pieces?.end)];
    return codes
      .flatMap(({ encode }) => encode(bytes))
      .filter((code) => code.length >= MIN_CODE)
      .map((code) => {
        const lengthOf = (part: number) =>
          part >= 1 ? code.length : Math.floor(part * code.length) - WITHIN_BYTE;
        return { text: code, lengths: { start: lengthOf(start), end: lengthOf(end) } };
      });
  });
}

/** The maximum length of any form of a value; NFC can expand one character to three. */
export const longestFormOf = ({ value, within }: Pick<KnownValue, 'value' | 'within'>): number =>
  Math.max(
    3 * (within?.value ?? value).length,
    ...written.map((write) => 2 * bytesOf(write(value.slice(0, MAX_ENCODED))).length),
  );

/** Characters that are written as themselves, or in one of the forms above. */
const SIMPLE = /^[ !#$'-;>-[\]-~]+={0,2}$/;
/** Whether a value has only one view. */
const isSimple = (value: string) =>
  SIMPLE.test(value) && !value.includes('  ') && value.trim() === value && !/xn--/i.test(value);

export const LEAST_EDGE = 4;
/** This many bytes determine four characters of an encoded value, wherever those begin within the bytes. */
const EDGE_BYTES = 6;
/** How many bits into a byte of the value its base64 may begin or end. */
const SHIFTS = [0, 2, 4];
const BITS = 6 * LEAST_EDGE;

/** Packs four case-folded characters into one number; beyond ASCII, numbers may collide. */
export const edgeOfCodes = (a: number, b: number, c: number, d: number): number =>
  (((((a << 8) ^ b) << 8) ^ c) << 8) ^ d;

const comparedCodes = (signs: string) =>
  Uint16Array.from(signs, (sign) => anyCase[sign.charCodeAt(0)] as number);
const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const BASE64 = comparedCodes(`${LETTERS_AND_DIGITS}+/`);
const BASE64_URL = comparedCodes(`${LETTERS_AND_DIGITS}-_`);
const HEX = comparedCodes('0123456789abcdef');

function edgeIn(code: Uint16Array, bits: number, width: number): number {
  const one = (at: number) => code[(bits >> (at * width)) & ((1 << width) - 1)] as number;
  return edgeOfCodes(one(3), one(2), one(1), one(0));
}

/** Adds four characters of each encoding that the given ASCII bytes start or end with. */
function addCodedEdges(edges: number[], text: string, side: 'start' | 'end') {
  let bits = 0;
  for (let i = 0; i < text.length; i++) bits = bits * 256 + text.charCodeAt(i);
  for (const shift of SHIFTS) {
    const skipped = side === 'start' ? 8 * text.length - BITS - shift : shift;
    const four = Math.floor(bits / 2 ** skipped) % 2 ** BITS;
    const plain = edgeIn(BASE64, four, 6);
    const inUrl = edgeIn(BASE64_URL, four, 6);
    edges.push(plain);
    if (inUrl !== plain) edges.push(inUrl);
  }
  const at = side === 'start' ? 0 : text.length - 2;
  edges.push(edgeIn(HEX, (text.charCodeAt(at) << 8) | text.charCodeAt(at + 1), 4));
}

/** Distinctive parts of each form that a value is searched in. */
export interface Edges {
  /** At least four characters each. */
  plain: string[];
  /** Four characters each, as numbers. */
  codes: number[];
}

/** Text that percent-encoding leaves unchanged. */
const UNRESERVED = /^[A-Za-z0-9_.!~*'()-]*$/;

/**
 * The edges of a value; `null` if it is too short or has several views, so that only a full search can
 * decide.
 */
export function edgesOf({ value, shownEnd }: Pick<KnownValue, 'value' | 'shownEnd'>): Edges | null {
  if (value.length < LEAST_EDGE || !isSimple(value)) return null;
  if (value.endsWith('=') && value.length < EDGE_BYTES + 2) return null;
  const first = value.slice(0, EDGE_BYTES);
  const last = value.slice(-EDGE_BYTES);
  const codes: number[] = [];
  addCodedEdges(codes, first, 'start');
  addCodedEdges(codes, last, 'end');
  if (!UNRESERVED.test(first)) addCodedEdges(codes, percentEncoded(first).slice(0, EDGE_BYTES), 'start');
  if (!UNRESERVED.test(last)) addCodedEdges(codes, percentEncoded(last).slice(-EDGE_BYTES), 'end');
  return {
    plain: [value.slice(0, MIN_PIECE), value.slice(-Math.max(MIN_PIECE, (shownEnd ?? 0) + 1))],
    codes,
  };
}
