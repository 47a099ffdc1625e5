import { splitLiquid } from '../liquid/cut-liquid.rules.ts';
import { isUrlMember } from './design-texts.rules.ts';

/** The text without its Liquid; the whole text if it cannot be parsed. */
function withoutLiquid(text: string): string {
  try {
    return splitLiquid(text)
      .filter(({ isLiquid }) => !isLiquid)
      .map((piece) => piece.text)
      .join(' ');
  } catch {
    return text;
  }
}

/** Whether the text contains anything to translate. URLs, Liquid and tags are the same in every language. */
export function hasTranslatableText(member: string, text: string): boolean {
  if (isUrlMember(member) || text === '') return false;
  // The pattern stops at the next `<`, so that a text that consists only of `<` takes linear time.
  const read = withoutLiquid(text).replace(/<[^<>]*>/g, ' ');
  return /\p{L}/u.test(read.replace(/&\w+;/g, ' '));
}
