import { contextualCredentialSpans } from './contextual-credentials.rules.ts';
import { credentialMembers } from './credential-names.rules.ts';
import { FILL, type LiquidView, liquidView } from './liquid-view.rules.ts';
import { isMask, MASK } from './mask.rules.ts';
import { type Part, type Structure, structureOf, type TextKind } from './structure.rules.ts';
import { type Span, tokenSpans } from './token-shapes.rules.ts';

const ANY_SCHEME = /^\s*(?:bearer|basic)\s+/i;
const AUTHORIZATION_SCHEME =
  /^\s*(?:bearer|basic|digest|negotiate|ntlm|hawk|hmac|hmac-sha256|aws4-hmac-sha256|oauth|signature|sharedaccesssignature|sharedkey|bot|jwt|mac|dpop|vapid|splunk|ssws|discogs|[a-z-]{0,24}(?:key|token))\s+/i;

/** Beside a reference, such words only say how it is used: `Token token={{ secrets.X }}`. */
const USAGE = /^[\W_]*(?:[A-Za-z][A-Za-z-]{1,20}(?:\s+|=["']?))*$/;
const SECRET_REFERENCE = /\{\{-?\s{0,8}secrets\s{0,8}[.[]|\[secret:/;
/** What joins two references, or ends one, is too short to open anything. */
const MAX_GLUE = 3;

const isGlue = (text: string, besideSecret: boolean) =>
  text.replace(/[^\p{L}\p{N}]/gu, '').length <= MAX_GLUE || (besideSecret && USAGE.test(text));

/** The literal parts of a value that is a credential by its name; Liquid in it stays as written. */
function credentialSpans(view: LiquidView, from: number, to: number, kind?: TextKind): Span[] {
  const { text: source, literal, outer } = view;
  const value = literal.slice(from, to);
  const scheme = (kind === 'authorization' ? AUTHORIZATION_SCHEME : ANY_SCHEME).exec(value);
  const skipped = scheme?.[0].length ?? 0;
  const withLiquid = outer.slice(from, to).includes(FILL);
  const withSecret = withLiquid && SECRET_REFERENCE.test(source.slice(from, to));
  const spans: Span[] = [];
  for (let at = skipped; at < value.length; ) {
    const fill = value.indexOf(FILL, at);
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

/** A value in a text that holds JSON: quotes stay outside, and a bare number becomes a text. */
function partSpans(view: LiquidView, { start, end }: Part): Span[] {
  const raw = view.outer.slice(start, end);
  if (raw.startsWith('"')) {
    const closed = raw.length > 1 && raw.endsWith('"');
    return credentialSpans(view, start + 1, closed ? end - 1 : end);
  }
  return credentialSpans(view, start, end);
}

function jsonSpans(view: LiquidView, part: Part): Span[] {
  const raw = view.outer.slice(part.start, part.end);
  if (KEPT_WORDS.test(raw)) return [];
  if (raw.startsWith('"') || raw.includes(FILL)) return partSpans(view, part);
  return isMask(raw) ? [] : [{ start: part.start, end: part.end, mask: `"${MASK}"` }];
}

/** A longer text names no other member. */
const MAX_NAME_VALUE = 100;

const unquoted = (raw: string) => (raw.startsWith('"') ? raw.slice(1, -1) : raw);

/** Visits every value with whether its name, or a name above it, makes it a credential. */
function structuredSpans(view: LiquidView, { root, json }: Structure): Span[] {
  const spans: Span[] = [];
  const visit = (part: Part, above: boolean) => {
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

/** In order and apart: masks that touch would read as one longer mask and no longer be one. */
export function merged(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
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

/** Where the literal credentials of a text stand. */
export function credentialsIn(text: string, kind: TextKind = 'free'): Span[] {
  // Nothing shorter holds a credential that its place does not already tell.
  if (kind === 'free' && text.length < 6) return [];
  const view = liquidView(text);
  if (kind === 'authorization' || kind === 'credential')
    return merged(credentialSpans(view, 0, text.length, kind));
  const structure = structureOf(view, kind);
  const found = structure === null ? [] : structuredSpans(view, structure);
  for (const span of contextualCredentialSpans(view, structure !== null))
    found.push(...credentialSpans(view, span.start, span.end));
  found.push(...tokenSpans(view.literal));
  return merged(found);
}

export function masked(text: string, spans: readonly Span[]): string {
  let result = '';
  let from = 0;
  for (const { start, end, mask } of spans) {
    result += text.slice(from, start) + (mask ?? MASK);
    from = end;
  }
  return result + text.slice(from);
}
