import type { Json, JsonObject } from '../../../kernel/json.ts';
import { visible } from './decoded-views.rules.ts';
import { withoutInvisible } from './invisible-characters.rules.ts';
import { memoizeByText } from './memoize.rules.ts';
import type { TextSpan } from './spans.rules.ts';
import { isObject } from './tree.rules.ts';

/**
 * The store's own texts in an email, verbatim, so that masking does not mistake the logo for a token or the
 * footer for a customer's address. Within them, only guesses are skipped: known values are still hidden
 * (contract: History and stats 18).
 */
export interface OwnTexts {
  /** URLs of the store's images, and their keys: neither tokens nor personal data. */
  links: readonly string[];
  /** Literal text of the footer: not personal data. A credential in it is still hidden. */
  texts: readonly string[];
}

export const NO_OWN_TEXTS: OwnTexts = { links: [], texts: [] };

/** Limited, because each is searched for in the whole email. */
const MAX_LINKS = 60;
const MAX_TEXTS = 60;
/** No email repeats an image more often. Further occurrences are masked as if they were not the store's. */
const MAX_PLACES = 500;
/** Shorter text may be a name or house number, which could also be a customer's. */
const MIN_TEXT = 6;

/** Longest first, because a whole text matters more than its lines if not all fit. */
const longest = (texts: Iterable<string>, most: number) =>
  [...new Set([...texts].flatMap((text) => [text, visible(text), withoutInvisible(text)]))]
    .filter((text) => text.length >= MIN_TEXT)
    .sort((a, b) => b.length - a.length)
    .slice(0, most);

export const ownTexts = (links: Iterable<string>, texts: Iterable<string>): OwnTexts => ({
  links: longest(links, MAX_LINKS),
  texts: longest(texts, MAX_TEXTS),
});

export type SpanFilter = (text: string, spans: readonly TextSpan[]) => readonly TextSpan[];

/** The sorted starts of these texts, and the furthest end among those that have started by then. */
function placesOf(own: readonly string[], text: string): { starts: number[]; reach: number[] } {
  const places: [start: number, end: number][] = [];
  for (const each of own) {
    const most = places.length + MAX_PLACES;
    for (
      let at = text.indexOf(each);
      at >= 0 && places.length < most;
      at = text.indexOf(each, at + each.length)
    )
      places.push([at, at + each.length]);
  }
  places.sort(([a], [b]) => a - b);
  let most = 0;
  const reach = places.map(([, end]) => {
    most = Math.max(most, end);
    return most;
  });
  return { starts: places.map(([start]) => start), reach };
}

/** Excludes spans within one of these texts. A span that extends beyond one is hidden as a whole. */
export function spansOutside(own: readonly string[]): SpanFilter {
  if (own.length === 0) return (_text, spans) => spans;
  const placesIn = memoizeByText((text) => placesOf(own, text));
  return (text, spans) => {
    if (spans.length === 0) return spans;
    const { starts, reach } = placesIn(text);
    if (starts.length === 0) return spans;
    return spans.filter(({ start, end }) => {
      let [low, high] = [0, starts.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((starts[middle] as number) <= start) low = middle + 1;
        else high = middle;
      }
      return low === 0 || (reach[low - 1] as number) < end;
    });
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const textsIn = (value: Json | undefined): string[] => (Array.isArray(value) ? value.filter(isText) : []);

/** The member of a stored email that lists the store's own texts; it is never shown. */
const MEMBER = 'ownTexts';

/**
 * Adds to a masked email the store's own texts that masking left intact, so that they remain readable when it
 * is masked again without the sensitive values.
 */
export function withOwnTexts(mail: JsonObject, { links, texts }: OwnTexts): JsonObject {
  const shown = Object.values(mail).filter(isText);
  const isWhole = (own: string) => shown.some((text) => text.includes(own));
  const kept = { links: links.filter(isWhole), texts: texts.filter(isWhole) };
  return kept.links.length + kept.texts.length === 0 ? mail : { ...mail, [MEMBER]: kept };
}

/** Splits a stored email into its content and that member. */
export function splitOwnTexts(stored: Json): { mail: Json; own: OwnTexts } {
  if (!isObject(stored) || !Object.hasOwn(stored, MEMBER)) return { mail: stored, own: NO_OWN_TEXTS };
  const { [MEMBER]: kept, ...mail } = stored;
  if (!isObject(kept)) return { mail, own: NO_OWN_TEXTS };
  return { mail, own: ownTexts(textsIn(kept['links']), textsIn(kept['texts'])) };
}
