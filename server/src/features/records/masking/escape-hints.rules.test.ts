import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sized } from '../../../../test/harness/size.ts';
import * as hints from './escape-hints.rules.ts';

const meant: readonly [RegExp, number][] = [
  [/&/, hints.AMPERSAND],
  [/\\/, hints.BACKSLASH],
  [/%/, hints.PERCENT],
  [/</, hints.LESS_THAN],
  [/=/, hints.EQUALS],
  [/\n/, hints.NEW_LINE],
  [/[\u00c2-\u00f4]/, hints.MOJIBAKE],
  [/xn--/i, hints.PUNYCODE],
  [/(?!\s)[\p{Cc}\p{Cf}]/u, hints.INVISIBLE_CHARACTER],
  [/\s\s/, hints.DOUBLE_SPACE],
  [/[\v\f]/, hints.BREAK],
];

it('finds every escape in short and long text', () => {
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
        const found = hints.escapeHintsIn(text);
        const missed = meant.filter(([pattern, sign]) => (found & sign) === 0 && pattern.test(text));
        expect(missed, JSON.stringify(text)).toEqual([]);
        if ((found & hints.COMBINING) === 0) expect(text.normalize('NFC')).toBe(text);
      }
    }),
    { numRuns: sized(300, 100_000) },
  );
});
