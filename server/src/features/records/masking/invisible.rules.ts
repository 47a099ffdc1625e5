import { visible } from './decoded-views.rules.ts';

/** Between such characters a joiner decides how a word or an emoji looks. */
const BEFORE_JOINER = '[\\p{Script=Arabic}\\p{M}\\p{Extended_Pictographic}\\p{Emoji_Modifier}]';
const AFTER_JOINER = '[\\p{L}\\p{M}\\p{Extended_Pictographic}]';
const INVISIBLE = new RegExp(
  `(?<!${BEFORE_JOINER})[\\u200c\\u200d]|[\\u200c\\u200d](?!${AFTER_JOINER})|(?![\\t\\n\\r\\u200c\\u200d])[\\p{Cc}\\p{Cf}]`,
  'gu',
);
/** By itself it has a terminal write over the beginning of the line. */
const LONE_RETURN = /\r(?!\n)/g;

/**
 * Without characters that people do not see, though an assistant may follow what they say or a line may be read in
 * another order: control, bidirectional and tag characters, and all others without a width
 * (contract: History and stats 5). `shown` is the text without any of them, where it is known already.
 */
export function withoutInvisible(text: string, shown = visible(text)): string {
  const clean = shown === text ? text : text.replace(INVISIBLE, '');
  return clean.includes('\r') ? clean.replace(LONE_RETURN, '') : clean;
}
