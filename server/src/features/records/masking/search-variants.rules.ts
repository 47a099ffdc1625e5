import { anyCase, sameCase } from './automaton.rules.ts';
import { canonicalText } from './decoded-views.rules.ts';
import { encodedVariantsOf, readFormsOf } from './encodings.rules.ts';
import type { KnownValue } from './known-values.rules.ts';
import { lengthsIn } from './pieces.rules.ts';

export interface SearchOptions {
  caseMatters: boolean;
  /** Whether to find pieces of a value too, because other systems may have truncated it. */
  pieces: boolean;
  /** Limits the values, because a body may be full of credentials. */
  most: number;
}

/** For responses, which may contain known values in any form. */
export const THOROUGH_SEARCH: SearchOptions = { caseMatters: false, pieces: true, most: 1000 };
/** For the values of a request within the request itself: runs often, on text that people want to read. */
export const EXACT_SEARCH: SearchOptions = { caseMatters: true, pieces: false, most: 256 };

export const caseFoldingOf = ({ caseMatters }: SearchOptions) => (caseMatters ? sameCase : anyCase);

/** How much of a form to search for; beyond that, the text is compared with the form. */
const LONGEST = 32;
/** Limits the total length of all variants. Beyond it, only plain values are added; secrets come first. */
const MAX_SIGNS = 400_000;
/** How many forms with the same start or end are compared further. */
const MAX_SHARED_PREFIXES = 4;

/** A text to search for, with the forms that begin or end with it. */
export interface SearchVariant {
  text: string;
  known: KnownValue;
  /** Whether the forms are encoded and must be decoded to be readable. */
  code: boolean;
  starts: string[];
  ends: string[];
}

const addTo = (forms: string[], form: string) => {
  if (forms.length < MAX_SHARED_PREFIXES && !forms.includes(form)) forms.push(form);
};

/** The forms to compare a match with: including its surroundings if the value is part of a longer one. */
function comparedWith({ within }: KnownValue, read: string): { from: string; upTo: string } {
  if (within === undefined) return { from: read, upTo: read };
  const from = canonicalText(within.value.slice(within.at));
  const upTo = canonicalText(within.value.slice(0, within.at)) + read;
  return { from: from.startsWith(read) ? from : read, upTo };
}

/** All variants to search for; encoded forms only of values that may occur encoded. */
export function searchVariantsOf(
  values: Iterable<KnownValue>,
  how: SearchOptions,
  isCoded: (known: KnownValue) => boolean = () => true,
): SearchVariant[] {
  const wanted = new Map<string, SearchVariant>();
  let signs = 0;
  const want = (known: KnownValue, code: boolean, text: string): SearchVariant => {
    const key = how.caseMatters ? text : text.toLowerCase();
    const before = wanted.get(key);
    if (before !== undefined) return before;
    const made: SearchVariant = { text, known, code, starts: [], ends: [] };
    wanted.set(key, made);
    signs += text.length;
    return made;
  };
  const addStartVariant = (known: KnownValue, code: boolean, form: string, shortest: number, whole = form) =>
    addTo(want(known, code, form.slice(0, Math.min(shortest, LONGEST))).starts, whole);
  const addEndVariant = (known: KnownValue, code: boolean, form: string, shortest: number, whole = form) => {
    const length = Math.max(Math.min(shortest, LONGEST), (known.shownEnd ?? -1) + 1);
    if (length < form.length) addTo(want(known, code, form.slice(-length)).ends, whole);
  };

  const seen = new Set<string>();
  for (const known of values) {
    seen.add(known.value);
    if (seen.size > how.most) break;
    const isPlainOnly = signs >= MAX_SIGNS;
    const reads = isPlainOnly ? [canonicalText(known.value)] : readFormsOf(known.value);
    for (const [i, read] of reads.entries()) {
      if (read.trim() === '') continue;
      const pieces = how.pieces ? lengthsIn(i === 0 ? known.value : read, read) : null;
      const { from, upTo } = i === 0 ? comparedWith(known, read) : { from: read, upTo: read };
      addStartVariant(known, false, read, pieces?.start ?? read.length, from);
      if (pieces !== null && !isPlainOnly) addEndVariant(known, false, read, pieces.end, upTo);
    }
    if (isPlainOnly || !isCoded(known)) continue;
    for (const { text, lengths } of encodedVariantsOf(known.value)) {
      addStartVariant(known, true, text, how.pieces ? lengths.start : text.length);
      if (how.pieces) addEndVariant(known, true, text, lengths.end);
    }
  }
  return [...wanted.values()];
}
