import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { localeSpelling, locales } from '../../../../test/layouts/arbitrary.ts';
import { resolveLocale } from './resolve-locale.rules.ts';

const language = (locale: string) => locale.split('-')[0];

const situation = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom(...locales), { minLength: 1, maxLength: 10 }),
    fc.constantFrom(...locales),
    fc.nat(),
  )
  .chain(([has, wanted, pick]) =>
    localeSpelling(wanted).map((asked) => ({ has, wanted, asked, main: has[pick % has.length] as string })),
  );

/** `zh-hant`, `zh` for `zh-hant-hk`. */
const shorter = (locale: string) => {
  const parts = locale.split('-');
  return parts.slice(1).map((_, i) => parts.slice(0, parts.length - 1 - i).join('-'));
};

describe('for any set of languages and any spelling (spec: Translations 2; Translation: locale)', () => {
  test('picks the exact code, then a truncated one, then a regional variant, then the layout (contract: Translations 8)', () => {
    fc.assert(
      fc.property(situation, ({ has, wanted, asked, main }) => {
        const { locale, resolvedFrom } = resolveLocale(asked, main, has);
        const base = shorter(wanted).find((each) => has.includes(each));
        const relatives = has.filter((each) => language(each) === language(wanted));
        if (has.includes(wanted)) expect([locale, resolvedFrom]).toEqual([wanted, 'exact']);
        else if (base) expect([locale, resolvedFrom]).toEqual([base, 'base']);
        else if (relatives.length > 0) {
          expect(resolvedFrom).toBe('regional');
          expect(relatives).toContain(locale);
        } else expect([locale, resolvedFrom]).toEqual([main, 'layout']);
      }),
      { numRuns: 5000 },
    );
  });

  test('picks a variant in another script only if none uses the same script (contract: Translations 8)', () => {
    const script = (locale: string) => new Intl.Locale(locale).maximize().script;
    fc.assert(
      fc.property(situation, ({ has, wanted, asked, main }) => {
        const { locale, resolvedFrom } = resolveLocale(asked, main, has);
        fc.pre(resolvedFrom === 'regional' && script(locale) !== script(wanted));
        const relatives = has.filter((each) => language(each) === language(wanted));
        expect(relatives.filter((each) => script(each) === script(wanted))).toEqual([]);
      }),
    );
  });

  test('ignores the order in which languages are stored', () => {
    fc.assert(
      fc.property(situation, fc.func(fc.nat()), ({ has, asked, main }, weigh) => {
        const shuffled = has.toSorted((a, b) => weigh(a) - weigh(b));
        expect(resolveLocale(asked, main, shuffled)).toEqual(resolveLocale(asked, main, has));
      }),
    );
  });

  test('resolves every storable code to one of the languages', () => {
    const letters = (least: number, most = least) =>
      fc.stringMatching(new RegExp(`^[a-z]{${least},${most}}$`));
    const code = fc
      .tuple(
        fc.oneof(fc.constantFrom('en', 'es', 'pt', 'zh', 'sr', 'und'), letters(2, 3)),
        fc.option(fc.oneof(fc.constantFrom('latn', 'hant', 'cyrl'), letters(4))),
        fc.option(
          fc.oneof(fc.constantFrom('gb', '419', '001', 'hk'), letters(2), fc.stringMatching(/^\d{3}$/)),
        ),
      )
      .map((parts) => parts.filter((part) => part !== null).join('-'));
    fc.assert(
      fc.property(code, fc.uniqueArray(code, { minLength: 1, maxLength: 8 }), (wanted, has) => {
        const { locale, resolvedFrom } = resolveLocale(wanted, has[0] as string, has);
        expect(has).toContain(locale);
        expect(resolvedFrom === 'exact').toBe(has.includes(wanted));
      }),
      { numRuns: 1000 },
    );
  });
});

test.each([
  // Truncated code.
  ['zh-hant-hk', ['zh', 'zh-hant', 'zh-hant-tw'], 'zh-hant'],
  ['zh-hant-hk', ['zh', 'zh-hant-tw'], 'zh'],
  ['zh-hk', ['zh', 'zh-hant'], 'zh'],
  ['es-mx', ['es', 'es-419'], 'es'],
])('%s among %j is the base %s (contract: Translations 8)', (wanted, has, expected) => {
  expect(resolveLocale(wanted, 'ja', [...has, 'ja'])).toEqual({ locale: expected, resolvedFrom: 'base' });
});

test.each([
  // Same script.
  ['zh-tw', ['zh-hans-cn', 'zh-hant'], 'zh-hant'],
  ['zh-sg', ['zh-hant-tw', 'zh-hans-cn'], 'zh-hans-cn'],
  ['sr-me', ['sr-cyrl-rs', 'sr-latn'], 'sr-latn'],
  ['sr-latn', ['sr-rs', 'sr-me'], 'sr-me'],
  ['uz-cyrl-uz', ['uz-uz', 'uz-cyrl-kz'], 'uz-cyrl-kz'],
  ['zh-hant', ['zh-cn'], 'zh-cn'],
  // Most ancestors in common.
  ['es-mx', ['es-es', 'es-419'], 'es-419'],
  ['es-mx', ['es-ar', 'es-es'], 'es-ar'],
  ['es-us', ['es-419', 'es-es', 'es-mx'], 'es-419'],
  ['es-gq', ['es-419', 'es-es'], 'es-419'],
  ['pt-ao', ['pt-br', 'pt-pt'], 'pt-pt'],
  ['pt-ao', ['pt-br', 'pt-mz'], 'pt-mz'],
  ['en-au', ['en-us', 'en-gb'], 'en-gb'],
  ['en-au', ['en-us', 'en-nz'], 'en-nz'],
  ['en-at', ['en-au', 'en-de'], 'en-de'],
  ['en-at', ['en-gb', 'en-us'], 'en-gb'],
  ['en-pr', ['en-au', 'en-us'], 'en-au'],
  ['zh-mo', ['zh-hant', 'zh-hant-hk', 'zh-hant-tw'], 'zh-hant-hk'],
  ['zh-hk', ['zh-hant', 'zh-hant-tw'], 'zh-hant'],
  // Then the most widely understood.
  ['en', ['en-au', 'en-gb', 'en-us'], 'en-gb'],
  ['en-us', ['en-ca', 'en-gb'], 'en-gb'],
  ['es', ['es-ar', 'es-419', 'es-es'], 'es-419'],
  ['pt', ['pt-br', 'pt-pt'], 'pt-pt'],
  ['pt', ['pt-ao', 'pt-br'], 'pt-br'],
  // Then alphabetical order.
  ['de', ['de-li', 'de-ch'], 'de-ch'],
  ['de-at', ['de-de', 'de-ch'], 'de-ch'],
  ['fr-be', ['fr-fr', 'fr-ca'], 'fr-ca'],
])('%s among %j is the variant %s (contract: Translations 8)', (wanted, has, expected) => {
  expect(resolveLocale(wanted, 'ja', [...has, 'ja'])).toEqual({ locale: expected, resolvedFrom: 'regional' });
  expect(resolveLocale(wanted, has[0] as string, has)).toEqual({
    locale: expected,
    resolvedFrom: 'regional',
  });
});

test.each(['', 'english', 'e', 'de-', 'de--at', 'x'.repeat(50), 'de-at-wien', '../de'])(
  '%j is not a language, so the layout language is used',
  (wanted) =>
    expect(resolveLocale(wanted, 'en', ['en', 'de'])).toEqual({ locale: 'en', resolvedFrom: 'layout' }),
);

test.each([
  ['ca-ES-valencia', 'ca', 'base'],
  ['de_DE.UTF-8', 'de', 'base'],
  ['de-AT@euro', 'de-at', 'base'],
  ['de-at-u-co-phonebk', 'de-at', 'base'],
  ['pt-br-x-shop', 'pt-pt', 'regional'],
  ['iw-IL.UTF-8', 'en', 'layout'],
] as const)(
  '%s starts with a language code and resolves to %s (contract: Translations 8)',
  (wanted, locale, resolvedFrom) => {
    const has = ['en', 'ca', 'de', 'de-at', 'pt-pt', 'he'];
    expect(resolveLocale(wanted, 'en', has)).toEqual({ locale, resolvedFrom });
  },
);

test('treats equivalent codes as different languages', () => {
  expect(resolveLocale('iw', 'en', ['en', 'he'])).toEqual({ locale: 'en', resolvedFrom: 'layout' });
});
