import { type KnownMatcher, matcherFor } from './known-matcher.rules.ts';
import type { KnownValue } from './known-values.rules.ts';
import { MASK } from './mask.rules.ts';
import { AS_IT_READS, CODED, possibleValues } from './possible-values.rules.ts';
import { type Reading, readingsOf } from './readings.rules.ts';
import { remembering } from './remembering.rules.ts';
import type { Hidden } from './spans.rules.ts';
import type { How, Wanted } from './wanted-forms.rules.ts';

export interface KnownSearch {
  /** `readings`, if given, are those of the text, so that several searches share them. */
  find(text: string, readings?: () => readonly Reading[]): Hidden[];
}

export const knowsNothing: KnownSearch = { find: () => [] };

/** After so many matchers for some of the values, one is made for all of them. */
const MOST_MADE = 3;

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
 * Finds values in a text however it is read, whole or in pieces that are long enough. Most texts hold none of them,
 * which is seen far more quickly than a matcher is made.
 */
export function searchFor(values: Iterable<KnownValue>, how: How): KnownSearch {
  const all = distinct(values, how.most);
  if (all.length === 0) return knowsNothing;
  const possible = possibleValues(all);
  /** How each is known to the matcher. */
  const held = new Uint8Array(all.length);
  let matcher: KnownMatcher | null = null;
  let made = 0;

  /** One that knows at least what is needed. */
  function matcherWith(needed: Uint8Array): KnownMatcher {
    const lacks = needed.some((how, i) => (how & ~(held[i] as number)) !== 0);
    if (matcher !== null && !lacks) return matcher;
    made++;
    for (const i of all.keys())
      held[i] = made > MOST_MADE ? AS_IT_READS | CODED : (held[i] as number) | (needed[i] as number);
    const coded = new Set(all.filter((_, i) => ((held[i] as number) & CODED) !== 0));
    matcher = matcherFor(
      all.filter((_, i) => held[i] !== 0),
      how,
      (known) => coded.has(known),
    );
    return matcher;
  }

  function find(readings: readonly Reading[], maskOf: (wanted: Wanted) => string | undefined): Hidden[] {
    const needed = possible.inAny(readings.map(({ text }) => text));
    if (needed.every((how) => how === 0)) return [];
    const matches = matcherWith(needed);
    const found: Hidden[] = [];
    for (const { text, sourceOf, isNew } of readings)
      for (const span of matches(text, maskOf))
        if (isNew(span.start, span.end)) found.push({ ...span, ...sourceOf(span.start, span.end) });
    return found;
  }

  /** A mask with a known value in it would show it, and be masked again forever. */
  const safeMasks = new Map<string, string>();
  function safe(mask: string): string {
    const known = safeMasks.get(mask);
    if (known !== undefined) return known;
    const shown = find(readingsOf(mask), () => undefined).length > 0 ? MASK : mask;
    safeMasks.set(mask, shown);
    return shown;
  }
  const maskOf = ({ known: { mask, weight }, code }: Wanted) => {
    if (mask === undefined) return undefined;
    return code && weight < 2 ? MASK : safe(mask);
  };

  return {
    find: remembering((text, readings: () => readonly Reading[] = () => readingsOf(text)) =>
      find(readings(), maskOf),
    ),
  };
}
