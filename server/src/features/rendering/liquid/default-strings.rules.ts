import { splitLiquid } from './cut-liquid.rules.ts';

/** The text that an output shows if its value is empty: `there` in `{{ name | default: "there" }}`. */
export interface DefaultString {
  text: string;
  /** Its range in the surrounding text, without quotation marks. */
  from: number;
  to: number;
}

/** A `default` with its string, or any other string, so that its content is not taken for a filter. */
const DEFAULT = /\|\s*default\s*:\s*(["'])((?:\\.|(?!\1)[^\\])*)\1|(["'])(?:\\.|(?!\3)[^\\])*\3/gs;

/** Text without words for the reader: a URL, a color, a number. */
const isWordless = (text: string) => /^(?:[a-z][a-z\d+.-]*:|[/#?])/i.test(text) || !/\p{L}/u.test(text);

function piecesOf(text: string) {
  try {
    return splitLiquid(text);
  } catch {
    return [];
  }
}

/** The defaults of the outputs in a text, in order, except those inside an HTML tag. */
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

/** The defaults with words to translate. */
export const defaultStringsOf = (text: string): DefaultString[] =>
  allDefaults(text).filter((each) => !isWordless(each.text));

/** The defaults of a translation, each with that of its source, including empty ones. */
export function defaultPairsOf(text: string, source: string): { own: DefaultString; source: string }[] {
  const theirs = allDefaults(source);
  return allDefaults(text).flatMap((own, i) => {
    const original = theirs[i]?.text ?? own.text;
    return isWordless(own.text) && isWordless(original) ? [] : [{ own, source: original }];
  });
}

/** Replaces the words of a default. A quotation mark that would end the string becomes a curly one. */
export function withDefaultString(text: string, { from, to }: DefaultString, words: string): string {
  const safe = words
    .replaceAll(text.charAt(to), text.charAt(to) === '"' ? '”' : '’')
    .replace(/[{}%\\]/g, '')
    .replace(/\s/g, ' ');
  return text.slice(0, from) + safe + text.slice(to);
}

const withoutDefaults = (text: string) =>
  allDefaults(text).reduceRight((rest, { from, to }) => rest.slice(0, from) + rest.slice(to), text);

/** Whether two texts are equal except for their defaults. */
export const sameButDefaults = (one: string, other: string): boolean =>
  one === other || withoutDefaults(one) === withoutDefaults(other);

/** Whether a text still has an untranslated default from its source. */
export const keepsDefaults = (text: string, source: string): boolean =>
  defaultPairsOf(text, source).some((each) => each.own.text === each.source);
