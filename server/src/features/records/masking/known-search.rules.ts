import { anyCase, automatonOf, sameCase } from './automaton.rules.ts';
import { type KnownValue, LATIN, MIN_INSIDE } from './known-values.rules.ts';
import { MASK } from './mask.rules.ts';
import type { Hidden } from './spans.rules.ts';
import { type How, type Wanted, wantedOf } from './wanted-forms.rules.ts';

/** The last letter or digit of an escape does not belong to the word after it: `\nMaria`, `%2520Maria`. */
const ESCAPE = /(?:\\[nrtbf]|%(?:25){0,2}[0-9a-f]{2}|=[0-9a-f]{2}|\\u[0-9a-f]{4})$/i;
const MAX_ESCAPE = 7;
const isWordSign = (sign: string | undefined) => sign !== undefined && LATIN.test(sign);

function standsAlone(text: string, start: number, end: number): boolean {
  if (isWordSign(text[end]) && isWordSign(text[end - 1])) return false;
  if (!isWordSign(text[start - 1]) || !isWordSign(text[start])) return true;
  return ESCAPE.test(text.slice(Math.max(0, start - MAX_ESCAPE), start));
}

/** After this many comparisons per character, matches within hidden text are no longer extended. */
const MAX_COMPARED = 4;

const isLowered = (value: string, sign: string | undefined) =>
  sign !== value[0] && sign === value[0]?.toLowerCase();

export interface KnownSearch {
  find(text: string): Hidden[];
  /** How many characters at the end of a cut text may be the start of a known value. */
  openEnd(text: string): number;
}

export const knowsNothing: KnownSearch = { find: () => [], openEnd: () => 0 };

export function searchFor(values: Iterable<KnownValue>, how: How): KnownSearch {
  const wanted = wantedOf(values, how);
  if (wanted.size === 0) return knowsNothing;
  const all = [...wanted.values()];
  const fold = how.caseMatters ? sameCase : anyCase;
  const automaton = automatonOf([...wanted.keys()], fold);

  const counts = ({ known, code }: Wanted, text: string, start: number, end: number) => {
    if (code) return true;
    if (known.cased && isLowered(known.value, text[start])) return false;
    return !known.alone || standsAlone(text, start, end);
  };
  const isAlike = (a: string, b: string, i: number, k: number) =>
    fold[a.charCodeAt(i)] === fold[b.charCodeAt(k)];
  /** Where the longest match with one of the forms ends. */
  const followed = ({ forms }: Wanted, text: string, start: number, end: number) => {
    let furthest = end;
    for (const form of forms) {
      const last = Math.min(text.length, start + form.length);
      let at = end;
      while (at < last && isAlike(text, form, at, at - start)) at++;
      furthest = Math.max(furthest, at);
    }
    return furthest;
  };

  function find(text: string, masks: readonly (string | undefined)[]): Hidden[] {
    const found: Hidden[] = [];
    let hiddenTo = 0;
    let compared = 0;
    automaton.find(text, (start, end, index) => {
      const one = all[index] as Wanted;
      if (!counts(one, text, start, end)) return false;
      const isFollowed = end > hiddenTo || compared < MAX_COMPARED * text.length;
      const to = isFollowed ? followed(one, text, start, end) : end;
      compared += (to - end) * one.forms.length;
      hiddenTo = Math.max(hiddenTo, to);
      const { weight } = one.known;
      const mask = masks[index];
      const last = found.at(-1);
      if (mask !== undefined) found.push({ start, end: to, mask, weight });
      else if (last === undefined || last.mask !== undefined || last.weight !== weight || start >= last.end)
        found.push({ start, end: to, weight });
      else {
        last.start = Math.min(last.start, start);
        last.end = Math.max(last.end, to);
      }
      return true;
    });
    return found;
  }

  // A mask with a known value in it would show it, and be masked again forever.
  const masks = all.map(({ known: { mask, weight }, code }) => {
    if (mask === undefined) return undefined;
    return (code && weight < 2) || find(mask, []).length > 0 ? MASK : mask;
  });
  return {
    find: (text) => find(text, masks),
    openEnd: (text) => {
      const open = automaton.openEnd(text);
      return open >= MIN_INSIDE ? open : 0;
    },
  };
}
