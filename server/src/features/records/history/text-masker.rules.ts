import { applyMasks, credentialsIn } from '../masking/credential-spans.rules.ts';
import { type DecodedView, decodedViewsOf, visible } from '../masking/decoded-views.rules.ts';
import { emailSpans } from '../masking/emails.rules.ts';
import { longestFormOf } from '../masking/encodings.rules.ts';
import { withoutInvisible } from '../masking/invisible-characters.rules.ts';
import { createKnownSearch, emptySearch, type KnownSearch } from '../masking/known-search.rules.ts';
import { type KnownValue, knownPersonal, type PersonalValue } from '../masking/known-values.rules.ts';
import { MASK } from '../masking/mask.rules.ts';
import { memoizeByText } from '../masking/memoize.rules.ts';
import { NO_OWN_TEXTS, type OwnTexts, spansOutside } from '../masking/own-texts.rules.ts';
import { personalSpans } from '../masking/personal-text.rules.ts';
import { THOROUGH_SEARCH } from '../masking/search-variants.rules.ts';
import { type MaskSpan, resolveOverlaps, type TextSpan } from '../masking/spans.rules.ts';
import type { MaskedTextKind } from '../masking/structure.rules.ts';
import { MAX_TEXT, truncateText } from './truncate.rules.ts';

/** Hides known and recognizable values in single texts. */
export interface TextMasker {
  hide(text: string, kind: MaskedTextKind): string;
  hideSecrets(text: string): string;
  /**
   * Hides known values and email addresses only: for member names, which may be addresses, and for external
   * IDs.
   */
  hideName(name: string): string;
  knows(text: string): boolean;
  /** The spans of credentials that can be recognized without being known. */
  credentials(text: string, kind: MaskedTextKind): readonly TextSpan[];
  /** At most `MAX_TEXT` characters, never ending within something that must be hidden. */
  cut(text: string): string;
  /** A masker that also hides these. */
  with(personal: readonly PersonalValue[]): TextMasker;
}

/** Characters read past the cut, to recognize what spans it, however it is encoded. */
const LOOKAHEAD = 2048;
const MAX_ROUNDS = 5;

/** Repeats until a round finds no match: a mask may complete a new one. */
function replaced(text: string, find: (text: string) => readonly MaskSpan[]): string {
  let result = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = applyMasks(result, resolveOverlaps(find(result)));
    if (next === result) return result;
    result = next;
  }
  return find(result).length > 0 ? MASK : result;
}

/** Decoded views of a text, cached for several searches. */
export type ViewsOfText = (text: string) => readonly DecodedView[];
export const createDecodedViews = (): ViewsOfText => memoizeByText((text) => decodedViewsOf(text));

/** Shorter texts are read as a whole. */
const LONG = 1024;

/** For long text, views are limited to what can contain one of these values. */
function createReadingsFor(values: readonly KnownValue[]): ViewsOfText {
  let reach: number | undefined;
  return memoizeByText((text) => {
    if (text.length < LONG) return decodedViewsOf(text);
    reach ??= values.reduce((most, value) => Math.max(most, longestFormOf(value)), 0);
    return decodedViewsOf(text, reach);
  });
}

export function createTextMasker(
  secrets: readonly KnownValue[],
  personal: readonly PersonalValue[],
  given?: ViewsOfText,
  own: OwnTexts = NO_OWN_TEXTS,
  secretSearch: KnownSearch = createKnownSearch(secrets, THOROUGH_SEARCH),
): TextMasker {
  const people = knownPersonal(personal);
  const readingsIn = given ?? createReadingsFor([...secrets, ...people]);
  const searches = [secretSearch, createKnownSearch(people, THOROUGH_SEARCH)].filter(
    (search) => search !== emptySearch,
  );
  const known = (text: string) => {
    let read: readonly DecodedView[] | undefined;
    const readings = () => {
      read ??= readingsIn(text);
      return read;
    };
    return searches.flatMap((search) => search.find(text, readings));
  };
  const outsideLinks = spansOutside(own.links);
  const outsideOwn = spansOutside([...own.links, ...own.texts]);
  const personalAs = (kind: MaskedTextKind) =>
    memoizeByText((text) => outsideOwn(text, personalSpans(text, kind)));
  const personalIn = { free: personalAs('free'), url: personalAs('url') };
  const all = (kind: MaskedTextKind) => {
    const personalOf = kind === 'free' || kind === 'url' ? personalIn[kind] : personalAs(kind);
    return (text: string) => [...known(text), ...personalOf(text)];
  };
  const isKnown = new Set(personal.map(({ kind, value }) => `${kind} ${value}`));

  const masker: TextMasker = {
    hide(text, kind) {
      const shown = replaced(text, all(kind));
      const bare = visible(shown);
      const again = bare === shown ? bare : replaced(bare, all(kind));
      return again === bare ? withoutInvisible(shown, bare) : withoutInvisible(again);
    },
    hideSecrets: (text) =>
      secretSearch === emptySearch
        ? text
        : replaced(text, (inner) => secretSearch.find(inner, () => readingsIn(inner))),
    hideName: (name) => withoutInvisible(replaced(name, (inner) => [...known(inner), ...emailSpans(inner)])),
    knows: (text) => known(text).length > 0,
    credentials: (text, kind) => {
      const spans = credentialsIn(text, kind);
      // A value with the name of a credential is one, even if it looks like a link.
      return kind === 'free' ? outsideLinks(text, spans) : spans;
    },
    cut(text) {
      if (text.length <= MAX_TEXT) return text;
      const seen = truncateText(text, MAX_TEXT + LOOKAHEAD);
      const spans = resolveOverlaps(all('free')(seen));
      const across = spans.find(({ start, end }) => start < MAX_TEXT && end > MAX_TEXT);
      return truncateText(text, across ? across.start : MAX_TEXT);
    },
    with(more) {
      const others = more.filter(({ kind, value }) => !isKnown.has(`${kind} ${value}`));
      if (others.length === 0) return masker;
      return createTextMasker(secrets, [...personal, ...others], given, own, secretSearch);
    },
  };
  return masker;
}
