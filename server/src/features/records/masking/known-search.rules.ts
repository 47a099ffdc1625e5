import { automatonOf } from './automaton.rules.ts';
import { type KnownValue, LATIN } from './known-values.rules.ts';
import { MASK } from './mask.rules.ts';
import { type Reading, readingsOf } from './readings.rules.ts';
import { remembering } from './remembering.rules.ts';
import type { Hidden } from './spans.rules.ts';
import { foldOf, type How, type Wanted, wantedOf } from './wanted-forms.rules.ts';

const isWordSign = (sign: string | undefined) => sign !== undefined && LATIN.test(sign);
/** Whether no word goes on across a position. */
const isEdge = (text: string, at: number) => !isWordSign(text[at - 1]) || !isWordSign(text[at]);

/** After this many comparisons per character, matches within hidden text are no longer extended. */
const MAX_COMPARED = 4;

const isLowered = (value: string, sign: string | undefined) =>
  sign !== value[0] && sign === value[0]?.toLowerCase();

export interface KnownSearch {
  /** `readings`, if given, are those of the text, so that several searches share them. */
  find(text: string, readings?: () => Iterable<Reading>): Hidden[];
}

export const knowsNothing: KnownSearch = { find: () => [] };

/** Finds values in a text however it is read, whole or in pieces that are long enough. */
export function searchFor(values: Iterable<KnownValue>, how: How): KnownSearch {
  const all = wantedOf(values, how);
  if (all.length === 0) return knowsNothing;
  const fold = foldOf(how);
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

  const counts = ({ known, code, starts, ends }: Wanted, text: string, start: number, end: number) => {
    if (code) return true;
    if (known.cased && isLowered(known.value, text[start])) return false;
    if (!known.alone) return true;
    // A piece has been cut at its other end, and what follows there may be anything.
    const isWhole = starts.some(({ length }) => length === end - start);
    const fromStart = starts.length > 0 && isEdge(text, start) && (!isWhole || isEdge(text, end));
    return fromStart || (ends.length > 0 && isEdge(text, end));
  };

  function findIn(text: string, masks: readonly (string | undefined)[]): Hidden[] {
    const found: Hidden[] = [];
    let hiddenTo = 0;
    let compared = 0;
    automaton.find(text, (start, end, index) => {
      const one = all[index] as Wanted;
      if (!counts(one, text, start, end)) return false;
      const isCompared = end > hiddenTo || compared < MAX_COMPARED * text.length;
      const from = isCompared ? preceded(one.ends, text, start, end) : start;
      const to = isCompared ? followed(one.starts, text, start, end) : end;
      compared += (to - end) * one.starts.length + (start - from) * one.ends.length;
      hiddenTo = Math.max(hiddenTo, to);
      const { weight } = one.known;
      const mask = masks[index];
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
  }

  function find(readings: Iterable<Reading>, masks: readonly (string | undefined)[]): Hidden[] {
    const found: Hidden[] = [];
    for (const reading of readings)
      for (const span of findIn(reading.text, masks))
        found.push({ ...span, ...reading.sourceOf(span.start, span.end) });
    return found;
  }

  // A mask with a known value in it would show it, and be masked again forever.
  const masks = all.map(({ known: { mask, weight }, code }) => {
    if (mask === undefined) return undefined;
    return (code && weight < 2) || find(readingsOf(mask), []).length > 0 ? MASK : mask;
  });
  return {
    find: remembering((text, readings: () => Iterable<Reading> = () => readingsOf(text)) =>
      find(readings(), masks),
    ),
  };
}
