import { type ChangedRun, changedRuns } from '../../../parts/changed-runs.rules.ts';
import type { TextWord } from './text-words.rules.ts';

export type WordRun = ChangedRun<TextWord>;

const comparing = {
  isSame: (one: TextWord, other: TextWord) => one.kind === other.kind && one.text === other.text,
  /** Spaces and line ends count little when matching words. */
  weightOf: ({ kind }: TextWord) => (kind === 'word' || kind === 'chip' ? 1 : 0.1),
};

/** The current text with new words and, in their place, deleted ones marked. */
export const changedWords = (before: readonly TextWord[], after: readonly TextWord[]): WordRun[] =>
  changedRuns(before, after, comparing);
