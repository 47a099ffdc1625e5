import { inlineTags, type TextToken, tokensOf } from '../../editor/text/text-tokens.rules.ts';
import { lockedPieces } from './locked-text.rules.ts';

/** The unit of comparison and display. A chip is untranslated code; a break ends a line. */
export interface TextWord {
  kind: 'word' | 'space' | 'chip' | 'break';
  text: string;
}

const LINE_END: TextWord = { kind: 'break', text: '\n' };

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterOf(locale: string): Intl.Segmenter {
  const known = segmenters.get(locale);
  if (known) return known;
  let made: Intl.Segmenter;
  try {
    made = new Intl.Segmenter(locale, { granularity: 'word' });
  } catch {
    made = new Intl.Segmenter(undefined, { granularity: 'word' });
  }
  segmenters.set(locale, made);
  return made;
}

/** No real email has a longer text; splitting it at spaces takes a tenth of the time. */
const LONGEST = 20_000;

/** Splits text into words, including languages without spaces, such as Chinese. */
function cut(text: string, locale: string): TextWord[] {
  const words =
    text.length > LONGEST
      ? (text.match(/\s+|\S+/g) ?? [])
      : Array.from(segmenterOf(locale).segment(text), ({ segment }) => segment);
  return words.map((word) => ({ kind: /^\s+$/.test(word) ? 'space' : 'word', text: word }));
}

function wordsOfToken(token: TextToken, locale: string): TextWord[] {
  if (token.kind === 'liquid') return [{ kind: 'chip', text: token.code }];
  if (token.kind === 'text') return cut(token.text, locale);
  return inlineTags.has(token.tag) || token.tag === 'img' ? [] : [LINE_END];
}

/** Removes repeated line breaks, and those before the first word and after the last. */
function withoutEmptyLines(words: readonly TextWord[]): TextWord[] {
  const found: TextWord[] = [];
  for (const word of words) {
    const isAfterBreak = found.length === 0 || found.at(-1)?.kind === 'break';
    if (!isAfterBreak || (word.kind !== 'break' && word.kind !== 'space')) found.push(word);
  }
  while (found.at(-1)?.kind === 'break' || found.at(-1)?.kind === 'space') found.pop();
  return found;
}

function readWords(text: string, isHtml: boolean, locale: string): TextWord[] {
  if (isHtml)
    try {
      return tokensOf(text).flatMap((token) => wordsOfToken(token, locale));
    } catch {
      // Falls back to locking everything that isn't text.
    }
  const pieces = lockedPieces(text, isHtml) ?? [{ isLocked: true, text }];
  return pieces.flatMap((piece): TextWord[] =>
    piece.isLocked ? [{ kind: 'chip', text: piece.text }] : cut(piece.text, locale),
  );
}

/** The words of a text in order, ignoring the formatting of HTML. */
export const textWordsOf = (text: string, isHtml: boolean, locale: string): TextWord[] =>
  withoutEmptyLines(readWords(text, isHtml, locale));
