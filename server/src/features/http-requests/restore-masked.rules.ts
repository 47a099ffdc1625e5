import type { Json } from '../../kernel/json.ts';
import { applyMasks, credentialsIn } from '../records/masking/credential-spans.rules.ts';
import type { KnownSearch } from '../records/masking/known-search.rules.ts';
import { liquidView } from '../records/masking/liquid-view.rules.ts';
import { MASK } from '../records/masking/mask.rules.ts';
import type { TextSpan } from '../records/masking/spans.rules.ts';
import { type MaskedTextKind, structureOf, type TextPart } from '../records/masking/structure.rules.ts';
import { allSpans, isObject, namedEntries } from '../records/masking/tree.rules.ts';
import { entryKeys, type ListEntry } from './list-entries.rules.ts';

/** A value and its place. Two values belong together if their places are equal. */
interface PlacedValue {
  place: string | number;
  start: number;
  end: number;
}

/** No value is restored into it, so it needs no identity. */
const unmasked: ListEntry = { text: '', members: new Map() };

function textEntry({ start, end, parts }: TextPart, text: string): ListEntry {
  const written = text.slice(start, end);
  if (!written.includes(MASK)) return unmasked;
  const values = (parts ?? []).filter((inner) => inner.name !== null && inner.parts === null);
  return {
    text: written,
    members: new Map(values.map((inner) => [inner.name as string, text.slice(inner.start, inner.end)])),
  };
}

/** Members by name; a repeated name matches only while it occurs equally often. */
function memberKeys(parts: readonly TextPart[]): string[] {
  const total = new Map<string | null, number>();
  for (const { name } of parts) total.set(name, (total.get(name) ?? 0) + 1);
  const seen = new Map<string | null, number>();
  return parts.map(({ name }) => {
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    return `${nth} ${total.get(name)} ${name === null ? '' : `=${name}`}`;
  });
}

/** Numbers the places, so that a long name is handled once instead of once per value below it. */
function placing() {
  const numbers = new Map<string, number>();
  const numberOf = (key: string) => {
    const known = numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, known);
    return known;
  };
  const visit = (part: TextPart, text: string, place: number, result: PlacedValue[]) => {
    if (part.parts === null) {
      result.push({ place, start: part.start, end: part.end });
      return;
    }
    const keys = part.list
      ? entryKeys(part.parts.map((inner) => textEntry(inner, text)))
      : memberKeys(part.parts);
    for (const [i, inner] of part.parts.entries())
      visit(inner, text, numberOf(`${place} ${keys[i]}`), result);
  };
  return (root: TextPart, text: string) => {
    const result: PlacedValue[] = [];
    visit(root, text, numberOf(`${root.list} ${root.name}`), result);
    return result;
  };
}

/** The lines of a text without structure, joined where a credential spans several. */
function linesOf(text: string, spans: readonly TextSpan[]): { start: number; end: number }[] {
  const lines: { start: number; end: number }[] = [];
  let start = 0;
  let at = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) {
    while (at < spans.length && (spans[at] as TextSpan).end <= end) at++;
    const span = spans[at];
    if (span !== undefined && span.start <= end) continue;
    lines.push({ start, end });
    start = end + 1;
  }
  lines.push({ start, end: text.length });
  return lines;
}

/** Lines are a list: a line is identified by its text, wherever it is. */
function placedLines(text: string): PlacedValue[] {
  const lines = linesOf(text, []);
  const keys = entryKeys(
    lines.map(({ start, end }) => ({ text: text.slice(start, end), members: new Map() })),
  );
  return lines.map((line, i) => ({ place: keys[i] as string, ...line }));
}

const keyOf = (place: string | number, text: string) => `${place}\n${text}`;

/** The sent text with masked values restored from the same places of the stored text. */
export function restoreText(sent: string, stored: string, kind: MaskedTextKind, known: KnownSearch): string {
  if (!sent.includes(MASK)) return sent;
  const spans = allSpans(stored, credentialsIn(stored, kind), known);
  const hidden = applyMasks(stored, spans);
  if (sent === hidden) return stored;
  if (spans.length === 0 || kind === 'credential' || kind === 'authorization') return sent;
  const [plain, read, theirs] = [stored, hidden, sent].map((text) => structureOf(liquidView(text), kind));
  if (read?.json !== theirs?.json || read?.json !== plain?.json) return sent;
  const place = placing();
  const originals = plain ? place(plain.root, stored) : linesOf(stored, spans);
  const shown = read ? place(read.root, hidden) : placedLines(hidden);
  // A mask that parses as structure would shift everything after it.
  if (originals.length !== shown.length) return sent;
  const kept = new Map(
    shown.map(({ place, start, end }, i) => {
      const original = originals[i] as { start: number; end: number };
      return [keyOf(place, hidden.slice(start, end)), stored.slice(original.start, original.end)];
    }),
  );
  let result = '';
  let from = 0;
  for (const { place: at, start, end } of theirs ? place(theirs.root, sent) : placedLines(sent)) {
    const text = sent.slice(start, end);
    const found = text.includes(MASK) ? kept.get(keyOf(at, text)) : undefined;
    if (found === undefined) continue;
    result += sent.slice(from, start) + found;
    from = end;
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

function treeEntry(item: Json): ListEntry {
  const text = JSON.stringify(item);
  if (!text.includes(MASK)) return unmasked;
  const members = isObject(item) ? Object.entries(item) : [];
  const values = members.filter(([, value]) => value !== null && typeof value !== 'object');
  return { text, members: new Map(values.map(([name, value]) => [name, JSON.stringify(value)])) };
}

function restoreList(
  sent: Json[],
  stored: Json[],
  hidden: Json[],
  known: KnownSearch,
  above: boolean,
): Json[] {
  const places = new Map(entryKeys(hidden.map(treeEntry)).map((key, i) => [key, i]));
  return entryKeys(sent.map(treeEntry)).map((key, i) => {
    const item = sent[i] as Json;
    const at = places.get(key);
    return at === undefined ? item : restoreTree(item, stored[at] as Json, hidden[at] as Json, known, above);
  });
}
