import type { Json, JsonObject } from '../../../kernel/json.ts';
import { visible } from './decoded-views.rules.ts';
import { withoutInvisible } from './invisible.rules.ts';
import { memoizeByText } from './memoize.rules.ts';
import type { TextSpan } from './spans.rules.ts';
import { isObject } from './tree.rules.ts';

/**
 * What an email contains of the store's own, exactly as it stands there, so that masking does not take the store's
 * logo for a token and its footer for a customer's address. Only guesses are left out within these texts: known values
 * are hidden there too (contract: History and stats 18).
 */
export interface OwnTexts {
  /** Addresses of the store's pictures and their keys: neither tokens nor personal data. */
  links: readonly string[];
  /** Literal texts of the footer: not personal data. A credential in one of them is still hidden. */
  texts: readonly string[];
}

export const NO_OWN_TEXTS: OwnTexts = { links: [], texts: [] };

/** Each is searched for in the whole email. */
const MAX_LINKS = 60;
const MAX_TEXTS = 60;
/** No email has the same picture more often; what is found beyond that is hidden as if it were not the store's. */
const MAX_PLACES = 500;
/** Names and house numbers are shorter, and those may as well be a customer's. */
const MIN_TEXT = 6;

/** Longest first: where not all fit, a whole text counts more than its lines. */
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

/** Where one of these texts begins, in order, and how far the texts that have begun by then reach. */
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

/** Leaves out the spans that lie within one of these texts; one that goes on beyond it is hidden as a whole. */
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

/** The member of a stored email that says which of its texts are the store's own; nobody is shown it. */
const MEMBER = 'ownTexts';

/**
 * A masked email with those of the store's own texts that masking left whole, so that they stay readable when it is
 * masked again without knowing anything.
 */
export function withOwnTexts(mail: JsonObject, { links, texts }: OwnTexts): JsonObject {
  const shown = Object.values(mail).filter(isText);
  const isWhole = (own: string) => shown.some((text) => text.includes(own));
  const kept = { links: links.filter(isWhole), texts: texts.filter(isWhole) };
  return kept.links.length + kept.texts.length === 0 ? mail : { ...mail, [MEMBER]: kept };
}

/** A stored email without that member, and what it says. */
export function splitOwnTexts(stored: Json): { mail: Json; own: OwnTexts } {
  if (!isObject(stored) || !Object.hasOwn(stored, MEMBER)) return { mail: stored, own: NO_OWN_TEXTS };
  const { [MEMBER]: kept, ...mail } = stored;
  if (!isObject(kept)) return { mail, own: NO_OWN_TEXTS };
  return { mail, own: ownTexts(textsIn(kept['links']), textsIn(kept['texts'])) };
}
