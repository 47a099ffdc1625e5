import { isCredentialName, NAME_HINT } from './credential-names.rules.ts';
import type { LiquidView } from './liquid-view.rules.ts';
import { MASK } from './mask.rules.ts';
import { allMatches, type TextSpan } from './spans.rules.ts';
import { withoutEscapes } from './token-shapes.rules.ts';

/** Credentials recognized only by their context, in text of no known format. */

interface ContextRule {
  /** Part of every text in which the rule finds something, and quicker to look for. */
  hint: RegExp;
  /** Up to the value; captures the name. */
  lead: RegExp;
  names(name: string): boolean;
  value: RegExp;
  counts?(value: string): boolean;
}

/** In prose, a word follows a colon as often as a credential does. */
const hasDigit = (value: string) => value.length >= 8 && /\d/.test(value);
const isCode = (value: string) => value.length >= 12 && (/\d/.test(value) || /[a-z][A-Z]/.test(value));
const isLooseName = (name: string) => !/^keys?$/i.test(name) && isCredentialName(name);

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Basic credentials are base64 of `user:password`, which no word after "basic" is by chance. */
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

/** What follows a scheme in a sentence about it: `Authorization: Bearer token is missing`. */
const SAID =
  /^(?:tokens?|keys?|header|schem[ae]|auth\w*|credentials?|is|are|was|not|or|and|with|for|the|your|plan|required|missing|invalid|expired|(?:realm|error|scope|charset)=.*|[.x…*]+)[.:!?)]?$/i;
const isSent = (value: string) => value.length >= 4 && !SAID.test(value);

const always = () => true;

const IN_QUERY = new RegExp(`(?:${NAME_HINT})[\\w.\\-[\\]%~$]{0,64}=`, 'i');
const IN_ELEMENT = new RegExp(`<[\\w:.-]{0,97}(?:${NAME_HINT})`, 'i');
const BEFORE_VALUE = new RegExp(`(?:${NAME_HINT})[\\w.-]{0,63}["']?\\s{0,4}[:=]`, 'i');

/** Leads start where a word starts and have bounded gaps, so each character is read only a few times. */
const RULES: readonly ContextRule[] = [
  // ?access_token=…&api_key=…
  { hint: IN_QUERY, lead: /[?&]([\w.\-[\]%~$]{1,64})=/g, names: isCredentialName, value: /[^\s&#"'<>`\\]+/y },
  { hint: /bearer/i, lead: /(?<!\w)(Bearer)\s{1,4}/gi, names: always, value: /[\w.~+/=-]+/y, counts: isCode },
  {
    hint: /basic/i,
    lead: /(?<!\w)(Basic)\s{1,4}/gi,
    names: always,
    value: /[A-Za-z0-9+/]{6,512}={0,2}(?![\w+/=])/y,
    counts: hidesColon,
  },
  // A header as a line of text, in a log or a command: Authorization: Bearer …
  {
    hint: /authorization/i,
    lead: /(?<![\w-])((?:Proxy-)?Authorization)["']?\s{0,4}[:=]\s{0,4}["']?(?:Bearer|Basic|Token|Digest|ApiKey|Api-Key|JWT|OAuth|Bot|SSWS|Negotiate)[ \t]{1,4}/gi,
    names: always,
    value: /[^\s"'<>\\,;]+/y,
    counts: isSent,
  },
  // <ns:Password Type="…">…</
  {
    hint: IN_ELEMENT,
    lead: /<(?:[\w-]{1,32}:)?([A-Za-z][\w.-]{0,63})(?:\s[^<>]{0,256})?>/g,
    names: isLooseName,
    value: /[^<>]+(?=<\/)/y,
  },
];

const PLAIN_RULES: readonly ContextRule[] = [
  {
    hint: BEFORE_VALUE,
    lead: /(?<![\w.-])([A-Za-z_][\w.-]{0,63})["']?\s{0,4}[:=]\s{0,4}["']/g,
    names: isLooseName,
    value: /[^"'\n]+/y,
  },
  {
    hint: BEFORE_VALUE,
    lead: /(?<![\w.-])([A-Za-z_][\w.-]{0,63})=/g,
    names: isLooseName,
    value: /[^\s"'&;,<>]+/y,
  },
  {
    hint: BEFORE_VALUE,
    lead: /(?<![\w.-])([A-Za-z_][\w.-]{0,63})["']?:\s{0,4}/g,
    names: isLooseName,
    value: /[^\s"'&;,<>]+/y,
    counts: hasDigit,
  },
];

/** JSON inside a JSON text: `"{\"password\":\"…\"}"`. */
const NESTED_RULES: readonly ContextRule[] = [
  {
    hint: /\\"/,
    lead: /\\"([A-Za-z_][\w.-]{0,63})\\"\s{0,4}:\s{0,4}\\"/g,
    names: isLooseName,
    value: /[^"\\]+/y,
  },
];

const STRUCTURED_RULES = [...RULES, ...NESTED_RULES];
const ALL_RULES = [...RULES, ...PLAIN_RULES];

function* ruled(text: string, { lead, names, value, counts = always }: ContextRule): Generator<TextSpan> {
  lead.lastIndex = 0;
  for (let match = lead.exec(text); match; match = lead.exec(text)) {
    if (!names(match[1] as string)) continue;
    const start = lead.lastIndex;
    value.lastIndex = start;
    const found = value.exec(text)?.[0];
    if (found === undefined) continue;
    // Skip the value even if it does not count: reading it again for every name inside would be quadratic.
    lead.lastIndex = start + found.length;
    if (!found.includes(MASK) && counts(found)) yield { start, end: start + found.length };
  }
}

/** Chat and automation webhooks whose URL is the credential; the last part is secret. */
const HOOKS: readonly RegExp[] = [
  /hooks\.slack(?:-gov)?\.com(?:\\?\/)(?:services|workflows|triggers)(?:\\?\/)[\w-]{1,64}(?:\\?\/)[\w-]{1,64}(?:\\?\/)([\w-]+(?:\/[\w-]+)?)/g,
  /discord(?:app)?\.com(?:\\?\/)api(?:\\?\/)(?:v\d{1,2}\\?\/)?webhooks(?:\\?\/)\d{1,24}(?:\\?\/)([\w-]+)/g,
  /hooks\.zapier\.com(?:\\?\/)hooks(?:\\?\/)catch(?:\\?\/)\d{1,20}(?:\\?\/)([\w-]+)/g,
  /hook\.(?:[a-z]{2}\d{1,2}\.)?make\.com(?:\\?\/)([\w-]+)/g,
  /(?:\\?\/)with(?:\\?\/)key(?:\\?\/)([\w-]+)/g,
  /api\.telegram\.org(?:\\?\/)bot([\w:-]+)/g,
];

/** Part of each. */
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
  /** The latest that was looked for; rules that share one stand side by side. */
  let hint: RegExp | null = null;
  let isThere = false;
  for (const rule of structured ? STRUCTURED_RULES : ALL_RULES) {
    if (rule.hint !== hint) {
      hint = rule.hint;
      isThere = hint.test(literal);
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
