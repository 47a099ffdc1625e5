import { changedRuns, type Run } from '../../../parts/changed-runs.rules.ts';
import type { Word } from './text-words.rules.ts';

export type WordRun = Run<Word>;

const comparing = {
  isSame: (one: Word, other: Word) => one.kind === other.kind && one.text === other.text,
  /** Spaces and ends of lines hold nothing together. */
  weightOf: ({ kind }: Word) => (kind === 'word' || kind === 'chip' ? 1 : 0.1),
};

/** What a text says now, with the words that are new in it and, in their place, those that have gone. */
export const changedWords = (before: readonly Word[], after: readonly Word[]): WordRun[] =>
  changedRuns(before, after, comparing);
