import { visible } from './decoded-views.rules.ts';

/** Between such characters a joiner decides how a word or an emoji looks. */
const BEFORE_JOINER = '[\\p{Script=Arabic}\\p{M}\\p{Extended_Pictographic}\\p{Emoji_Modifier}]';
const AFTER_JOINER = '[\\p{L}\\p{M}\\p{Extended_Pictographic}]';
const INVISIBLE = new RegExp(
  `(?<!${BEFORE_JOINER})[\\u200c\\u200d]|[\\u200c\\u200d](?!${AFTER_JOINER})|(?![\\t\\n\\r\\u200c\\u200d])[\\p{Cc}\\p{Cf}]`,
  'gu',
);
/** A lone carriage return makes a terminal overwrite the line. */
const LONE_RETURN = /\r(?!\n)/g;

/**
 * Removes invisible characters: control, bidirectional and tag characters, and all others without a width
 * (contract: History and stats 5). People don't see them, but an assistant may follow instructions hidden in
 * them, and a line may be read in another order. `shown` is the text without any of them, if already known.
 */
export function withoutInvisible(text: string, shown = visible(text)): string {
  const clean = shown === text ? text : text.replace(INVISIBLE, '');
  return clean.includes('\r') ? clean.replace(LONE_RETURN, '') : clean;
}
