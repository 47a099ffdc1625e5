import { cutLiquid } from './cut-liquid.rules.ts';

/** The text that an output shows where its value is empty: `there` in `{{ name | default: "there" }}`. */
export interface DefaultString {
  text: string;
  /** Where it is in the text around, without its quotation marks. */
  from: number;
  to: number;
}

/** A `default` with its string, or any other string, so that what is written in one is not taken for a filter. */
const DEFAULT = /\|\s*default\s*:\s*(["'])((?:\\.|(?!\1)[^\\])*)\1|(["'])(?:\\.|(?!\3)[^\\])*\3/gs;

/** What no reader reads as words: an address, a color, a number. */
const isWordless = (text: string) => /^(?:[a-z][a-z\d+.-]*:|[/#?])/i.test(text) || !/\p{L}/u.test(text);

function piecesOf(text: string) {
  try {
    return cutLiquid(text);
  } catch {
    return [];
  }
}

/** The defaults of the outputs in a text, in their order; what is written inside a tag of HTML is none. */
function allDefaults(text: string): DefaultString[] {
  if (!text.includes('default')) return [];
  const found: DefaultString[] = [];
  let at = 0;
  let isInTag = false;
  for (const piece of piecesOf(text)) {
    if (!piece.isLiquid) {
      const [opened, closed] = [piece.text.lastIndexOf('<'), piece.text.lastIndexOf('>')];
      if (opened !== closed) isInTag = opened > closed;
    } else if (!isInTag && piece.text.startsWith('{{'))
      for (const match of piece.text.matchAll(DEFAULT)) {
        const words = match[2];
        if (words === undefined) continue;
        const to = at + match.index + match[0].length - 1;
        found.push({ text: words, from: to - words.length, to });
      }
    at += piece.text.length;
  }
  return found;
}

/** Those with words to translate. */
export const defaultStringsOf = (text: string): DefaultString[] =>
  allDefaults(text).filter((each) => !isWordless(each.text));

/** The defaults of a translation, each with that of its source; one that says nothing yet is there too. */
export function defaultPairsOf(text: string, source: string): { own: DefaultString; source: string }[] {
  const theirs = allDefaults(source);
  return allDefaults(text).flatMap((own, i) => {
    const original = theirs[i]?.text ?? own.text;
    return isWordless(own.text) && isWordless(original) ? [] : [{ own, source: original }];
  });
}

/** With other words in place of a default; a quotation mark that would end the string is written as a curly one. */
export function withDefaultString(text: string, { from, to }: DefaultString, words: string): string {
  const safe = words
    .replaceAll(text.charAt(to), text.charAt(to) === '"' ? '”' : '’')
    .replace(/[{}%\\]/g, '')
    .replace(/\s/g, ' ');
  return text.slice(0, from) + safe + text.slice(to);
}

const withoutDefaults = (text: string) =>
  allDefaults(text).reduceRight((rest, { from, to }) => rest.slice(0, from) + rest.slice(to), text);

/** Whether two texts say the same, apart from their defaults. */
export const sameButDefaults = (one: string, other: string): boolean =>
  one === other || withoutDefaults(one) === withoutDefaults(other);

/** Whether a text still has a default of the one that it was translated from. */
export const keepsDefaults = (text: string, source: string): boolean =>
  defaultPairsOf(text, source).some((each) => each.own.text === each.source);
