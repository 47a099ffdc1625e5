import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sized } from '../../../../test/harness/size.ts';
import * as signs from './signs.rules.ts';

const meant: readonly [RegExp, number][] = [
  [/&/, signs.AMPERSAND],
  [/\\/, signs.BACKSLASH],
  [/%/, signs.PERCENT],
  [/</, signs.LESS_THAN],
  [/=/, signs.EQUALS],
  [/\n/, signs.NEW_LINE],
  [/[\u00c2-\u00f4]/, signs.MOJIBAKE],
  [/xn--/i, signs.PUNYCODE],
  [/(?!\s)[\p{Cc}\p{Cf}]/u, signs.UNSEEN],
  [/\s\s/, signs.DOUBLE_SPACE],
  [/[\v\f]/, signs.BREAK],
];

it('no sign of a text is missed, in a short text or in a long one', () => {
  const piece = fc.oneof(
    fc.nat(0xffff).map((code) => String.fromCharCode(code)),
    fc.constantFrom(
      '&',
      '\\',
      '%',
      '<',
      '=',
      '\n',
      'Ã¼',
      'xN--',
      'x',
      'n--',
      '\u200b',
      '  ',
      '\v',
      '\u{e0001}',
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 5 }), (pieces) => {
      const short = pieces.join('');
      for (const text of [short, `${'a'.repeat(64)}${short}`]) {
        const found = signs.signsIn(text);
        const missed = meant.filter(([pattern, sign]) => (found & sign) === 0 && pattern.test(text));
        expect(missed, JSON.stringify(text)).toEqual([]);
        if ((found & signs.COMBINING) === 0) expect(text.normalize('NFC')).toBe(text);
      }
    }),
    { numRuns: sized(300, 100_000) },
  );
});
