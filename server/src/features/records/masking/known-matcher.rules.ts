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
/** Whether a position is a word boundary. */
const isEdge = (text: string, at: number) => !isWordSign(text[at - 1]) || !isWordSign(text[at]);

/** After this many comparisons per character, matches within hidden text are no longer extended. */
const MAX_COMPARED = 4;

const isLowered = (value: string, sign: string | undefined) =>
  sign !== value[0] && sign === value[0]?.toLowerCase();

/** Finds values in one view of a text; `maskOf` returns the replacement. */
export type KnownMatcher = (
  text: string,
  maskOf: (wanted: SearchVariant) => string | undefined,
) => MaskSpan[];

/** Building a matcher takes up to 0.4 ms per value, nearly all of it for encoded forms. */
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

  /**
   * Extends a match beyond its first `alike` characters, along the form that it matches for longest. For a
   * secret, as much is hidden as the whole value would take, even if only a piece matches. Otherwise, the
   * mask would reveal how many characters of a guess are right.
   */
  const lengthOf = (
    forms: readonly string[],
    { alone }: KnownValue,
    alike: number,
    room: number,
    goesOn: (form: string, length: number) => boolean,
  ) => {
    const isBlurred = how.pieces && !alone;
    let whole = 0;
    let longest = alike;
    let hidden = alike;
    for (const form of forms) {
      const most = Math.min(room, form.length);
      let length = alike;
      while (length < most && goesOn(form, length)) length++;
      if (length === form.length) whole = Math.max(whole, length);
      longest = Math.max(longest, length);
      hidden = Math.max(hidden, most);
    }
    return isBlurred && longest > whole ? hidden : longest;
  };
  /** The end of the longest match with a form that begins at `start`. */
  const followed = ({ starts, known }: SearchVariant, text: string, start: number, end: number) =>
    start +
    lengthOf(starts, known, end - start, text.length - start, (form, length) =>
      isAlike(text, form, start + length, length),
    );
  /** The start of the longest match with a form that ends at `end`. */
  const preceded = ({ ends, known }: SearchVariant, text: string, start: number, end: number) =>
    end -
    lengthOf(ends, known, end - start, end, (form, length) =>
      isAlike(text, form, end - 1 - length, form.length - 1 - length),
    );

  const counts = ({ known, code, starts, ends }: SearchVariant, text: string, start: number, end: number) => {
    if (code) return true;
    if (known.cased && isLowered(known.value, text[start])) return false;
    if (!known.alone) return true;
    // A piece was cut at its other end, so anything may follow there.
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
      const from = isCompared ? preceded(one, text, start, end) : start;
      const to = isCompared ? followed(one, text, start, end) : end;
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
