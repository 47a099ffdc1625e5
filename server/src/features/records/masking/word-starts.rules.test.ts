import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sized } from '../../../../test/harness/size.ts';
import { NAME_LEADS } from './names-in-prose.rules.ts';
import { allMatches } from './spans.rules.ts';
import { ISSUED_TOKEN_PATTERNS, issuedTokens } from './token-shapes.rules.ts';
import { matchesFrom, wordStartsFor } from './word-starts.rules.ts';

/** The string generator does not support lookarounds. */
const matching = (source: string) =>
  fc.stringMatching(new RegExp(source.replace(/^\(\?=/, '(?:').replaceAll('(?![A-Za-z0-9])', '')));

/** Letters in any case, as long as each maps to one character. */
const inAnyCase = (text: fc.Arbitrary<string>) =>
  fc.tuple(text, fc.infiniteStream(fc.nat(2))).map(([value, choices]) =>
    value
      .split('')
      .map((sign) => {
        const other = [sign, sign.toUpperCase(), sign.toLowerCase()][
          choices.next().value as number
        ] as string;
        return other.length === 1 ? other : sign;
      })
      .join(''),
  );

const around = fc.constantFrom('', ' ', '\n', 'a', '-', '>', 'Hi ', '1', 'x'.repeat(70), '\u212a\u017f');
const repeated = (piece: fc.Arbitrary<string>) =>
  fc.array(fc.tuple(around, piece), { minLength: 1, maxLength: 4 }).map((all) => all.flat().join(''));
const placesOf = (found: readonly RegExpExecArray[]) => found.map(({ 0: text, index }) => [index, text]);

describe('a pattern that is matched only at word starts', () => {
  it.each(NAME_LEADS.map((rule) => ({ rule, source: rule.lead.source })))(
    'finds the same as when matched anywhere: $source',
    ({ rule: { lead, begins }, source }) => {
      const anywhere = new RegExp(source, lead.flags.replace('y', 'g'));
      const startsIn = wordStartsFor([begins]);
      let found = 0;
      fc.assert(
        fc.property(repeated(inAnyCase(matching(source))), (text) => {
          const expected = placesOf(allMatches(anywhere, text));
          found += expected.length;
          expect(placesOf(matchesFrom(lead, text, startsIn(text)[0] as number[]))).toEqual(expected);
        }),
        { numRuns: sized(100, 20_000) },
      );
      expect(found).toBeGreaterThan(30);
    },
  );

  it.each(ISSUED_TOKEN_PATTERNS)('finds every token of its issuer: %s', (source) => {
    const anywhere = new RegExp(`(?<![A-Za-z0-9_-])(?:${ISSUED_TOKEN_PATTERNS.join('|')})`, 'g');
    let found = 0;
    fc.assert(
      fc.property(repeated(matching(source)), (text) => {
        const expected = allMatches(anywhere, text).map(({ 0: token, index }) => [
          index,
          index + token.length,
        ]);
        found += expected.length;
        expect(issuedTokens(text).map(({ start, end }) => [start, end])).toEqual(expected);
      }),
      { numRuns: sized(30, 5_000) },
    );
    expect(found).toBeGreaterThan(3);
  });
});
