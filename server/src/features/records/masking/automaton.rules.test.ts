import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sized } from '../../../../test/harness/size.ts';
import { anyCase, automatonOf, sameCase } from './automaton.rules.ts';

type OnMatch = (start: number, end: number, index: number) => boolean;

/** Reference implementation that compares every text at every position. */
function findSlowly(texts: readonly string[], fold: Uint16Array, text: string, visit: OnMatch) {
  const folded = (of: string) => Array.from(of, (_, i) => fold[of.charCodeAt(i)]).join();
  const known = texts.map(folded);
  for (let end = 1; end <= text.length; end++) {
    const ending = known.flatMap((form, index) => {
      const { length } = texts[index] as string;
      const isThere = length > 0 && length <= end && folded(text.slice(end - length, end)) === form;
      return isThere && known.indexOf(form) === index ? [{ length, index }] : [];
    });
    ending.sort((a, b) => b.length - a.length);
    for (const { length, index } of ending) if (visit(end - length, end, index)) break;
  }
}

const signs = fc.constantFrom('ab', 'abc', 'aAbB', 'ab é中 +_');
const word = (from: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...from), minLength, maxLength });
const searches = fc.tuple(signs, fc.integer({ min: 0, max: 5 })).chain(([from, least]) =>
  fc.record({
    texts: fc.array(word(from, least, least + 5), { minLength: 1, maxLength: 8 }),
    text: word(from, 0, 80),
  }),
);

describe('a search for many texts', () => {
  it('visits the same matches as comparing one by one, in the same order', () => {
    fc.assert(
      fc.property(
        searches,
        fc.boolean(),
        fc.integer({ min: 1, max: 4 }),
        ({ texts, text }, cased, accepts) => {
          const fold = cased ? sameCase : anyCase;
          const visitsOf = (find: (visit: OnMatch) => void) => {
            const visits: number[][] = [];
            find((start, end, index) => visits.push([start, end, index]) % accepts === 0);
            return visits;
          };
          const quick = visitsOf((visit) => automatonOf(texts, fold).find(text, visit));
          expect(quick).toEqual(visitsOf((visit) => findSlowly(texts, fold, text, visit)));
        },
      ),
      { numRuns: sized(2_000, 100_000) },
    );
  });
});
