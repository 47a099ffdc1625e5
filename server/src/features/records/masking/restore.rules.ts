import type { Json } from '../../../kernel/json.ts';
import { credentialsIn, masked } from './credential-spans.rules.ts';
import type { KnownSearch } from './known-search.rules.ts';
import { liquidView } from './liquid-view.rules.ts';
import { MASK } from './mask.rules.ts';
import { type Part, structureOf, type TextKind } from './structure.rules.ts';
import type { Span } from './token-shapes.rules.ts';
import { allSpans, isObject, namedEntries } from './tree.rules.ts';

/** A value with its place; equal places have equal keys. */
interface Placed {
  place: string | number;
  start: number;
  end: number;
}

/** Numbers the places, so that a long name is read once and not once per value below it. */
function placing() {
  const numbers = new Map<string, number>();
  const numberOf = (key: string) => {
    const known = numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, known);
    return known;
  };
  const visit = (part: Part, place: number, result: Placed[]) => {
    if (part.parts === null) {
      result.push({ place, start: part.start, end: part.end });
      return;
    }
    const total = new Map<string | null, number>();
    for (const { name } of part.parts) total.set(name, (total.get(name) ?? 0) + 1);
    const seen = new Map<string | null, number>();
    for (const inner of part.parts) {
      const nth = (seen.get(inner.name) ?? 0) + 1;
      seen.set(inner.name, nth);
      // In a list that grew or shrank an item may be another one, so the count is part of the place.
      const key = `${place} ${nth} ${total.get(inner.name)} ${inner.name === null ? '' : `=${inner.name}`}`;
      visit(inner, numberOf(key), result);
    }
  };
  return (root: Part) => {
    const result: Placed[] = [];
    visit(root, numberOf(`${root.list} ${root.name}`), result);
    return result;
  };
}

/** The places of a text without structure: lines, joined where a credential spans several. */
function linesOf(text: string, spans: readonly Span[]): Placed[] {
  const lines: Placed[] = [];
  let start = 0;
  let at = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) {
    while (at < spans.length && (spans[at] as Span).end <= end) at++;
    const span = spans[at];
    if (span !== undefined && span.start <= end) continue;
    lines.push({ place: 'line', start, end });
    start = end + 1;
  }
  lines.push({ place: 'line', start, end: text.length });
  return lines;
}

const keyOf = (place: string | number, text: string) => `${place}\n${text}`;

/** The originals of the stored text's masked values, by place and masked text. */
function keptValues(
  text: string,
  spans: readonly Span[],
  values: readonly Placed[],
): Map<string, string | null> {
  const kept = new Map<string, string | null>();
  let at = 0;
  for (const { place, start, end } of values) {
    while (at < spans.length && (spans[at] as Span).end <= start) at++;
    const inside: Span[] = [];
    for (let i = at; i < spans.length && (spans[i] as Span).start < end; i++) inside.push(spans[i] as Span);
    if (inside.length === 0 || inside.some((span) => span.start < start || span.end > end)) continue;
    const plain = text.slice(start, end);
    const moved = inside.map((span) => ({ ...span, start: span.start - start, end: span.end - start }));
    const key = keyOf(place, masked(plain, moved));
    // Different values with the same mask cannot be told apart: neither is restored.
    kept.set(key, !kept.has(key) || kept.get(key) === plain ? plain : null);
  }
  return kept;
}

/** The sent text with masked values restored from the same places of the stored text. */
export function restoreText(sent: string, stored: string, kind: TextKind, known: KnownSearch): string {
  if (!sent.includes(MASK)) return sent;
  const spans = allSpans(stored, credentialsIn(stored, kind), known);
  if (sent === masked(stored, spans)) return stored;
  if (spans.length === 0 || kind === 'credential' || kind === 'authorization') return sent;
  const [ours, theirs] = [structureOf(liquidView(stored), kind), structureOf(liquidView(sent), kind)];
  if ((ours === null) !== (theirs === null) || ours?.json !== theirs?.json) return sent;
  const place = placing();
  const kept = keptValues(stored, spans, ours ? place(ours.root) : linesOf(stored, spans));
  let result = '';
  let from = 0;
  for (const value of theirs ? place(theirs.root) : linesOf(sent, [])) {
    const text = sent.slice(value.start, value.end);
    const found = text.includes(MASK) ? kept.get(keyOf(value.place, text)) : undefined;
    if (found === undefined || found === null) continue;
    result += sent.slice(from, value.start) + found;
    from = value.end;
  }
  return result + sent.slice(from);
}

/** The sent value with masked leaves restored from the same paths of the stored value. */
export function restoreTree(sent: Json, stored: Json, hidden: Json, known: KnownSearch, above = false): Json {
  if (typeof sent === 'string') {
    if (stored === hidden || !sent.includes(MASK)) return sent;
    if (sent === hidden) return stored;
    return typeof stored === 'string' && !above ? restoreText(sent, stored, 'free', known) : sent;
  }
  if (Array.isArray(sent) && Array.isArray(stored) && Array.isArray(hidden))
    return restoreList(sent, stored, hidden, known, above);
  if (!isObject(sent) || !isObject(stored) || !isObject(hidden)) return sent;
  const named = new Map(namedEntries(stored).map(([name, , credential]) => [name, credential]));
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      if (!Object.hasOwn(stored, name)) return [name, value];
      const inside = above || named.get(name) === true;
      return [name, restoreTree(value, stored[name] as Json, hidden[name] as Json, known, inside)];
    }),
  );
}

/** An item keeps its credentials only if it is clearly the same item; its position alone does not say so. */
function restoreList(
  sent: Json[],
  stored: Json[],
  hidden: Json[],
  known: KnownSearch,
  above: boolean,
): Json[] {
  const items = hidden.map((item) => JSON.stringify(item));
  const shown = new Set(items);
  return sent.map((item, i) => {
    if (i >= stored.length) return item;
    const text = JSON.stringify(item);
    if (!text.includes(MASK)) return item;
    const same = text === items[i];
    if (!same && (sent.length !== stored.length || shown.has(text))) return item;
    return restoreTree(item, stored[i] as Json, hidden[i] as Json, known, above);
  });
}
