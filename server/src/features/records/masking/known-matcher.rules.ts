import { automatonOf } from './automaton.rules.ts';
import { type KnownValue, LATIN } from './known-values.rules.ts';
import {
  caseFoldingOf,
  type SearchOptions,
  type SearchVariant,
  searchVariantsOf,
} from './search-variants.rules.ts';
import type { MaskSpan } from './spans.rules.ts';

const isWordSign = (sign: string | undefined) => sign !== undefined && LATIN.test(sign);
/** Whether no word goes on across a position. */
const isEdge = (text: string, at: number) => !isWordSign(text[at - 1]) || !isWordSign(text[at]);

/** After this many comparisons per character, matches within hidden text are no longer extended. */
const MAX_COMPARED = 4;

const isLowered = (value: string, sign: string | undefined) =>
  sign !== value[0] && sign === value[0]?.toLowerCase();

/** Finds values in one reading of a text; `maskOf` says what is shown instead. */
export type KnownMatcher = (
  text: string,
  maskOf: (wanted: SearchVariant) => string | undefined,
) => MaskSpan[];

/** Making it costs up to 0.4 ms for each value, nearly all of it for codes. */
export function matcherFor(
  values: Iterable<KnownValue>,
  how: SearchOptions,
  isCoded?: (known: KnownValue) => boolean,
): KnownMatcher {
  const all = searchVariantsOf(values, how, isCoded);
  const fold = caseFoldingOf(how);
  const automaton = automatonOf(
    all.map(({ text }) => text),
    fold,
  );
  const isAlike = (a: string, b: string, i: number, k: number) =>
    fold[a.charCodeAt(i)] === fold[b.charCodeAt(k)];

  /** Where the longest match ends with a form that begins at `start`. */
  const followed = (forms: readonly string[], text: string, start: number, end: number) => {
    let furthest = end;
    for (const form of forms) {
      const last = Math.min(text.length, start + form.length);
      let at = end;
      while (at < last && isAlike(text, form, at, at - start)) at++;
      furthest = Math.max(furthest, at);
    }
    return furthest;
  };
  /** Where the longest match begins with a form that ends at `end`. */
  const preceded = (forms: readonly string[], text: string, start: number, end: number) => {
    let furthest = start;
    for (const form of forms) {
      const first = Math.max(0, end - form.length);
      let at = start;
      while (at > first && isAlike(text, form, at - 1, at - 1 - end + form.length)) at--;
      furthest = Math.min(furthest, at);
    }
    return furthest;
  };

  const counts = ({ known, code, starts, ends }: SearchVariant, text: string, start: number, end: number) => {
    if (code) return true;
    if (known.cased && isLowered(known.value, text[start])) return false;
    if (!known.alone) return true;
    // A piece has been cut at its other end, and what follows there may be anything.
    const isWhole = starts.some(({ length }) => length === end - start);
    const fromStart = starts.length > 0 && isEdge(text, start) && (!isWhole || isEdge(text, end));
    return fromStart || (ends.length > 0 && isEdge(text, end));
  };

  return (text, maskOf) => {
    const found: MaskSpan[] = [];
    let hiddenTo = 0;
    let compared = 0;
    automaton.find(text, (start, end, index) => {
      const one = all[index] as SearchVariant;
      if (!counts(one, text, start, end)) return false;
      const isCompared = end > hiddenTo || compared < MAX_COMPARED * text.length;
      const from = isCompared ? preceded(one.ends, text, start, end) : start;
      const to = isCompared ? followed(one.starts, text, start, end) : end;
      compared += (to - end) * one.starts.length + (start - from) * one.ends.length;
      hiddenTo = Math.max(hiddenTo, to);
      const { weight } = one.known;
      const mask = maskOf(one);
      const last = found.at(-1);
      if (mask !== undefined) found.push({ start: from, end: to, mask, weight });
      else if (last === undefined || last.mask !== undefined || last.weight !== weight || from >= last.end)
        found.push({ start: from, end: to, weight });
      else {
        last.start = Math.min(last.start, from);
        last.end = Math.max(last.end, to);
      }
      return true;
    });
    return found;
  };
}
