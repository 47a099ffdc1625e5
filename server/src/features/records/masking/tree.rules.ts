import type { Json, JsonObject } from '../../../kernel/json.ts';
import { credentialMembers } from './credential-names.rules.ts';
import { applyMasks, credentialsIn, mergeSpans } from './credential-spans.rules.ts';
import { createKnownSearch, emptySearch, type KnownSearch } from './known-search.rules.ts';
import { wholeCredentials } from './known-values.rules.ts';
import { liquidView } from './liquid-view.rules.ts';
import { MASK } from './mask.rules.ts';
import { EXACT_SEARCH } from './search-variants.rules.ts';
import type { TextSpan } from './spans.rules.ts';
import type { MaskedTextKind } from './structure.rules.ts';

/** Maps one string or number. `true`, `false` and `null` are not sensitive and are never visited. */
export type LeafMapper = (value: string | number, kind: MaskedTextKind) => string | number;

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The members of an object, each with whether its name indicates a credential. */
export function namedEntries(value: JsonObject): [string, Json, boolean][] {
  const entries = Object.entries(value);
  const named = credentialMembers(
    entries.map(([name, inner]) => ({ name, text: typeof inner === 'string' ? inner : null })),
  );
  return entries.map(([name, inner], i) => [name, inner, named[i] === true]);
}

/** `Object.fromEntries` keeps a member called `__proto__` a plain member. */
export function mapLeaves(value: Json, leaf: LeafMapper, above = false): Json {
  if (typeof value === 'string' || typeof value === 'number')
    return leaf(value, above ? 'credential' : 'free');
  if (Array.isArray(value)) return value.map((item) => mapLeaves(item, leaf, above));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    namedEntries(value).map(([name, inner, named]) => [name, mapLeaves(inner, leaf, above || named)]),
  );
}

function attempt(read: () => unknown): string {
  try {
    const value = read();
    return typeof value === 'string' ? value : '';
  } catch {
    return '';
  }
}

/** A credential as written and unescaped. */
export function literalVariantsOf(literal: string): string[] {
  const all = [literal];
  if (literal.includes('\\')) all.push(attempt(() => JSON.parse(`"${literal}"`)));
  if (literal.includes('%')) all.push(attempt(() => decodeURIComponent(literal)));
  return all;
}

/** The spans of credentials in one text: its own, and those known from elsewhere. */
export function allSpans(text: string, own: readonly TextSpan[], known: KnownSearch): readonly TextSpan[] {
  const found = known === emptySearch ? [] : known.find(liquidView(text).literal);
  return found.length === 0 ? own : mergeSpans([...own, ...found]);
}

export interface MaskResult<T> {
  masked: T;
  changed: boolean;
  /** Finds the credentials of this value in any other text. */
  known: KnownSearch;
}

type CredentialSearch = (text: string, kind?: MaskedTextKind) => readonly TextSpan[];

/** The credentials that `walk` visits, as written and unescaped. `own` receives the spans of each leaf. */
export function visitedLiterals(
  walk: (leaf: LeafMapper) => unknown,
  credentials: CredentialSearch = credentialsIn,
  own: (readonly TextSpan[])[] = [],
): ReadonlySet<string> {
  const literals = new Set<string>();
  walk((value, kind) => {
    const spans = typeof value === 'string' ? credentials(value, kind) : [];
    own.push(spans);
    for (const { start, end } of spans)
      for (const reading of literalVariantsOf(String(value).slice(start, end))) literals.add(reading);
    if (typeof value === 'number' && kind === 'credential') literals.add(String(value));
    return value;
  });
  return literals;
}

/**
 * Masks everything that `walk` visits, in two passes: a credential found in one leaf, or known to the caller,
 * is hidden in all of them. A caller that masks the same leaves again may pass a caching `credentials`.
 */
export function maskVisitedLeaves<T>(
  walk: (leaf: LeafMapper) => T,
  credentials: CredentialSearch = credentialsIn,
  known: readonly string[] = [],
): MaskResult<T> {
  const own: (readonly TextSpan[])[] = [];
  const literals = visitedLiterals(walk, credentials, own);
  const search = createKnownSearch(wholeCredentials(new Set([...known, ...literals])), EXACT_SEARCH);
  let at = 0;
  let changed = false;
  const result = walk((value, kind) => {
    const before = own[at++] ?? [];
    if (typeof value === 'number') {
      if (kind !== 'credential' && search.find(String(value)).length === 0) return value;
      changed = true;
      return MASK;
    }
    const spans = allSpans(value, before, search);
    if (spans.length > 0) changed = true;
    return applyMasks(value, spans);
  });
  return { masked: result, changed, known: search };
}

/** Masks the literal credentials in a text. */
export const maskText = (text: string): string =>
  maskVisitedLeaves((leaf) => leaf(text, 'free') as string).masked;

/** Masks the literal credentials in a JSON value. */
export const maskTree = (value: Json): Json => maskVisitedLeaves((leaf) => mapLeaves(value, leaf)).masked;
