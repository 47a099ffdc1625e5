import { MASK } from './mask.rules.ts';
import { allMatches, type TextSpan } from './spans.rules.ts';

/** IP addresses of people. Private and loopback addresses do not identify anyone. */

const V4 = /(?<![\w.*/+-])(?:\d{1,3}\.){3}\d{1,3}(?![\w*]|[.-]\d)/g;
/** After such a word, four numbers with dots are usually a version. */
const VERSION = /(?:version|ver|v|build|release|firmware|driver|update)[\s:.=]{0,3}$/i;
const CALLED_IP = /(?:ip|addr|address|client|from|host)[\s:=("'\\]{0,4}$/i;
const PRIVATE = /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|255)\./;
const BEFORE = 12;

function isV4(found: string, before: string): boolean {
  if (PRIVATE.test(found) || VERSION.test(before)) return false;
  if (!found.split('.').every((part) => Number(part) <= 255 && (part === '0' || !part.startsWith('0'))))
    return false;
  return found.length >= 11 || CALLED_IP.test(before);
}

const V6 = /(?<![\w:.*])[0-9a-f]{1,4}(?::[0-9a-f]{0,4}){2,7}(?![\w:*])/gi;

/** Part of every IPv6 address, and faster to test. */
const V6_PART = /:[0-9a-f]{0,4}:/i;

function isV6(found: string): boolean {
  const halves = found.split('::');
  const groups = found.split(':').filter(Boolean);
  if (halves.length > 2 || /^(?:fe[89ab]|f[cd])/i.test(found) || !/\d/.test(found)) return false;
  if (halves.length === 2)
    return groups.length >= 3 && groups.length < 8 && groups.some((group) => group.length > 2);
  return groups.length === 8;
}

export function networkSpans(text: string): TextSpan[] {
  const spans: TextSpan[] = [];
  const add = (start: number, found: string) => spans.push({ start, end: start + found.length, mask: MASK });
  for (const { 0: found, index } of allMatches(V4, text))
    if (isV4(found, text.slice(Math.max(0, index - BEFORE), index))) add(index, found);
  if (V6_PART.test(text))
    for (const { 0: found, index } of allMatches(V6, text)) if (isV6(found)) add(index, found);
  return spans;
}

/** A value that is only an IP address, private or not. */
export const isIpAddress = (text: string) =>
  /^\s*(?:(?:\d{1,3}\.){3}\d{1,3}|[0-9a-f:]*:[0-9a-f:]*:[0-9a-f:.]*)(?:\/\d{1,3})?\s*$/i.test(text) &&
  text.length < 64;
