import { maskedEmail, maskedName } from './mask.rules.ts';
import { allMatches, type TextSpan } from './spans.rules.ts';

/** The at-sign, plain and as escaped in queries, HTML and JSON. */
const AT = /@|%40|&#64;|&#x40;|&commat;|\\u0040|＠/gi;
const LOCAL = /[\p{L}\p{N}._%+'-]/u;
const DOMAIN = /(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}])/uy;
const MAX_LOCAL = 64;

/** `logo@2x.png` is a file, `git@host` a machine account. */
const FILE = /\.(?:png|jpe?g|gif|webp|svg|avif|ico|css|m?js|ts|json|html?|pdf|zip|mp4|woff2?)$/i;

/** `<execution>.<message>@…` is the Message-ID of an email we sent, which people look up in other systems. */
const OWN_MESSAGE = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.\d{1,3}$/;

function localStart(text: string, at: number): number {
  let start = at;
  const floor = Math.max(0, at - MAX_LOCAL);
  if (text[at - 1] === '"') {
    const quote = text.lastIndexOf('"', at - 2);
    if (quote >= floor) return quote;
  }
  while (start > floor && LOCAL.test(text[start - 1] as string)) start--;
  while (start < at && /[.'%-]/.test(text[start] as string)) start++;
  return start;
}

/** `Maria Klein <maria@…>`: the words before are usually a name. */
const SHOWN_NAME = /(?:"([^"<>\n]{1,60})"|((?:\p{Lu}[\p{L}'’.-]{0,30} ?){1,4}))\s?(?:<|&lt;|\\u003c)$/u;
const BEFORE = 100;

function shownName(text: string, start: number): TextSpan | null {
  const before = text.slice(Math.max(0, start - BEFORE), start);
  const match = SHOWN_NAME.exec(before);
  const name = (match?.[1] ?? match?.[2])?.trimEnd();
  if (!match || !name || name.length < 2) return null;
  const at = start - before.length + match.index + (match[1] === undefined ? 0 : 1);
  return { start: at, end: at + name.length, mask: maskedName(name) };
}

export function emailSpans(text: string): TextSpan[] {
  const spans: TextSpan[] = [];
  for (const match of allMatches(AT, text)) {
    const start = localStart(text, match.index);
    if (start === match.index) continue;
    DOMAIN.lastIndex = match.index + match[0].length;
    const domain = DOMAIN.exec(text)?.[0];
    const local = text.slice(start, match.index);
    if (domain === undefined || FILE.test(domain) || local === 'git' || OWN_MESSAGE.test(local)) continue;
    spans.push({ start, end: DOMAIN.lastIndex, mask: maskedEmail(local, match[0], domain) });
    const name = shownName(text, start);
    if (name) spans.push(name);
  }
  return spans;
}
