import { domainToASCII, domainToUnicode } from 'node:url';

/**
 * How a target, a filter or a proxy may return a value. These encoders are our own, so that a wrong entry in
 * the product's list is found. `of` names the entries of that list that an encoder requires.
 */
export interface Encoder {
  of: readonly string[];
  encode(value: string): string;
  /** The minimum length of a value that is searched for; encodings of shorter ones occur by chance. */
  from?: number;
}

const bytesOf = (value: string) => [...Buffer.from(value, 'utf8')];
const hex = (code: number, length: number) => code.toString(16).padStart(length, '0');
const units = (value: string) => value.split('');
const points = (value: string) => Array.from(value);
const codeOf = (sign: string) => sign.codePointAt(0) as number;
const beyondAscii = (value: string, write: (sign: string) => string) =>
  points(value)
    .map((sign) => (codeOf(sign) > 126 || '<>&"'.includes(sign) ? write(sign) : sign))
    .join('');

/** HTML's names of the letters of latin1, from 192 on, and a few more. */
const NAMES =
  'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'.split(
    ' ',
  );
const named = (sign: string) => {
  const rare: Record<string, string> = { '<': 'lt', '>': 'gt', '&': 'amp', '"': 'quot', '€': 'euro' };
  const name = rare[sign] ?? NAMES[codeOf(sign) - 192];
  return `&${name ?? `#${codeOf(sign)}`};`;
};

const json = (value: string) => JSON.stringify(value).slice(1, -1);
const asciiJson = (value: string) =>
  json(value).replace(/[^ -~]/g, (sign) => `\\u${hex(sign.charCodeAt(0), 4)}`);
const html = (value: string) => beyondAscii(value, (sign) => (codeOf(sign) > 126 ? sign : named(sign)));
const url = encodeURIComponent;
const latin1 = (value: string) => Buffer.from(value, 'utf8').toString('latin1');
const windows = (value: string) => new TextDecoder('windows-1252').decode(Buffer.from(value, 'utf8'));
const base64 = (value: string) => Buffer.from(value, 'utf8').toString('base64').replace(/=+$/, '');

const IN_HOSTS = /^(?=.*[^\0-\x7f])[\p{L}\p{M}\p{N}.-]+$/u;

/** As in a host name, word by word; characters that a host name cannot contain are kept. */
const punycode = (value: string) =>
  value
    .split(' ')
    .map((word) => {
      const ascii = IN_HOSTS.test(word) ? domainToASCII(word) : '';
      const isSame = domainToUnicode(ascii) === word.normalize('NFC').toLowerCase();
      return ascii !== '' && isSame && ascii.split('.').every(({ length }) => length <= 63) ? ascii : word;
    })
    .join(' ');

/** RFC 2045: anything but plain ASCII as `=C3`, in lines of at most 24 characters. */
function quotedPrintable(value: string): string {
  let line = '';
  const lines: string[] = [];
  for (const byte of bytesOf(value)) {
    const sign =
      byte > 32 && byte < 127 && byte !== 61 ? String.fromCharCode(byte) : `=${hex(byte, 2).toUpperCase()}`;
    if (line.length + sign.length > 23) {
      lines.push(`${line}=`);
      line = '';
    }
    line += sign;
  }
  return [...lines, line].join('\r\n');
}

const ENTITIES = ['HTML entities'];
const BACKSLASH = ['backslash escapes'];
const PERCENT = ['percent-encoding'];
const MOJIBAKE = ['mojibake'];

export const encoders: Record<string, Encoder> = {
  raw: { of: [], encode: (value) => value },
  NFC: { of: [], encode: (value) => value.normalize('NFC') },
  NFD: { of: [], encode: (value) => value.normalize('NFD') },
  'HTML, signs only': { of: ENTITIES, encode: html },
  'HTML, decimal': {
    of: ENTITIES,
    encode: (value) =>
      points(value)
        .map((sign) => `&#${codeOf(sign)};`)
        .join(''),
  },
  'HTML, zeros': {
    of: ENTITIES,
    encode: (value) => beyondAscii(value, (sign) => `&#${String(codeOf(sign)).padStart(7, '0')};`),
  },
  'HTML, hex': {
    of: ENTITIES,
    encode: (value) => beyondAscii(value, (sign) => `&#x${hex(codeOf(sign), 1)};`),
  },
  'HTML, HEX': {
    of: ENTITIES,
    encode: (value) => beyondAscii(value, (sign) => `&#X${hex(codeOf(sign), 6).toUpperCase()};`),
  },
  'HTML, halves of pairs': {
    of: ENTITIES,
    encode: (value) =>
      units(value)
        .map((sign) => `&#${sign.charCodeAt(0)};`)
        .join(''),
  },
  'HTML, named': { of: ENTITIES, encode: (value) => beyondAscii(value, named) },
  'HTML, NAMED': { of: ENTITIES, encode: (value) => beyondAscii(value, (sign) => named(sign).toUpperCase()) },
  'HTML, twice': { of: ENTITIES, encode: (value) => html(html(value)) },
  JSON: { of: BACKSLASH, encode: json },
  'JSON, ASCII': { of: BACKSLASH, encode: asciiJson },
  'JSON, all': {
    of: BACKSLASH,
    encode: (value) =>
      units(value)
        .map((sign) => `\\u${hex(sign.charCodeAt(0), 4).toUpperCase()}`)
        .join(''),
  },
  'JSON, twice': { of: BACKSLASH, encode: (value) => json(asciiJson(value)) },
  'JavaScript, code points': {
    of: BACKSLASH,
    encode: (value) =>
      points(value)
        .map((sign) => `\\u{${hex(codeOf(sign), 1)}}`)
        .join(''),
  },
  'bytes, \\x': {
    of: BACKSLASH,
    encode: (value) =>
      bytesOf(value)
        .map((byte) => `\\x${hex(byte, 2)}`)
        .join(''),
  },
  'bytes, octal': {
    of: BACKSLASH,
    encode: (value) =>
      bytesOf(value)
        .map((byte) => `\\${byte.toString(8).padStart(3, '0')}`)
        .join(''),
  },
  url: { of: PERCENT, encode: url },
  'url, all': {
    of: PERCENT,
    encode: (value) =>
      bytesOf(value)
        .map((byte) => `%${hex(byte, 2)}`)
        .join(''),
  },
  'url, form': { of: PERCENT, encode: (value) => new URLSearchParams([['', value]]).toString().slice(1) },
  'url, twice': { of: PERCENT, encode: (value) => url(url(value)) },
  'url, %u': {
    of: PERCENT,
    encode: (value) =>
      units(value)
        .map((sign) => (sign.charCodeAt(0) > 126 ? `%u${hex(sign.charCodeAt(0), 4)}` : url(sign)))
        .join(''),
  },
  'quoted-printable': { of: ['quoted-printable'], encode: quotedPrintable },
  'quoted-printable, all': {
    of: ['quoted-printable'],
    encode: (value) =>
      bytesOf(value)
        .map((byte) => `=${hex(byte, 2).toUpperCase()}`)
        .join(''),
  },
  'mail header': {
    of: ['quoted-printable'],
    encode: (value) =>
      bytesOf(value)
        .map((byte) =>
          byte === 32
            ? '_'
            : /[A-Za-z0-9]/.test(String.fromCharCode(byte))
              ? String.fromCharCode(byte)
              : `=${hex(byte, 2)}`,
        )
        .join(''),
  },
  'mojibake, latin1': { of: MOJIBAKE, encode: latin1 },
  'mojibake, latin1 twice': { of: MOJIBAKE, encode: (value) => latin1(latin1(value)) },
  'mojibake, windows-1252': { of: MOJIBAKE, encode: windows },
  'mojibake, windows-1252 twice': { of: MOJIBAKE, encode: (value) => windows(windows(value)) },
  'mojibake, of NFD': { of: MOJIBAKE, encode: (value) => windows(value.normalize('NFD')) },
  punycode: { of: ['punycode'], encode: punycode },
  'tags, newline_to_br': { of: ['tags'], encode: (value) => value.replace(/\r?\n/g, '<br />\n') },
  'tags, within': {
    of: ['tags'],
    encode: (value) =>
      points(value)
        .map((sign, i) => (i % 3 === 1 ? `<wbr>${sign}` : sign))
        .join(''),
  },
  'wrapped base64': {
    of: ['wrapped lines', 'base64'],
    encode: (value) => base64(value).replace(/.{10}(?=.)/g, '$&\r\n'),
    from: 5,
  },
  base64: { of: ['base64'], encode: base64, from: 5 },
  'base64, one before': { of: ['base64'], encode: (value) => base64(`.${value}`).slice(2), from: 6 },
  'base64, two before': { of: ['base64'], encode: (value) => base64(`..${value}`).slice(3), from: 6 },
  'base64 in a url': { of: ['base64', 'percent-encoding'], encode: (value) => url(base64(value)), from: 5 },
  'base64 of NFD': { of: ['base64'], encode: (value) => base64(value.normalize('NFD')), from: 5 },
  'base64 of a url': { of: ['base64'], encode: (value) => base64(url(value)), from: 5 },
  base64url: {
    of: ['base64url'],
    encode: (value) => Buffer.from(value, 'utf8').toString('base64url'),
    from: 5,
  },
  hex: { of: ['hex'], encode: (value) => Buffer.from(value, 'utf8').toString('hex'), from: 5 },
  HEX: { of: ['hex'], encode: (value) => Buffer.from(value, 'utf8').toString('hex').toUpperCase(), from: 5 },
  'JSON in HTML': { of: [], encode: (value) => html(json(value)) },
  'HTML in JSON': { of: [], encode: (value) => asciiJson(beyondAscii(value, named)) },
  'HTML in a url': { of: [], encode: (value) => url(beyondAscii(value, named)) },
  'url in JSON in HTML': { of: [], encode: (value) => html(json(url(value))) },
  'mojibake in JSON': { of: [], encode: (value) => asciiJson(windows(value)) },
  'mojibake in HTML': {
    of: [],
    encode: (value) => beyondAscii(latin1(value), (sign) => `&#${codeOf(sign)};`),
  },
  'HTML in quoted-printable': { of: [], encode: (value) => quotedPrintable(beyondAscii(value, named)) },
};
