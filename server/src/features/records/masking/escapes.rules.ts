import { decodeHTML } from 'entities';
import { readableDomain } from '../../../kernel/punycode.ts';
import { readUtf8Bytes } from '../../../kernel/utf8.ts';
import {
  AMPERSAND,
  BACKSLASH,
  EQUALS,
  LESS_THAN,
  MOJIBAKE,
  NEW_LINE,
  PERCENT,
  PUNYCODE,
} from './escape-hints.rules.ts';

/** A way to write characters that leaves the rest of a text readable. */
export interface Escape {
  name: string;
  /** The hint of a character that every such escape contains. */
  sign: number;
  /** The pattern of one escape, bounded so that each character is read only a few times. */
  pattern: string;
  /** Decodes an escape; returns it unchanged if it is not valid. */
  read(written: string): string;
}

const bytesOf = (hex: readonly string[]) =>
  String.fromCharCode(...hex.map((two) => Number.parseInt(two, 16)));

function character(code: number, otherwise: string): string {
  if (code <= 0xffff) return String.fromCharCode(code);
  return code <= 0x10ffff ? String.fromCodePoint(code) : otherwise;
}

/** `&AUML;` is not an entity, but occurs when text with entities is converted to upper case. */
function readAnyCase(entity: string): string {
  const lower = entity.toLowerCase();
  const read = decodeHTML(lower);
  if (read === lower) return entity;
  const upper = read.toUpperCase();
  return upper.length === read.length && /^&[A-Z]/.test(entity) ? upper : read;
}

function readEntity(entity: string): string {
  if (entity[1] !== '#') {
    const read = decodeHTML(entity);
    return read === entity ? readAnyCase(entity) : read;
  }
  const isHex = entity[2] === 'x' || entity[2] === 'X';
  return character(Number.parseInt(entity.slice(isHex ? 3 : 2), isHex ? 16 : 10), entity);
}

const LETTERS: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
};

/** `\u00fc`, `\u{fc}`, `\U000000fc`, `\xfc`, `\374`, `\n`, `\"`. */
function readBackslash(written: string): string {
  const sign = written[1] as string;
  if (/[uUx]/.test(sign)) return character(Number.parseInt(written.slice(2).replace('{', ''), 16), written);
  if (/[0-7]/.test(sign)) return String.fromCharCode(Number.parseInt(written.slice(1), 8));
  return LETTERS[sign] ?? sign;
}

const readPercent = (escapes: string) =>
  escapes[1] === 'u'
    ? character(Number.parseInt(escapes.slice(2), 16), escapes)
    : readUtf8Bytes(bytesOf(escapes.slice(1).split('%')));

const readQuotedPrintable = (escapes: string) =>
  escapes.startsWith('?')
    ? ''
    : readUtf8Bytes(
        bytesOf(
          escapes
            .replace(/=[ \t]{0,8}\r?\n/g, '')
            .split('=')
            .slice(1),
        ),
      );

/** Restores initial capitals, because hosts have none and names are recognized by theirs. */
const readPunycode = (label: string) =>
  readableDomain(label.toLowerCase()).replace(/(?<!\p{L})\p{Ll}/gu, (letter) => {
    const capital = letter.toUpperCase();
    return capital.length === letter.length ? capital : letter;
  });

/** The characters that windows-1252 has instead of the control characters 0x80 to 0x9f. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const byteOf = (sign: string) => (WINDOWS.includes(sign) ? 0x80 + WINDOWS.indexOf(sign) : sign.charCodeAt(0));

function readMojibake(signs: string): string {
  const read = Buffer.from(Array.from(signs, byteOf)).toString();
  return read.includes('\ufffd') ? signs : read;
}

const FOLLOWING = `[\u0080-\u00bf${WINDOWS}]`;
const HEX = '[0-9a-fA-F]';

/** Every escape that known values are found in. `quoted-printable` looks like a query: `?a=12`. */
export const escapes = {
  html: {
    name: 'HTML entities',
    sign: AMPERSAND,
    pattern: `&#[xX]${HEX}{1,16};?|&#[0-9]{1,16};?|&[A-Za-z][A-Za-z0-9]{1,31};`,
    read: readEntity,
  },
  backslash: {
    name: 'backslash escapes',
    sign: BACKSLASH,
    pattern: `\\\\(?:u${HEX}{4}|u\\{${HEX}{1,8}\\}|U${HEX}{8}|x${HEX}{2}|[0-3][0-7]{2}|[nrtbfv"'\\\\/])`,
    read: readBackslash,
  },
  percent: {
    name: 'percent-encoding',
    sign: PERCENT,
    pattern: `(?:%${HEX}{2})+|%u${HEX}{4}`,
    read: readPercent,
  },
  mojibake: {
    name: 'mojibake',
    sign: MOJIBAKE,
    pattern: `[\u00c2-\u00df]${FOLLOWING}|[\u00e0-\u00ef]${FOLLOWING}{2}|[\u00f0-\u00f4]${FOLLOWING}{3}`,
    read: readMojibake,
  },
  punycode: {
    name: 'punycode',
    sign: PUNYCODE,
    pattern: '[xX][nN]--[a-zA-Z0-9-]{1,59}',
    read: readPunycode,
  },
  tags: { name: 'tags', sign: LESS_THAN, pattern: '<[a-zA-Z/!][^<>]{0,300}>', read: () => '' },
  quotedPrintable: {
    name: 'quoted-printable',
    sign: EQUALS,
    pattern: `(?:=${HEX}{2}|=[ \\t]{0,8}\\r?\\n)+|\\?=\\s{1,8}=\\?[\\w-]{1,40}\\?[qQ]\\?`,
    read: readQuotedPrintable,
  },
  lines: {
    name: 'wrapped lines',
    sign: NEW_LINE,
    pattern: '(?<=[\\w+/-])\\r?\\n[ \\t]?(?=[\\w+/-])',
    read: () => '',
  },
} as const satisfies Record<string, Escape>;

const { html, backslash, percent, tags, mojibake, punycode } = escapes;
const together = [html, backslash, percent, tags, mojibake, punycode];
const FIRST: Readonly<Record<string, Escape>> = {
  '&': html,
  '\\': backslash,
  '%': percent,
  '<': tags,
  x: punycode,
  X: punycode,
};

const readMixed = (written: string) => (FIRST[written[0] as string] ?? mojibake).read(written);
const TOGETHER = together.reduce((signs, { sign }) => signs | sign, 0);
const patterns = new Map<number, RegExp>();

/** Escapes that may be mixed in text with these hints, distinguished by their first character. */
export function mixedEscapes(signs: number): { sign: number; pattern: RegExp; read: Escape['read'] } {
  const sign = signs & TOGETHER;
  const known = patterns.get(sign);
  if (known !== undefined) return { sign, pattern: known, read: readMixed };
  const possible = together.filter((each) => (sign & each.sign) !== 0);
  const pattern = new RegExp(possible.map((each) => each.pattern).join('|'), 'g');
  patterns.set(sign, pattern);
  return { sign, pattern, read: readMixed };
}
