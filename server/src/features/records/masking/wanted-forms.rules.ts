import { formsOf, type Reach } from './encodings.rules.ts';
import type { KnownValue } from './known-values.rules.ts';

/** How values are looked for. */
export interface How {
  forms: Reach;
  /** Letters count only in their own case. */
  caseMatters: boolean;
  /** A beginning of so many characters is hidden too, as far as the text goes on like the value. */
  shortestPart: number;
  /** So many values are looked for; a body may be full of credentials. */
  most: number;
}

/** What an execution knows may come back from anywhere, rewritten by anything. */
export const ANYHOW: How = {
  forms: 'all',
  caseMatters: false,
  shortestPart: Number.POSITIVE_INFINITY,
  most: 1000,
};
/** What a request holds is looked for in the request itself, often, and among text that somebody wants to read. */
export const AS_WRITTEN: How = { forms: 'common', caseMatters: true, shortestPart: 32, most: 256 };

/** Shorter codes turn up by chance. */
const MIN_CODED = 5;
const MIN_CODE = 6;
/** Bound on all that is looked for. Past it only the values themselves are, and secrets come first. */
const MAX_SIGNS = 400_000;
/** Of forms that begin alike so many are followed to their ends. */
const MAX_ALIKE = 4;

/** A beginning that is looked for, with the forms that go on from it. */
export interface Wanted {
  known: KnownValue;
  /** They cannot be read, but give the value back. */
  code: boolean;
  forms: string[];
}

/** All that is looked for, by what is compared first. */
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
