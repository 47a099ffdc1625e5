import type { JsonObject } from 'outstep/kernel/json.ts';
import type { Translation } from './queries.ts';
import type { LanguageTexts } from './session/layout-work.rules.ts';
import { type OutdatedTextLabels, shownText, textName } from './translate/text-names.ts';

interface OutdatedText {
  /** As the server names it. */
  path: string;
  name: string;
  /** What the main language says there now. */
  now: string | null;
}

/** Descriptions of a language's outdated texts. */
export const outdatedTexts = (
  stale: readonly string[],
  main: LanguageTexts,
  words: OutdatedTextLabels,
): OutdatedText[] =>
  stale.map((path) => ({ path, name: textName(path, main, words), now: shownText(path, main) }));

/** Stale texts that were translated, before the main language changed. */
export const outdatedPaths = ({ stale, untranslated }: Pick<Translation, 'stale' | 'untranslated'>) => {
  const never = new Set(untranslated);
  return stale.filter((path) => !never.has(path));
};

/** Says of all outdated texts of a language that they still hold. The subject is always needed. */
export const markUpToDate = ({ stale, subject }: Pick<Translation, 'stale' | 'subject'>): JsonObject => ({
  subject,
  done: stale,
});
