/** The entities of Latin-1 from 160 on; browsers read them without a semicolon too. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'.split(
    ' ',
  );

const old: Readonly<Record<string, string>> = {
  ...Object.fromEntries(latin.map((name, i) => [name, String.fromCharCode(160 + i)])),
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', AMP: '&', LT: '<', GT: '>', QUOT: '"', COPY: '©', REG: '®' },
};

const named: Readonly<Record<string, string>> = {
  ...old,
  ...{ apos: "'", euro: '€', trade: '™', hellip: '…', bull: '•', ndash: '–', mdash: '—', minus: '−' },
  ...{ lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„', lsaquo: '‹', rsaquo: '›' },
  ...{ larr: '←', uarr: '↑', rarr: '→', darr: '↓', harr: '↔', hearts: '♥', check: '✓', star: '☆' },
  ...{ ensp: '\u2002', emsp: '\u2003', thinsp: '\u2009', zwnj: '\u200c', zwj: '\u200d' },
  ...{ lrm: '\u200e', rlm: '\u200f', OElig: 'Œ', oelig: 'œ', Scaron: 'Š', scaron: 'š', Yuml: 'Ÿ' },
};
const oldNames = Object.keys(old);

const REFERENCE = /&(?:#(\d{1,7});|#[xX]([\da-fA-F]{1,6});|([a-zA-Z][a-zA-Z\d]*)(;?))/g;

/** Browsers replace references to control characters and surrogates with other characters. */
const isCharacter = (code: number) =>
  code >= 32 &&
  code !== 127 &&
  !(code >= 128 && code < 160) &&
  code <= 0x10ffff &&
  !(code >= 0xd800 && code < 0xe000);

/** The text of an HTML string; `null` if it contains an unknown character reference. */
export function decodeText(html: string): string | null {
  let isKnown = true;
  const text = html.replace(REFERENCE, (all, decimal, hex, name, end) => {
    if (name !== undefined) {
      if (end === ';' && Object.hasOwn(named, name)) return named[name] ?? all;
      if (end === ';' || oldNames.some((each) => name.startsWith(each))) isKnown = false;
      return all;
    }
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    if (!isCharacter(code) && code !== 9 && code !== 10) isKnown = false;
    return isKnown ? String.fromCodePoint(code) : all;
  });
  // A numeric reference without a semicolon is also a character, but browsers decide where it ends.
  return isKnown && !/&#/.test(html.replace(REFERENCE, '')) ? text : null;
}

/** Non-breaking spaces and soft hyphens are written as entities to make them visible in code. */
const written: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '\u00a0': '&nbsp;', '\u00ad': '&shy;' },
};

export const encodeText = (text: string): string =>
  text.replace(/[&<>\u00a0\u00ad]/g, (sign) => written[sign] ?? sign);

/** Encodes a value for a quoted attribute; the caller handles Liquid in it. */
export const encodeValue = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
