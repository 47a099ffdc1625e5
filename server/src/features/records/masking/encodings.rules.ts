/** How a value reads once it is encoded in a query, a page, a header or a token. */

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The base64 characters that depend on these bytes alone if `shift` bytes precede them. */
function base64Core(bytes: Uint8Array, shift: number): string {
  let core = '';
  const total = (bytes.length + shift) * 8;
  for (let bit = Math.ceil((shift * 8) / 6) * 6; bit + 6 <= total; bit += 6) {
    const at = Math.floor(bit / 8) - shift;
    const pair = ((bytes[at] as number) << 8) | (bytes[at + 1] ?? 0);
    core += SIGNS[(pair >> (10 - (bit % 8))) & 63];
  }
  return core;
}

function percentEncoded(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    return value;
  }
}

const hexOf = (bytes: Uint8Array, before = '') =>
  Array.from(bytes, (byte) => before + byte.toString(16).padStart(2, '0')).join('');

const jsonText = (value: string) => JSON.stringify(value).slice(1, -1);
/** As escaped in JSON, where that differs. */
function jsonForms(value: string): string[] {
  const json = jsonText(value);
  return [...new Set([json, asciiJson(json)])].filter((form) => form !== value);
}
const asciiJson = (json: string) =>
  json.replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** HTML encoders agree on `&amp;`, `&lt;` and `&gt;`, not on quotes. */
const QUOTES = [
  ['&quot;', '&#39;'],
  ['&#34;', '&#39;'],
  ['&quot;', '&#x27;'],
  ['&quot;', '&apos;'],
  ['&quot;', '&#039;'],
  ['&quot;', "'"],
] as const;

const htmlText = (value: string, [double, single]: readonly [string, string]) =>
  value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', double)
    .replaceAll("'", single);

const numbered = (html: string, radix: 10 | 16) =>
  html.replace(
    /[^\p{ASCII}]/gu,
    (sign) => `&#${radix === 16 ? 'x' : ''}${(sign.codePointAt(0) as number).toString(radix)};`,
  );

function htmlForms(value: string): string[] {
  if (/^[\w ]*$/.test(value)) return [];
  const forms = QUOTES.map((quotes) => htmlText(value, quotes));
  return [...forms, numbered(forms[0] as string, 10), numbered(forms[0] as string, 16)];
}

/** Stricter encoders escape more than `encodeURIComponent` does. */
const strict = (url: string) =>
  url.replace(/[!'()*~._-]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
const form = (url: string) => url.replace(/[!'()~]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
const common = (url: string) => url.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

function urlForms(value: string): string[] {
  const url = percentEncoded(value);
  const forms = [url, form(url), common(url), strict(url)];
  return [...forms, ...forms.map((form) => form.replaceAll('%20', '+')), encodedUrl(url)];
}

/** A query inside a query. */
const encodedUrl = (url: string) => url.replaceAll('%', '%25');

/** Mail headers: `=?utf-8?Q?J=C3=BCrgen_M?=`. */
const quotedPrintable = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) =>
    byte === 32
      ? '_'
      : byte > 126 || byte < 33 || byte === 61 || byte === 95 || byte === 63
        ? `=${byte.toString(16).padStart(2, '0')}`
        : String.fromCharCode(byte),
  ).join('');

/** Forms in which the value is escaped but still readable. */
function escapesOf(value: string): string[] {
  const json = jsonText(value);
  const html = htmlForms(value);
  return [
    value,
    json,
    json.replaceAll('/', '\\/'),
    asciiJson(json),
    jsonText(json),
    ...html,
    ...html.slice(0, 2).flatMap((form) => [jsonText(form), asciiJson(jsonText(form))]),
    ...[value, ...jsonForms(value)].flatMap(urlForms),
    quotedPrintable(new TextEncoder().encode(value)),
  ];
}

/** Forms that must be decoded: base64 at any offset, base64url, hex; of the value or its URL or JSON form. */
const codesOf = (value: string): string[] =>
  [...new Set([value, percentEncoded(value), ...jsonForms(value)])].flatMap(codesOfText);

/** At any offset, and the URL-safe variants. */
function base64Forms(bytes: Uint8Array): { base64: string[]; urlSafe: string[] } {
  const base64 = [0, 1, 2].map((shift) => base64Core(bytes, shift));
  return { base64, urlSafe: base64.map((core) => core.replaceAll('+', '-').replaceAll('/', '_')) };
}

function codesOfText(value: string): string[] {
  const bytes = new TextEncoder().encode(value);
  const { base64, urlSafe } = base64Forms(bytes);
  return [
    ...base64,
    ...urlSafe,
    ...base64.map((core) => core.replaceAll('+', '%2B').replaceAll('/', '%2F')),
    ...base64.map((core) => core.replaceAll('/', '\\/')),
    hexOf(bytes),
    hexOf(bytes, '\\x'),
    hexOf(bytes, '%'),
  ];
}

/** Only the start of a longer value is encoded; the rest would be token-shaped by itself. */
const MAX_ENCODED = 1024;

function commonForms(value: string): Forms {
  const beginning = value.slice(0, MAX_ENCODED);
  const { base64, urlSafe } = base64Forms(new TextEncoder().encode(beginning));
  const url = percentEncoded(beginning);
  const escapes = [value, jsonText(beginning), url, url.replaceAll('%20', '+')];
  return { escapes, codes: [...base64, ...urlSafe] };
}

/** All forms, or the few likely within one request, which is searched each time it is saved. */
export type Reach = 'all' | 'common';
type Forms = Record<'escapes' | 'codes', string[]>;

export const formsOf = (value: string, reach: Reach): Forms =>
  reach === 'all' ? { escapes: escapesOf(value), codes: codesOf(value) } : commonForms(value);
