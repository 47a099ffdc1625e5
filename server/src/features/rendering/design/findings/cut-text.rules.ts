import { cutLiquid } from '../../liquid/cut-liquid.rules.ts';

export type CutText = ReturnType<typeof cutLiquid>;

/** The engine's tokenizer slows down with many; no text of an email has as many. */
const MAX_TAGS = 2000;

/** How many pieces of Liquid a text begins. */
export const tagsIn = (text: string) => text.split(/\{[{%]/, MAX_TAGS + 2).length - 1;

/** A text in pieces; `null` where its Liquid is broken, which is a fault already, or too much to look into. */
export function cutText(text: string): CutText | null {
  const count = tagsIn(text);
  if (count === 0) return [{ isLiquid: false, text }];
  if (count > MAX_TAGS) return null;
  try {
    return cutLiquid(text);
  } catch {
    return null;
  }
}
