import { splitLiquid } from '../../liquid/cut-liquid.rules.ts';

export type TextPieces = ReturnType<typeof splitLiquid>;

/** The engine's tokenizer slows down with many tags; no text in an email has this many. */
const MAX_TAGS = 2000;

/** How many Liquid tags a text starts. */
export const tagsIn = (text: string) => text.split(/\{[{%]/, MAX_TAGS + 2).length - 1;

/**
 * Splits a text into pieces; `null` if its Liquid is broken, which is already an error, or if it has too many
 * tags.
 */
export function splitText(text: string): TextPieces | null {
  const count = tagsIn(text);
  if (count === 0) return [{ isLiquid: false, text }];
  if (count > MAX_TAGS) return null;
  try {
    return splitLiquid(text);
  } catch {
    return null;
  }
}
