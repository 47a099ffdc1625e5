import { type DecodedView, decodedViewsOf } from './decoded-views.rules.ts';
import { type KnownMatcher, matcherFor } from './known-matcher.rules.ts';
import type { KnownValue } from './known-values.rules.ts';
import { MASK } from './mask.rules.ts';
import { memoizeByText } from './memoize.rules.ts';
import { ENCODED_FORM, possibleValues, READABLE_FORM } from './possible-values.rules.ts';
import type { SearchOptions, SearchVariant } from './search-variants.rules.ts';
import type { MaskSpan } from './spans.rules.ts';

export interface KnownSearch {
  /** `readings` are the views of the text, passed in so that several searches can share them. */
  find(text: string, readings?: () => readonly DecodedView[]): MaskSpan[];
}

export const emptySearch: KnownSearch = { find: () => [] };

/** After this many matchers for subsets of the values, one is built for all of them. */
const MAX_PARTIAL_MATCHERS = 3;

function distinct(values: Iterable<KnownValue>, most: number): KnownValue[] {
  const seen = new Set<string>();
  const kept: KnownValue[] = [];
  for (const known of values) {
    seen.add(known.value);
    if (seen.size > most) break;
    kept.push(known);
  }
  return kept;
}

/**
 * Finds values in any view of a text, whole or in pieces that are long enough
 * (contract: History and stats 13). Most text contains none of them, which is determined much faster than a
 * matcher is built.
 */
export function createKnownSearch(values: Iterable<KnownValue>, how: SearchOptions): KnownSearch {
  const all = distinct(values, how.most);
  if (all.length === 0) return emptySearch;
  const possible = possibleValues(all);
  /** The forms of each value that the current matcher covers. */
  const held = new Uint8Array(all.length);
  let matcher: KnownMatcher | null = null;
  let made = 0;

  /** A cached matcher that covers at least the needed values. */
  function matcherWith(needed: Uint8Array): KnownMatcher {
    const lacks = needed.some((how, i) => (how & ~(held[i] as number)) !== 0);
    if (matcher !== null && !lacks) return matcher;
    made++;
    for (const i of all.keys())
      held[i] =
        made > MAX_PARTIAL_MATCHERS
          ? READABLE_FORM | ENCODED_FORM
          : (held[i] as number) | (needed[i] as number);
    const coded = new Set(all.filter((_, i) => ((held[i] as number) & ENCODED_FORM) !== 0));
    matcher = matcherFor(
      all.filter((_, i) => held[i] !== 0),
      how,
      (known) => coded.has(known),
    );
    return matcher;
  }

  function find(
    readings: readonly DecodedView[],
    maskOf: (wanted: SearchVariant) => string | undefined,
  ): MaskSpan[] {
    const needed = possible.inAny(readings.map(({ text }) => text));
    if (needed.every((how) => how === 0)) return [];
    const matches = matcherWith(needed);
    const found: MaskSpan[] = [];
    for (const { text, sourceOf, isNew } of readings)
      for (const span of matches(text, maskOf))
        if (isNew(span.start, span.end)) found.push({ ...span, ...sourceOf(span.start, span.end) });
    return found;
  }

  /** A mask that contains a known value would reveal it, and would be masked again endlessly. */
  const safeMasks = new Map<string, string>();
  function safe(mask: string): string {
    const known = safeMasks.get(mask);
    if (known !== undefined) return known;
    const shown = find(decodedViewsOf(mask), () => undefined).length > 0 ? MASK : mask;
    safeMasks.set(mask, shown);
    return shown;
  }
  const maskOf = ({ known: { mask, weight }, code }: SearchVariant) => {
    if (mask === undefined) return undefined;
    return code && weight < 2 ? MASK : safe(mask);
  };

  return {
    find: memoizeByText((text, readings: () => readonly DecodedView[] = () => decodedViewsOf(text)) =>
      find(readings(), maskOf),
    ),
  };
}
