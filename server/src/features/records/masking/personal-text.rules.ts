import { applyMasks } from './credential-spans.rules.ts';
import { emailSpans } from './emails.rules.ts';
import { type LiquidView, liquidView } from './liquid-view.rules.ts';
import { maskedValue } from './named-values.rules.ts';
import { nameInProseSpans } from './names-in-prose.rules.ts';
import { networkSpans } from './networks.rules.ts';
import { numberSpans } from './numbers.rules.ts';
import {
  IDENTIFYING_KINDS,
  isFullName,
  type NameContext,
  NO_NAME_CONTEXT,
  personalMembers,
} from './personal-members.rules.ts';
import { type PersonalHint, personalHintOf } from './personal-names.rules.ts';
import { phoneSpans } from './phones.rules.ts';
import { resolveOverlaps, type TextSpan } from './spans.rules.ts';
import { type MaskedTextKind, structureOf, type TextPart } from './structure.rules.ts';

function attempt(read: () => unknown, otherwise: string): string {
  try {
    const value = read();
    return typeof value === 'string' ? value : otherwise;
  } catch {
    return otherwise;
  }
}

const decoded = (raw: string) =>
  /[%+]/.test(raw) ? attempt(() => decodeURIComponent(raw.replaceAll('+', ' ')), raw) : raw;
const quoted = (text: string) => JSON.stringify(text).slice(1, -1);
const MAX_NESTED = 3;

function leafSpans(
  view: LiquidView,
  { start, end }: TextPart,
  kind: PersonalHint,
  json: boolean,
  depth: number,
): TextSpan[] {
  const raw = view.outer.slice(start, end);
  if (!json) {
    const mask = maskedValue(kind, decoded(raw));
    return mask === null ? [] : [{ start, end, mask: /[%+]/.test(raw) ? encodeURIComponent(mask) : mask }];
  }
  if (!raw.startsWith('"')) {
    const mask = /^-?\d/.test(raw) && kind !== 'name' ? maskedValue(kind, raw) : null;
    return mask === null ? [] : [{ start, end, mask: `"${mask}"` }];
  }
  const to = raw.length > 1 && raw.endsWith('"') ? end - 1 : end;
  const inside = view.text.slice(start + 1, to);
  const text = inside.includes('\\') ? attempt(() => JSON.parse(`"${inside}"`), inside) : inside;
  const mask = maskedValue(kind, text);
  if (mask !== null) return [{ start: start + 1, end: to, mask: quoted(mask) }];
  if (depth < MAX_NESTED && text !== inside && /^\s{0,8}[[{]/.test(text)) {
    const nested = resolveOverlaps(personalSpans(text, 'free', depth + 1));
    if (nested.length > 0) return [{ start: start + 1, end: to, mask: quoted(applyMasks(text, nested)) }];
  }
  return [];
}

/** History keeps the beginning of a long body; its names still count. */
const CUT_JSON = /^\s{0,8}(?:\{\s{0,8}"|\[\s{0,8}[{["\d])/;
/** Longer text does not name a sibling. */
const MAX_NAMING_LENGTH = 100;

/** Handles JSON, forms, queries and cookies within a text, where names decide as in a tree. */
function structuredSpans(text: string, kind: MaskedTextKind, depth: number): TextSpan[] {
  const open = kind === 'free' && CUT_JSON.test(text) && !/[}\]]\s{0,8}$/.test(text);
  const view = liquidView(open ? text + (text.trimStart().startsWith('{') ? '}' : ']') : text);
  const structure = structureOf(view, kind);
  if (structure === null) return [];
  const spans: TextSpan[] = [];
  const visit = (part: TextPart, place: NameContext) => {
    if (part.parts === null) {
      spans.push(...leafSpans(view, part, place.kind, structure.json, depth));
      return;
    }
    if (part.list) {
      for (const item of part.parts) visit(item, place);
      return;
    }
    const places = personalMembers(
      part.parts.map(({ name, start, end, parts }) => {
        const raw = view.outer.slice(start, Math.min(end, start + MAX_NAMING_LENGTH));
        return { name: name ?? '', text: parts === null ? raw.replace(/^"|"$/g, '') : null };
      }),
      place,
    );
    part.parts.forEach((inner, i) => {
      visit(inner, inner.name === null ? place : (places[i] as NameContext));
    });
  };
  visit(structure.root, NO_NAME_CONTEXT);
  if (open) for (const span of spans) span.end = Math.min(span.end, text.length);
  return spans;
}

const ELEMENT = /<(?:[\w-]{1,32}:)?([A-Za-z][\w.-]{0,63})(?:\s[^<>]{0,256})?>/g;
const CONTENT = /[^<>]+(?=<\/)/y;

interface Element extends TextSpan {
  kind: PersonalHint;
  content: string;
}

function elementsOf(text: string): Element[] {
  const elements: Element[] = [];
  ELEMENT.lastIndex = 0;
  for (let match = ELEMENT.exec(text); match; match = ELEMENT.exec(text)) {
    const kind = personalHintOf(match[1] as string);
    if (kind === null) continue;
    CONTENT.lastIndex = ELEMENT.lastIndex;
    const content = CONTENT.exec(text)?.[0];
    if (content === undefined) continue;
    elements.push({ start: ELEMENT.lastIndex, end: CONTENT.lastIndex, kind, content });
    ELEMENT.lastIndex = CONTENT.lastIndex;
  }
  return elements;
}

function elementSpans(text: string): TextSpan[] {
  const elements = elementsOf(text);
  const about = elements.some(({ kind }) => IDENTIFYING_KINDS.has(kind));
  return elements.flatMap(({ start, end, kind, content }) => {
    const mask = maskedValue(kind === 'who' && about && isFullName(content) ? 'name' : kind, content);
    return mask === null ? [] : [{ start, end, mask }];
  });
}

/** The shortest phone number, account number or network address. */
const MIN_NUMBER = 5;
/**
 * Text of only these characters contains no personal data: no capitals for names, no digits for numbers, no
 * syntax for members.
 */
const PERSONAL_HINT = /[^a-z ,.;!?'()*#~|$^`>/_+\n-]/;

/** The spans of personal data in a text, as far as the text alone reveals it. */
export function personalSpans(text: string, kind: MaskedTextKind = 'free', depth = 0): TextSpan[] {
  if (!PERSONAL_HINT.test(text)) return [];
  const spans = structuredSpans(text, kind, depth);
  if (text.includes('</')) spans.push(...elementSpans(text));
  if (/@|%40|&#|&commat|u0040|＠/i.test(text)) spans.push(...emailSpans(text));
  if (text.length >= MIN_NUMBER && /\d/.test(text))
    spans.push(...phoneSpans(text), ...numberSpans(text), ...networkSpans(text));
  spans.push(...nameInProseSpans(text));
  return spans;
}
