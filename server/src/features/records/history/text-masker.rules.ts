import { masked } from '../masking/credential-spans.rules.ts';
import { emailSpans } from '../masking/emails.rules.ts';
import { longestFormOf } from '../masking/encodings.rules.ts';
import { type KnownSearch, knowsNothing, searchFor } from '../masking/known-search.rules.ts';
import { type KnownValue, knownPersonal, type PersonalValue } from '../masking/known-values.rules.ts';
import { MASK } from '../masking/mask.rules.ts';
import { personalSpans } from '../masking/personal-text.rules.ts';
import { type Reading, readingsOf, visible } from '../masking/readings.rules.ts';
import { remembering } from '../masking/remembering.rules.ts';
import { type Hidden, resolveOverlaps } from '../masking/spans.rules.ts';
import type { TextKind } from '../masking/structure.rules.ts';
import { ANYHOW } from '../masking/wanted-forms.rules.ts';
import { cutText, MAX_TEXT } from './cut.rules.ts';

/** Hides known and recognisable values in single texts. */
export interface TextMasker {
  hide(text: string, kind: TextKind): string;
  hideSecrets(text: string): string;
  /** Known values and addresses only: in names of members, which may be addresses, and in ids of others. */
  hideName(name: string): string;
  knows(text: string): boolean;
  /** At most `MAX_TEXT` characters, never ending within something that must be hidden. */
  cut(text: string): string;
  /** A masker that also knows these. */
  with(personal: readonly PersonalValue[]): TextMasker;
}

/** Characters read past the cut, to recognise what spans it, however it is encoded. */
const LOOKAHEAD = 2048;
const MAX_ROUNDS = 5;

/** Repeats until nothing is left to hide: a mask may complete a new match. */
function replaced(text: string, find: (text: string) => readonly Hidden[]): string {
  let result = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = masked(result, resolveOverlaps(find(result)));
    if (next === result) return result;
    result = next;
  }
  return find(result).length > 0 ? MASK : result;
}

const personalAs = (kind: TextKind) => remembering((text) => personalSpans(text, kind));

/** Every way to read a text, for several searches. */
export type ReadingsIn = (text: string) => readonly Reading[];
export const createReadings = (): ReadingsIn => remembering((text) => readingsOf(text));

/** Shorter texts are read as a whole. */
const LONG = 1024;

/** Of long texts only what can hold one of these values. */
function createReadingsFor(values: readonly KnownValue[]): ReadingsIn {
  let reach: number | undefined;
  return remembering((text) => {
    if (text.length < LONG) return readingsOf(text);
    reach ??= values.reduce((most, value) => Math.max(most, longestFormOf(value)), 0);
    return readingsOf(text, reach);
  });
}

export function createTextMasker(
  secrets: readonly KnownValue[],
  personal: readonly PersonalValue[],
  given?: ReadingsIn,
  secretSearch: KnownSearch = searchFor(secrets, ANYHOW),
): TextMasker {
  const people = knownPersonal(personal);
  const readingsIn = given ?? createReadingsFor([...secrets, ...people]);
  const searches = [secretSearch, searchFor(people, ANYHOW)].filter((search) => search !== knowsNothing);
  const known = (text: string) => {
    let read: readonly Reading[] | undefined;
    const readings = () => {
      read ??= readingsIn(text);
      return read;
    };
    return searches.flatMap((search) => search.find(text, readings));
  };
  const personalIn = { free: personalAs('free'), url: personalAs('url') };
  const all = (kind: TextKind) => {
    const personalOf = kind === 'free' || kind === 'url' ? personalIn[kind] : personalAs(kind);
    return (text: string) => [...known(text), ...personalOf(text)];
  };
  const isKnown = new Set(personal.map(({ kind, value }) => `${kind} ${value}`));

  const masker: TextMasker = {
    hide(text, kind) {
      const shown = replaced(text, all(kind));
      const bare = visible(shown);
      if (bare === shown) return shown;
      const again = replaced(bare, all(kind));
      return again === bare ? shown : again;
    },
    hideSecrets: (text) =>
      secretSearch === knowsNothing
        ? text
        : replaced(text, (inner) => secretSearch.find(inner, () => readingsIn(inner))),
    hideName: (name) => replaced(name, (inner) => [...known(inner), ...emailSpans(inner)]),
    knows: (text) => known(text).length > 0,
    cut(text) {
      if (text.length <= MAX_TEXT) return text;
      const seen = cutText(text, MAX_TEXT + LOOKAHEAD);
      const spans = resolveOverlaps(all('free')(seen));
      const across = spans.find(({ start, end }) => start < MAX_TEXT && end > MAX_TEXT);
      return cutText(text, across ? across.start : MAX_TEXT);
    },
    with(more) {
      const others = more.filter(({ kind, value }) => !isKnown.has(`${kind} ${value}`));
      if (others.length === 0) return masker;
      return createTextMasker(secrets, [...personal, ...others], given, secretSearch);
    },
  };
  return masker;
}
