import type { JsonObject } from '../../../../server/src/kernel/json.ts';
import type { Texts } from '../../texts/texts.tsx';
import type { Layout, Translation } from './queries.ts';
import { shownText, textName } from './translate/text-names.ts';

type Words = Texts['layouts']['outdated'];
type Content = Pick<Layout | Translation, 'subject' | 'previewText' | 'bodyDesign' | 'body'>;

interface OutdatedText {
  /** As the server names it. */
  path: string;
  name: string;
  /** What the main language says there now. */
  now: string | null;
}

/** What is outdated in a language, in words. */
export const outdatedTexts = (stale: readonly string[], main: Content, words: Words): OutdatedText[] =>
  stale.map((path) => ({ path, name: textName(path, main, words), now: shownText(path, main) }));

/** Says of all outdated texts of a language that they still hold. The subject is always needed. */
export const stillRight = ({ stale, subject }: Pick<Translation, 'stale' | 'subject'>): JsonObject => ({
  subject,
  done: stale,
});
