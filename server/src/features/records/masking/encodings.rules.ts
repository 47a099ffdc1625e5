import { anyCase } from './automaton.rules.ts';
import { decodedViewsOf } from './decoded-views.rules.ts';
import { escapes } from './escapes.rules.ts';
import type { KnownValue } from './known-values.rules.ts';
import { MIN_PIECE, type PieceLengths, shortestPieces } from './pieces.rules.ts';

/**
 * Under which encodings a known value is found: escapes are undone in the text that is searched; codes, which
 * have no beginning and no end of their own, are searched for as they are.
 */

/** The base64 characters that depend on these bytes alone if `shift` bytes precede them. */
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

/** The names of all encodings; several may lie inside each other. */
export const encodings: readonly string[] = [
  ...Object.values(escapes).map(({ name }) => name),
  ...codes.map(({ name }) => name),
];

/** Only the start of a longer value is encoded; the rest would be token-shaped by itself. */
const MAX_ENCODED = 1024;
/** Shorter encodings turn up by chance. */
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

/** The value as it reads, also where its own characters look like escapes. */
export const readFormsOf = (value: string): string[] =>
  decodedViewsOf(value)
    .map(({ text }) => text)
    .filter((text, i) => i === 0 || text.length >= MIN_READ);

/** What codes are made of: the value as given, in both normal forms, and as queries and JSON have it. */
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
/** A code begins and ends within a byte of a value. */
const WITHIN_BYTE = 2;

/** The value under each code, with the lengths of the shortest pieces that count. */
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

/** No form in which a value is searched for is longer; NFC may write a character as three. */
export const longestFormOf = ({ value, within }: Pick<KnownValue, 'value' | 'within'>): number =>
  Math.max(
    3 * (within?.value ?? value).length,
    ...written.map((write) => 2 * bytesOf(write(value.slice(0, MAX_ENCODED))).length),
  );

/** Each character is written by itself, and in the ways above. */
const SIMPLE = /^[ !#$'-;>-[\]-~]+={0,2}$/;
/** Nothing in it reads in another way. */
const isSimple = (value: string) =>
  SIMPLE.test(value) && !value.includes('  ') && value.trim() === value && !/xn--/i.test(value);

export const LEAST_EDGE = 4;
/** So many bytes decide about four characters of a code, wherever those begin within them. */
const EDGE_BYTES = 6;
/** A code of base64 begins and ends so many bits within a byte of the value. */
const SHIFTS = [0, 2, 4];
const BITS = 6 * LEAST_EDGE;

/** One number for four characters as they are compared; beyond ASCII others may have the same. */
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

/** Four characters of each code with which the given bytes begin or end, all of them ASCII. */
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

/** A part of each form by which a value is searched for. */
export interface Edges {
  /** Of four characters at least. */
  plain: string[];
  /** The numbers of four characters. */
  codes: number[];
}

/** Nothing of it is written in another way in a query. */
const UNRESERVED = /^[A-Za-z0-9_.!~*'()-]*$/;

/** `null` if that takes a closer look, as the value is short or may be read in other ways. */
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
