import { masked } from '../masking/credential-spans.rules.ts';
import { emailSpans } from '../masking/emails.rules.ts';
import { type KnownSearch, searchFor } from '../masking/known-search.rules.ts';
import { type KnownValue, knownPersonal, type PersonalValue } from '../masking/known-values.rules.ts';
import { MASK } from '../masking/mask.rules.ts';
import { personalSpans } from '../masking/personal-text.rules.ts';
import { readingsOf } from '../masking/readings.rules.ts';
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

/** Invisible characters that would split an address: `ma\u200bria@…`. Tools leave them out later. */
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;
const LAYOUT = /^[\t\n\r]$/;
const visible = (text: string) => text.replace(INVISIBLE, (sign) => (LAYOUT.test(sign) ? sign : ''));

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

export function createTextMasker(
  secrets: readonly KnownValue[],
  personal: readonly PersonalValue[],
  secretSearch: KnownSearch = searchFor(secrets, ANYHOW),
): TextMasker {
  const personalSearch = searchFor(knownPersonal(personal), ANYHOW);
  const searches = [secretSearch, personalSearch];
  const readingsIn = remembering((text) => [...readingsOf(text)]);
  const find = (search: KnownSearch, text: string) => search.find(text, () => readingsIn(text));
  const known = (text: string) => searches.flatMap((search) => find(search, text));
  const personalIn = { free: personalAs('free'), url: personalAs('url') };
  const all = (kind: TextKind) => {
    const personalOf = kind === 'free' || kind === 'url' ? personalIn[kind] : personalAs(kind);
    return (text: string) => [...known(text), ...personalOf(text)];
  };

  return {
    hide(text, kind) {
      const shown = replaced(text, all(kind));
      const bare = visible(shown);
      if (bare === shown) return shown;
      const again = replaced(bare, all(kind));
      return again === bare ? shown : again;
    },
    hideSecrets: (text) => replaced(text, (inner) => find(secretSearch, inner)),
    hideName: (name) => replaced(name, (inner) => [...known(inner), ...emailSpans(inner)]),
    knows: (text) => known(text).length > 0,
    cut(text) {
      if (text.length <= MAX_TEXT) return text;
      const seen = cutText(text, MAX_TEXT + LOOKAHEAD);
      const spans = resolveOverlaps(all('free')(seen));
      const across = spans.find(({ start, end }) => start < MAX_TEXT && end > MAX_TEXT);
      return cutText(text, across ? across.start : MAX_TEXT);
    },
    with: (more) => createTextMasker(secrets, [...personal, ...more], secretSearch),
  };
}
