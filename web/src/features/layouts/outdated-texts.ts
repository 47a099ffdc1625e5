import type { JsonObject } from 'outstep/kernel/json.ts';
import type { Translation } from './queries.ts';
import type { LanguageTexts } from './session/layout-work.rules.ts';
import { type OutdatedTextLabels, shownText, textName } from './translate/text-names.ts';

interface OutdatedText {
  /** The path as the server names it. */
  path: string;
  name: string;
  /** The current text of the main language. */
  now: string | null;
}

/** Descriptions of a language's outdated texts. */
export const outdatedTexts = (
  stale: readonly string[],
  main: LanguageTexts,
  words: OutdatedTextLabels,
): OutdatedText[] =>
  stale.map((path) => ({ path, name: textName(path, main, words), now: shownText(path, main) }));

/** Outdated texts that had been translated before the main language changed. */
export const outdatedPaths = ({ stale, untranslated }: Pick<Translation, 'stale' | 'untranslated'>) => {
  const never = new Set(untranslated);
  return stale.filter((path) => !never.has(path));
};

/** Marks all outdated texts of a language as up to date. The API always requires the subject. */
export const markUpToDate = ({ stale, subject }: Pick<Translation, 'stale' | 'subject'>): JsonObject => ({
  subject,
  done: stale,
});
