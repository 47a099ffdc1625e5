import { type LiquidView, TAG_PLACEHOLDER } from './liquid-view.rules.ts';

/** A structural part of a text: a member of an object, an item of a list, or a part of a URL. */
export interface TextPart {
  /** The member's name; an item has none. */
  name: string | null;
  start: number;
  end: number;
  /** `null` for a value. */
  parts: TextPart[] | null;
  list: boolean;
  /** Whether its position alone makes it a credential. */
  credential: boolean;
}

export type MaskedTextKind = 'free' | 'url' | 'cookie' | 'authorization' | 'credential';

const part = (name: string | null, start: number, end: number, credential = false): TextPart => ({
  name,
  start,
  end,
  parts: null,
  list: false,
  credential,
});

/** Deeper brackets are ignored; request bodies end at 64. */
const MAX_DEPTH = 100;
const BLANK = new RegExp(`[\\s${TAG_PLACEHOLDER}]`);
const JSON_TOKEN = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|[{}[\],]|[^\s{}[\],":]+/g;
const COLON = /\s*:/y;

const group = (name: string | null, start: number, list: boolean): TextPart & { parts: TextPart[] } => ({
  ...part(name, start, start),
  parts: [],
  list,
});

/** Parses JSON that Liquid may have broken up. It never fails; at worst it finds less. */
function jsonParts(outer: string): TextPart {
  const root = group(null, 0, false);
  root.end = outer.length;
  const open = [root];
  let ignored = 0;
  let name: string | null = null;
  JSON_TOKEN.lastIndex = 0;
  for (let match = JSON_TOKEN.exec(outer); match; match = JSON_TOKEN.exec(outer)) {
    const { 0: token, index } = match;
    const inside = open.at(-1) as typeof root;
    const end = index + token.length;
    if (token === ',') name = null;
    else if (token === '{' || token === '[') {
      if (open.length > MAX_DEPTH) {
        ignored++;
        continue;
      }
      const next = group(name, index, token === '[');
      inside.parts.push(next);
      open.push(next);
      name = null;
    } else if (token === '}' || token === ']') {
      if (ignored > 0) ignored--;
      else if (open.length > 1) {
        inside.end = end;
        open.pop();
      }
      name = null;
    } else if (token[0] === '"' && !inside.list && isFollowedByColon(outer, end)) {
      name = unescapedName(token);
    } else {
      inside.parts.push(part(name, index, end));
    }
  }
  for (const unclosed of open) unclosed.end = outer.length;
  return root;
}

/** Names come escaped too: `"\\u043f\\u0430…"`. */
function unescapedName(token: string): string {
  if (!token.includes('\\')) return token.slice(1, -1);
  try {
    return JSON.parse(token);
  } catch {
    return token.slice(1, -1);
  }
}

/** Whether a text starts and ends like an object or list, ignoring Liquid around it. */
function isJsonLike(outer: string): boolean {
  let start = 0;
  let end = outer.length - 1;
  while (start < end && BLANK.test(outer[start] as string)) start++;
  while (end > start && BLANK.test(outer[end] as string)) end--;
  const ends = `${outer[start]}${outer[end]}`;
  return end > start && (ends === '{}' || ends === '[]');
}

function isFollowedByColon(text: string, at: number): boolean {
  COLON.lastIndex = at;
  return COLON.test(text);
}

/** A decoded name or value of a query or form. */
export function decodedQueryPart(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** `a=1&b=2`, or cookies. In a cookie every value is a credential, even without a name. */
function pairParts(text: string, start: number, end: number, separator: string, cookie = false): TextPart[] {
  const parts: TextPart[] = [];
  for (let from = start; from <= end; ) {
    const found = text.indexOf(separator, from);
    const to = found < 0 || found > end ? end : found;
    const pair = text.slice(from, to);
    const sign = pair.indexOf('=');
    if (sign >= 0)
      parts.push(part(decodedQueryPart(pair.slice(0, sign)).trim(), from + sign + 1, to, cookie));
    else if (to > from) parts.push(part(null, from, to, cookie));
    from = to + 1;
  }
  return parts;
}

const whole = (text: string, parts: TextPart[], name: string | null = null): TextPart => ({
  name,
  start: 0,
  end: text.length,
  parts,
  list: false,
  credential: false,
});

const AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i;
const DEFAULT_PORT = /^(http:\/\/.*):80$|^(https:\/\/.*):443$/;

/** Scheme, host and port, without the userinfo: the destination of a URL's credentials. */
function originIn(outer: string, text: string): string {
  const match = AUTHORITY.exec(outer);
  if (!match) return '';
  const authority = match[1] as string;
  const from = match[0].length - authority.length;
  // URL parsers disagree about a backslash here, so such a URL matches only itself.
  if (authority.includes('\\')) return text;
  const host = text.slice(from + authority.lastIndexOf('@') + 1, match[0].length);
  const origin = (text.slice(0, from) + host).toLowerCase();
  return origin.replace(DEFAULT_PORT, '$1$2');
}

/**
 * Userinfo, path, query members and fragment, grouped by origin, because parts of different origins are
 * different locations.
 */
function urlParts({ outer, text }: LiquidView): TextPart | null {
  const match = AUTHORITY.exec(outer);
  if (!match) return null;
  const parts: TextPart[] = [];
  const authority = match[1] as string;
  const from = match[0].length - authority.length;
  const at = authority.lastIndexOf('@');
  if (at >= 0) {
    const colon = authority.indexOf(':');
    const split = colon >= 0 && colon < at ? colon : at;
    parts.push(part('\0user', from, from + split, true));
    if (split < at) parts.push(part('\0password', from + split + 1, from + at, true));
  }
  const hash = outer.indexOf('#', match[0].length);
  const end = hash < 0 ? outer.length : hash;
  const mark = outer.indexOf('?', match[0].length);
  const query = mark >= 0 && mark < end ? mark : end;
  parts.push(part('\0path', match[0].length, query));
  if (query < end) parts.push(...pairParts(outer, query + 1, end, '&'));
  if (end < outer.length) parts.push(part('\0fragment', end + 1, outer.length));
  return whole(text, parts, originIn(outer, text));
}

const URL_ALONE = /^https?:\/\/\S*$/i;
const FORM = /^[\p{L}_%][\p{L}\p{M}\p{N}_.\-[\]%+]{0,160}=[^\n]*$/u;

export interface TextStructure {
  root: TextPart;
  json: boolean;
}

/** The parts of a text; `null` if it has no structure but lines. */
export function structureOf(view: LiquidView, kind: MaskedTextKind): TextStructure | null {
  const { outer, text } = view;
  const plain = (root: TextPart | null) => root && { root, json: false };
  if (kind === 'cookie') return plain(whole(text, pairParts(outer, 0, outer.length, ';', true)));
  if (kind === 'url' || (kind === 'free' && URL_ALONE.test(outer))) return plain(urlParts(view));
  if (kind !== 'free') return null;
  if (isJsonLike(outer)) return { root: jsonParts(outer), json: true };
  return FORM.test(outer) ? plain(whole(text, pairParts(outer, 0, outer.length, '&'))) : null;
}
