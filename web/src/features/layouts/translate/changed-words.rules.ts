import { inOrder } from '../../../../../server/src/features/rendering/design/match-in-order.rules.ts';
import type { Word } from './text-words.rules.ts';

export interface WordRun {
  how: 'same' | 'added' | 'removed';
  words: readonly Word[];
}

/** Comparisons that a text is worth: five hundred words that are all others. Of a longer one, all of it has changed. */
const MOST_COMPARED = 250_000;

/** What words are compared by: spaces and ends of lines hold nothing together. */
const weightOf = ({ kind }: Word) => (kind === 'word' || kind === 'chip' ? 1 : 0.1);

const isSame = (one: Word | undefined, other: Word | undefined) =>
  one !== undefined && other !== undefined && one.kind === other.kind && one.text === other.text;

/** How many are the same from the beginning on, or from the end. */
function sameFrom(before: readonly Word[], after: readonly Word[], end: boolean, most: number): number {
  const at = (words: readonly Word[], i: number) => words.at(end ? -1 - i : i);
  let count = 0;
  while (count < most && isSame(at(before, count), at(after, count))) count++;
  return count;
}

const run = (how: WordRun['how'], words: readonly Word[]): WordRun[] =>
  words.length === 0 ? [] : [{ how, words }];

function runsBetween(before: readonly Word[], after: readonly Word[]): WordRun[] {
  if (before.length * after.length > MOST_COMPARED)
    return [...run('removed', before), ...run('added', after)];
  const score = (i: number, j: number) => (isSame(before[i], after[j]) ? weightOf(before[i] as Word) : 0);
  const pairs = inOrder(before.length, after.length, score);
  const runs: WordRun[] = [];
  let [i, j] = [0, 0];
  for (const [old, now] of [...pairs, [before.length, after.length] as const]) {
    runs.push(...run('removed', before.slice(i, old)), ...run('added', after.slice(j, now)));
    runs.push(...run('same', after.slice(now, now + 1)));
    [i, j] = [old + 1, now + 1];
  }
  return runs;
}

/** Runs of the same kind that follow each other are one. */
const joined = (runs: readonly WordRun[]) =>
  runs.reduce<WordRun[]>((found, { how, words }) => {
    const last = found.at(-1);
    if (last?.how === how) found[found.length - 1] = { how, words: [...last.words, ...words] };
    else found.push({ how, words });
    return found;
  }, []);

/** What a text says now, with the words that are new in it and, in their place, those that have gone. */
export function changedWords(before: readonly Word[], after: readonly Word[]): WordRun[] {
  const most = Math.min(before.length, after.length);
  const start = sameFrom(before, after, false, most);
  const end = sameFrom(before, after, true, most - start);
  return joined([
    ...run('same', after.slice(0, start)),
    ...runsBetween(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...run('same', after.slice(after.length - end)),
  ]);
}
