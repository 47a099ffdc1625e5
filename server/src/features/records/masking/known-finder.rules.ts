import { type Automaton, automatonOf, type Match } from './automaton.rules.ts';
import { codesOf, escapesOf } from './encodings.rules.ts';
import { MASK } from './mask.rules.ts';
import { type KnownValue, LATIN, MIN_INSIDE } from './personal-values.rules.ts';
import type { Hidden } from './spans.rules.ts';

/** Shorter codes turn up by chance. */
const MIN_CODED = 5;
const MIN_CODE = 6;
/** Bound on all that is looked for. Past it only the values themselves are, and secrets come first. */
const MAX_SIGNS = 400_000;
const MAX_VALUES = 1000;

/** An escape may end in a letter or digit that is no part of a word: `\nMaria`, `%20Maria`, `%2520Maria`, `\u0020Maria`. */
const ESCAPE = /(?:\\[nrtbf]|%(?:25){0,2}[0-9a-f]{2}|=[0-9a-f]{2}|\\u[0-9a-f]{4})$/i;
const MAX_ESCAPE = 7;
const isWordSign = (sign: string | undefined) => sign !== undefined && LATIN.test(sign);

function standsAlone(text: string, { start, end }: Match): boolean {
  if (isWordSign(text[end]) && isWordSign(text[end - 1])) return false;
  if (!isWordSign(text[start - 1]) || !isWordSign(text[start])) return true;
  return ESCAPE.test(text.slice(Math.max(0, start - MAX_ESCAPE), start));
}

const isLowered = (value: string, sign: string | undefined) =>
  sign !== value[0] && sign === value[0]?.toLowerCase();

export interface KnownFinder {
  find(text: string): Hidden[];
  /** How much at the end of a text that was cut may be the beginning of a known value. */
  openEnd(text: string): number;
}

export const knowsNothing: KnownFinder = { find: () => [], openEnd: () => 0 };

interface Form {
  known: KnownValue;
  code: boolean;
}

export function knownFinder(values: readonly KnownValue[]): KnownFinder {
  const forms = new Map<string, Form>();
  let signs = 0;
  for (const known of values.slice(0, MAX_VALUES)) {
    const coded = known.value.length >= MIN_CODED && signs < MAX_SIGNS;
    const codes = coded ? codesOf(known.value).filter((code) => code.length >= MIN_CODE) : [];
    const escapes = signs < MAX_SIGNS ? escapesOf(known.value) : [known.value];
    for (const [i, text] of [...escapes, ...codes].entries()) {
      if (forms.has(text)) continue;
      forms.set(text, { known, code: i >= escapes.length });
      signs += text.length;
    }
  }
  if (forms.size === 0) return knowsNothing;
  const all = [...forms.values()];
  const automaton: Automaton = automatonOf([...forms.keys()]);
  const counts = (text: string) => (match: Match) => {
    const { known, code } = all[match.index] as Form;
    if (code) return true;
    if (known.cased && isLowered(known.value, text[match.start])) return false;
    return !known.alone || standsAlone(text, match);
  };
  const raw = (text: string) => automaton.find(text, counts(text));
  // A mask that holds a known value would show it, and be masked again for ever.
  const masks = all.map(({ known, code }) =>
    (code && known.weight < 2) || raw(known.mask).length > 0 ? MASK : known.mask,
  );
  return {
    find: (text) =>
      raw(text).map(({ start, end, index }) => ({
        start,
        end,
        mask: masks[index] as string,
        weight: (all[index] as Form).known.weight,
      })),
    openEnd: (text) => {
      const open = automaton.openEnd(text);
      return open >= MIN_INSIDE ? open : 0;
    },
  };
}
