import { contextualCredentialSpans } from './contextual-credentials.rules.ts';
import { credentialMembers } from './credential-names.rules.ts';
import { type LiquidView, liquidView, TAG_PLACEHOLDER } from './liquid-view.rules.ts';
import { isMask, MASK } from './mask.rules.ts';
import type { TextSpan } from './spans.rules.ts';
import { type MaskedTextKind, structureOf, type TextPart, type TextStructure } from './structure.rules.ts';
import { tokenSpans } from './token-shapes.rules.ts';

const ANY_SCHEME = /^\s*(?:bearer|basic)\s+/i;
const AUTHORIZATION_SCHEME =
  /^\s*(?:bearer|basic|digest|negotiate|ntlm|hawk|hmac|hmac-sha256|aws4-hmac-sha256|oauth|signature|sharedaccesssignature|sharedkey|bot|jwt|mac|dpop|vapid|splunk|ssws|discogs|[a-z-]{0,24}(?:key|token))\s+/i;

/** Next to a reference, such words only describe its use: `Token token={{ secrets.X }}`. */
const USAGE = /^[\W_]*(?:[A-Za-z][A-Za-z-]{1,20}(?:\s+|=["']?))*$/;
const SECRET_REFERENCE = /\{\{-?\s{0,8}secrets\s{0,8}[.[]|\[secret:/;
/** Names have few case changes (`myApiKey`), random tokens many. */
const CASE_CHANGE = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Ll})/gu;
const MAX_CASE_CHANGES = 4;
/** Text this short between or after references is not a credential. */
const MAX_GLUE = 3;

const isUsage = (text: string) =>
  USAGE.test(text) &&
  text.split(/[^\p{L}]+/u).every((word) => (word.match(CASE_CHANGE)?.length ?? 0) <= MAX_CASE_CHANGES);

const isGlue = (text: string, besideSecret: boolean) =>
  text.replace(/[^\p{L}\p{N}]/gu, '').length <= MAX_GLUE || (besideSecret && isUsage(text));

/** The literal parts of a value that is a credential by its name; Liquid in it is kept as written. */
function credentialSpans(view: LiquidView, from: number, to: number, kind?: MaskedTextKind): TextSpan[] {
  const { text: source, literal, outer } = view;
  const value = literal.slice(from, to);
  const scheme = (kind === 'authorization' ? AUTHORIZATION_SCHEME : ANY_SCHEME).exec(value);
  const skipped = scheme?.[0].length ?? 0;
  const withLiquid = outer.slice(from, to).includes(TAG_PLACEHOLDER);
  const withSecret = withLiquid && SECRET_REFERENCE.test(source.slice(from, to));
  const spans: TextSpan[] = [];
  for (let at = skipped; at < value.length; ) {
    const fill = value.indexOf(TAG_PLACEHOLDER, at);
    const end = fill < 0 ? value.length : fill;
    const piece = value.slice(at, end);
    const lead = piece.length - piece.trimStart().length;
    const text = piece.trim();
    if (text !== '' && !isMask(text) && !(withLiquid && isGlue(piece, withSecret)))
      spans.push({ start: from + at + lead, end: from + at + lead + text.length });
    at = end + 1;
  }
  return spans;
}

const KEPT_WORDS = /^(?:true|false|null)$/;

/** Quotes remain outside the mask; `jsonSpans` adds them to a bare number. */
function partSpans(view: LiquidView, { start, end }: TextPart): TextSpan[] {
  const raw = view.outer.slice(start, end);
  if (raw.startsWith('"')) {
    const closed = raw.length > 1 && raw.endsWith('"');
    return credentialSpans(view, start + 1, closed ? end - 1 : end);
  }
  return credentialSpans(view, start, end);
}

function jsonSpans(view: LiquidView, part: TextPart): TextSpan[] {
  const raw = view.outer.slice(part.start, part.end);
  if (KEPT_WORDS.test(raw)) return [];
  if (raw.startsWith('"') || raw.includes(TAG_PLACEHOLDER)) return partSpans(view, part);
  return isMask(raw) ? [] : [{ start: part.start, end: part.end, mask: `"${MASK}"` }];
}

/** Longer text is not a member's name. */
const MAX_NAME_VALUE = 100;

const unquoted = (raw: string) => (raw.startsWith('"') ? raw.slice(1, -1) : raw);

/** Spans of the values that are credentials by their name or a name above them. */
function structuredSpans(view: LiquidView, { root, json }: TextStructure): TextSpan[] {
  const spans: TextSpan[] = [];
  const visit = (part: TextPart, above: boolean) => {
    if (part.parts === null) {
      if (above) for (const span of json ? jsonSpans(view, part) : partSpans(view, part)) spans.push(span);
      return;
    }
    const named = credentialMembers(
      part.parts.map(({ name, start, end, parts }) => ({
        name: name ?? '',
        text: parts === null && end - start < MAX_NAME_VALUE ? unquoted(view.outer.slice(start, end)) : null,
      })),
    );
    part.parts.forEach((inner, i) => {
      visit(inner, above || inner.credential || named[i] === true);
    });
  };
  visit(root, false);
  return spans;
}

/** Sorts spans and joins those that touch, because two adjacent masks would not be recognized. */
export function mergeSpans(spans: readonly TextSpan[]): TextSpan[] {
  const result: TextSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last === undefined || span.start > last.end) {
      result.push({ ...span });
      continue;
    }
    last.end = Math.max(last.end, span.end);
    if (span.mask !== undefined && last.start === span.start) last.mask = span.mask;
  }
  return result;
}

/** Any text with more than a bare token contains one of these. */
const CREDENTIAL_HINT = /[=:：＝@<\\{]|bearer|basic|hook|with\/key|telegram/i;

/** The spans of literal credentials in a text. */
export function credentialsIn(text: string, kind: MaskedTextKind = 'free'): TextSpan[] {
  // Shorter text can only be recognized as a credential by its context.
  if (kind === 'free' && text.length < 6) return [];
  if (kind === 'free' && !CREDENTIAL_HINT.test(text)) return mergeSpans(tokenSpans(text));
  const view = liquidView(text);
  if (kind === 'authorization' || kind === 'credential')
    return mergeSpans(credentialSpans(view, 0, text.length, kind));
  const structure = structureOf(view, kind);
  const found = structure === null ? [] : structuredSpans(view, structure);
  for (const span of contextualCredentialSpans(view, structure !== null))
    found.push(...credentialSpans(view, span.start, span.end));
  found.push(...tokenSpans(view.literal));
  return mergeSpans(found);
}

export function applyMasks(text: string, spans: readonly TextSpan[]): string {
  let result = '';
  let from = 0;
  for (const { start, end, mask } of spans) {
    result += text.slice(from, start) + (mask ?? MASK);
    from = end;
  }
  return result + text.slice(from);
}
