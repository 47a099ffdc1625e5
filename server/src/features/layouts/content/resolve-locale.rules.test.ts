import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { locales, spelled } from '../../../../test/layouts/arbitrary.ts';
import { resolveLocale } from './resolve-locale.rules.ts';

const language = (locale: string) => locale.split('-')[0];

const situation = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom(...locales), { minLength: 1, maxLength: 10 }),
    fc.constantFrom(...locales),
    fc.nat(),
  )
  .chain(([has, wanted, pick]) =>
    spelled(wanted).map((asked) => ({ has, wanted, asked, main: has[pick % has.length] as string })),
  );

describe('for any set of languages and any spelling (spec: Translations 2; Translation: locale)', () => {
  test('exact, then base language, then a regional variant, then the layout', () => {
    fc.assert(
      fc.property(situation, ({ has, wanted, asked, main }) => {
        const { locale, resolvedFrom } = resolveLocale(asked, main, has);
        const base = language(wanted) as string;
        const relatives = has.filter((each) => language(each) === base);
        if (has.includes(wanted)) expect([locale, resolvedFrom]).toEqual([wanted, 'exact']);
        else if (has.includes(base)) expect([locale, resolvedFrom]).toEqual([base, 'base']);
        else if (relatives.length > 0) {
          expect(resolvedFrom).toBe('regional');
          expect(relatives).toContain(locale);
        } else expect([locale, resolvedFrom]).toEqual([main, 'layout']);
      }),
      { numRuns: 5000 },
    );
  });

  test('the order in which languages are stored changes nothing', () => {
    fc.assert(
      fc.property(situation, fc.func(fc.nat()), ({ has, asked, main }, weigh) => {
        const shuffled = has.toSorted((a, b) => weigh(a) - weigh(b));
        expect(resolveLocale(asked, main, shuffled)).toEqual(resolveLocale(asked, main, has));
      }),
    );
  });
});

test.each([
  // Same script first.
  ['zh-tw', ['zh-hans-cn', 'zh-hant'], 'zh-hant'],
  ['zh-sg', ['zh-hant-tw', 'zh-hans-cn'], 'zh-hans-cn'],
  ['sr-me', ['sr-cyrl-rs', 'sr-latn'], 'sr-latn'],
  // Then the language's main region.
  ['de-at', ['de-ch', 'de-de'], 'de-de'],
  ['pt-ao', ['pt-mz', 'pt-br'], 'pt-br'],
  ['en', ['en-au', 'en-gb', 'en-us'], 'en-us'],
  // Then alphabetical order.
  ['de', ['de-li', 'de-ch'], 'de-ch'],
  ['es-419', ['es-mx', 'es-ar'], 'es-ar'],
])('%s among %j is %s', (wanted, has, expected) => {
  expect(resolveLocale(wanted, 'ja', [...has, 'ja'])).toEqual({ locale: expected, resolvedFrom: 'regional' });
});

test.each(['', 'english', 'e', 'de-', 'de--at', 'x'.repeat(50), 'de-at-wien', '../de'])(
  '%j is no language, so it is the layout',
  (wanted) =>
    expect(resolveLocale(wanted, 'en', ['en', 'de'])).toEqual({ locale: 'en', resolvedFrom: 'layout' }),
);

test('codes that mean the same are still two languages', () => {
  expect(resolveLocale('iw', 'en', ['en', 'he'])).toEqual({ locale: 'en', resolvedFrom: 'layout' });
});
