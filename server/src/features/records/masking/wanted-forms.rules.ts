import { formsOf, type Reach } from './encodings.rules.ts';
import type { KnownValue } from './known-values.rules.ts';

export interface How {
  forms: Reach;
  caseMatters: boolean;
  /** A prefix of this length is hidden too, as far as the text matches the value. */
  shortestPart: number;
  /** Limit on values: a body may be full of credentials. */
  most: number;
}

/** What an execution knows may come back from anywhere, in any encoding. */
export const ANYHOW: How = {
  forms: 'all',
  caseMatters: false,
  shortestPart: Number.POSITIVE_INFINITY,
  most: 1000,
};
/** What a request contains is searched for in the request itself, often, in text that people want to read. */
export const AS_WRITTEN: How = { forms: 'common', caseMatters: true, shortestPart: 32, most: 256 };

/** Shorter encodings turn up by chance. */
const MIN_CODED = 5;
const MIN_CODE = 6;
/** Limit on all forms together. Past it only plain values are searched for; secrets come first. */
const MAX_SIGNS = 400_000;
/** How many forms with one prefix are compared to their ends. */
const MAX_ALIKE = 4;

/** A prefix to search for, with the forms that start with it. */
export interface Wanted {
  known: KnownValue;
  /** The forms must be decoded to be read. */
  code: boolean;
  forms: string[];
}

/** All forms to search for, by prefix. */
export function wantedOf(
  values: Iterable<KnownValue>,
  { forms, shortestPart, most }: How,
): ReadonlyMap<string, Wanted> {
  const wanted = new Map<string, Wanted>();
  const alikeOf = (text: string) => wanted.get(text.slice(0, shortestPart));
  let signs = 0;
  let count = 0;
  for (const known of values) {
    if (alikeOf(known.value)?.forms.includes(known.value) !== true && ++count > most) break;
    const { escapes, codes } =
      signs < MAX_SIGNS ? formsOf(known.value, forms) : { escapes: [known.value], codes: [] };
    const telling = known.value.length < MIN_CODED ? [] : codes.filter((code) => code.length >= MIN_CODE);
    for (const [i, text] of [...escapes, ...telling].entries()) {
      const alike = alikeOf(text);
      if (alike === undefined) {
        const beginning = text.slice(0, shortestPart);
        wanted.set(beginning, { known, code: i >= escapes.length, forms: [text] });
        signs += beginning.length;
      } else if (alike.forms.length < MAX_ALIKE && !alike.forms.includes(text)) alike.forms.push(text);
    }
  }
  return wanted;
}
