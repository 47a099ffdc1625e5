import {
  isCredentialName,
  isCredentialPhrase,
  isDigitsName,
  mayEndPhrase,
} from './credential-names.rules.ts';
import type { LiquidView } from './liquid-view.rules.ts';
import { MASK } from './mask.rules.ts';
import { memoizeByName } from './memoize.rules.ts';
import { allMatches, type TextSpan } from './spans.rules.ts';
import { decodedQueryPart } from './structure.rules.ts';
import { withoutEscapes } from './token-shapes.rules.ts';

/** Credentials recognized only by their context, in text of no known format. */

interface ContextRule {
  /** A quick test that is true for every text in which the rule can match. */
  hint(text: string): boolean;
  /** Matches up to the value; captures the name. */
  lead: RegExp;
  /** `before` returns the text up to and including the name. */
  names(name: string, before: () => string): boolean;
  value: RegExp;
  counts?(value: string, name: string, before: () => string): boolean;
}

/** In prose, a word follows a colon as often as a credential does, so a digit is required. */
const hasDigit = (value: string) => value.length >= 8 && /\d/.test(value);
const isCode = (value: string) => value.length >= 12 && (/\d/.test(value) || /[a-z][A-Z]/.test(value));
const isDigits = (value: string) => /^\d{4,12}(?!\d)/.test(value);
const isLooseName = (name: string) => !/^keys?$/i.test(name) && isCredentialName(name);

/** The words at the end of a text: "Use this API key". */
const LAST_WORDS = /(?:[\p{L}\p{M}\p{N}]{1,30}[ '’.-]{1,2}){1,4}[\p{L}\p{M}\p{N}]{1,30}$/u;
const phraseAt = (before: () => string) => LAST_WORDS.exec(before())?.[0] ?? '';
/** Words that mean something else after certain words: "palabra clave", "enamel pin". */
const AMBIGUOUS = /^(?:clave|pin)$/i;

function isProseName(name: string, before: () => string): boolean {
  if (AMBIGUOUS.test(name)) return isCredentialName(phraseAt(before) || name);
  return isLooseName(name) || (mayEndPhrase(name) && isCredentialPhrase(phraseAt(before)));
}
const isProseDigits = (name: string, before: () => string) =>
  isDigitsName(name) || (mayEndPhrase(name) && isDigitsName(phraseAt(before)));

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Basic credentials are base64 of `user:password`; an ordinary word after "basic" never decodes to that. */
function hidesColon(value: string): boolean {
  const codes = value
    .replace(/=+$/, '')
    .split('')
    .map((sign) => BASE64.indexOf(sign));
  const bytes: number[] = [];
  for (let i = 0; i + 1 < codes.length; i++) {
    const pair = ((codes[i] as number) << 6) | (codes[i + 1] as number);
    if (i % 4 < 3) bytes.push((pair >> (4 - 2 * (i % 4))) & 0xff);
  }
  return bytes.includes(0x3a) && bytes.every((byte) => byte >= 0x20 && byte !== 0x7f);
}

/** Words after a scheme in a sentence about it: `Authorization: Bearer token is missing`. */
const SAID =
  /^(?:tokens?|keys?|header|schem[ae]|auth\w*|credentials?|is|are|was|not|or|and|with|for|the|your|plan|required|missing|invalid|expired|(?:realm|error|scope|charset)=.*|[.x…*]+)[.:!?)]?$/i;
const isSent = (value: string) => value.length >= 4 && !SAID.test(value);

const always = () => true;

const MAX_NAME = 64;
/** Characters that names consist of, and a few more; the candidates are checked again. */
function isNameCode(code: number): boolean {
  if (code < 0x80)
    return (code | 32) >= 97 ? (code | 32) <= 122 || code === 95 : code >= 45 && code <= 57 && code !== 47;
  return (
    code > 0xbf &&
    !(code >= 0x2000 && code <= 0x303f) &&
    !(code >= 0xfe10 && code <= 0xff20) &&
    code !== 0xe000
  );
}
const isQuote = (code: number) => code === 34 || code === 39;
const isBlank = (code: number) => code === 32 || (code >= 9 && code <= 13);
const SEPARATOR = /[:=：＝]/g;
const mayBeNamed = memoizeByName((name) => isLooseName(name) || mayEndPhrase(name));

/** Whether a credential's name may stand before a colon or an equals sign. */
function namesBeforeValue(text: string): boolean {
  SEPARATOR.lastIndex = 0;
  for (let match = SEPARATOR.exec(text); match; match = SEPARATOR.exec(text)) {
    let end = match.index;
    for (let blanks = 0; blanks < 4 && isBlank(text.charCodeAt(end - 1)); blanks++) end--;
    if (isQuote(text.charCodeAt(end - 1))) end--;
    let start = end;
    while (start > 0 && end - start < MAX_NAME && isNameCode(text.charCodeAt(start - 1))) start--;
    if (start < end && mayBeNamed(text.slice(start, end))) return true;
  }
  return false;
}

/** Whether an element may have a credential's name. */
function namesElement(text: string): boolean {
  if (!text.includes('</')) return false;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    let from = at + 1;
    let end = from;
    while (end - from < MAX_NAME && isNameCode(text.charCodeAt(end))) end++;
    if (text[end] === ':') {
      from = end + 1;
      end = from;
      while (end - from < MAX_NAME && isNameCode(text.charCodeAt(end))) end++;
    }
    if (end > from && mayBeNamed(text.slice(from, end))) return true;
  }
  return false;
}

const contains = (hint: RegExp) => (text: string) => hint.test(text);
const bearer = contains(/bearer/i);
const basic = contains(/basic/i);
const authorization = contains(/authorization/i);
const escapedQuote = (text: string) => text.includes('\\"');
const query = (text: string) => text.includes('=') && /[?&]/.test(text);

/** Leads start where a word starts and have bounded gaps, so each character is read only a few times. */
const RULES: readonly ContextRule[] = [
  // ?access_token=…&api_key=…
  {
    hint: query,
    lead: /[?&]([\p{L}\p{M}\p{N}_.\-[\]%~$+]{1,160})=/gu,
    names: (name) => isCredentialName(decodedQueryPart(name)),
    value: /[^\s&#"'<>`\\]+/y,
  },
  { hint: bearer, lead: /(?<!\w)(Bearer)\s{1,4}/gi, names: always, value: /[\w.~+/=-]+/y, counts: isCode },
  {
    hint: basic,
    lead: /(?<!\w)(Basic)\s{1,4}/gi,
    names: always,
    value: /[A-Za-z0-9+/]{6,512}={0,2}(?![\w+/=])/y,
    counts: hidesColon,
  },
  // A header written out in a log or a command: Authorization: Bearer …
  {
    hint: authorization,
    lead: /(?<![\w-])((?:Proxy-)?Authorization)["']?\s{0,4}[:=]\s{0,4}["']?(?:Bearer|Basic|Token|Digest|ApiKey|Api-Key|JWT|OAuth|Bot|SSWS|Negotiate)[ \t]{1,4}/gi,
    names: always,
    value: /[^\s"'<>\\,;]+/y,
    counts: isSent,
  },
  // <ns:Password Type="…">…</
  {
    hint: namesElement,
    lead: /<(?:[\w-]{1,32}:)?(\p{L}[\p{L}\p{M}\p{N}_.-]{0,63})(?:\s[^<>]{0,256})?>/gu,
    names: isLooseName,
    value: /[^<>]+(?=<\/)/y,
  },
];

const PLAIN_RULES: readonly ContextRule[] = [
  {
    hint: namesBeforeValue,
    lead: /(?<![\p{L}\p{M}\p{N}_.-])([\p{L}_][\p{L}\p{M}\p{N}_.-]{0,63})["']?\s{0,4}[:=：＝]\s{0,4}["']/gu,
    names: isProseName,
    value: /[^"'\n]+/y,
  },
  {
    hint: namesBeforeValue,
    lead: /(?<![\p{L}\p{M}\p{N}_.-])([\p{L}_][\p{L}\p{M}\p{N}_.-]{0,63})[=＝]/gu,
    names: isProseName,
    value: /[^\s"'&;,<>]+/y,
  },
  {
    hint: namesBeforeValue,
    lead: /(?<![\p{L}\p{M}\p{N}_.-])([\p{L}_][\p{L}\p{M}\p{N}_.-]{0,63})["']?\s?[:：]\s{0,4}/gu,
    names: isProseName,
    value: /[^\s"'&;,<>，。；、]+/y,
    counts: (value, name, before) => hasDigit(value) || (isDigits(value) && isProseDigits(name, before)),
  },
];

/** JSON inside a JSON text: `"{\"password\":\"…\"}"`. */
const NESTED_RULES: readonly ContextRule[] = [
  {
    hint: escapedQuote,
    lead: /\\"([\p{L}_][\p{L}\p{M}\p{N}_.-]{0,63})\\"\s{0,4}:\s{0,4}\\"/gu,
    names: isLooseName,
    value: /[^"\\]+/y,
  },
];

const STRUCTURED_RULES = [...RULES, ...NESTED_RULES];
const ALL_RULES = [...STRUCTURED_RULES, ...PLAIN_RULES];

/** The maximum length of a phrase. */
const MAX_BEFORE = 80;

function* ruled(text: string, { lead, names, value, counts = always }: ContextRule): Generator<TextSpan> {
  lead.lastIndex = 0;
  for (let match = lead.exec(text); match; match = lead.exec(text)) {
    const name = match[1] as string;
    const nameEnd = match.index + match[0].indexOf(name) + name.length;
    const before = () => text.slice(Math.max(0, nameEnd - MAX_BEFORE), nameEnd);
    if (!names(name, before)) continue;
    const start = lead.lastIndex;
    value.lastIndex = start;
    const found = value.exec(text)?.[0];
    if (found === undefined) continue;
    // Skip the value even if it does not count: reading it again for every name inside would be quadratic.
    lead.lastIndex = start + found.length;
    if (!found.includes(MASK) && counts(found, name, before)) yield { start, end: start + found.length };
  }
}

/** Chat and automation webhooks whose URL is the credential; the last path segment is the secret. */
const HOOKS: readonly RegExp[] = [
  /hooks\.slack(?:-gov)?\.com(?:\\?\/)(?:services|workflows|triggers)(?:\\?\/)[\w-]{1,64}(?:\\?\/)[\w-]{1,64}(?:\\?\/)([\w-]+(?:\/[\w-]+)?)/g,
  /discord(?:app)?\.com(?:\\?\/)api(?:\\?\/)(?:v\d{1,2}\\?\/)?webhooks(?:\\?\/)\d{1,24}(?:\\?\/)([\w-]+)/g,
  /hooks\.zapier\.com(?:\\?\/)hooks(?:\\?\/)catch(?:\\?\/)\d{1,20}(?:\\?\/)([\w-]+)/g,
  /hook\.(?:[a-z]{2}\d{1,2}\.)?make\.com(?:\\?\/)([\w-]+)/g,
  /(?:\\?\/)with(?:\\?\/)key(?:\\?\/)([\w-]+)/g,
  /api\.telegram\.org(?:\\?\/)bot([\w:-]+)/g,
];

/** Every hook URL contains one of these. */
const HOOK_PART = /hook|with\\?\/key|telegram/;

/** `scheme://user:password@host` inside other text. */
const AUTHORITY = /:\\?\/\\?\/([^\s/\\?#"'<>`]*)@/g;

function userinfos(text: string): TextSpan[] {
  const spans: TextSpan[] = [];
  if (!text.includes('@')) return spans;
  AUTHORITY.lastIndex = 0;
  for (let match = AUTHORITY.exec(text); match; match = AUTHORITY.exec(text)) {
    const { 0: found, 1: userinfo, index } = match;
    const end = index + found.length - 1;
    const start = end - (userinfo as string).length;
    const colon = (userinfo as string).indexOf(':');
    spans.push({ start, end: colon < 0 ? end : start + colon });
    if (colon >= 0) spans.push({ start: start + colon + 1, end });
  }
  return spans;
}

/** Spans that may still contain Liquid; the caller cuts it out. */
export function contextualCredentialSpans(view: LiquidView, structured: boolean): TextSpan[] {
  const literal = withoutEscapes(view.literal);
  const spans = userinfos(view.outer);
  /** The hint tested last; rules with the same hint are adjacent. */
  let hint: ContextRule['hint'] | null = null;
  let isThere = false;
  for (const rule of structured ? STRUCTURED_RULES : ALL_RULES) {
    if (rule.hint !== hint) {
      hint = rule.hint;
      isThere = hint(literal);
    }
    if (isThere) for (const span of ruled(literal, rule)) spans.push(span);
  }
  if (!HOOK_PART.test(literal)) return spans;
  for (const hook of HOOKS)
    for (const match of allMatches(hook, literal)) {
      const end = match.index + match[0].length;
      spans.push({ start: end - (match[1] as string).length, end });
    }
  return spans;
}
