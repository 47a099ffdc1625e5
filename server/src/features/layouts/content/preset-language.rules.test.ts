import { expect, test } from 'vitest';
import { blocksIn, presetLanguage } from './preset-language.rules.ts';

const preset = (defaultLocale: string | null, ...locales: string[]) => ({
  ...{ blocks: ['own'], defaultLocale },
  languages: Object.fromEntries(locales.map((locale) => [locale, { blocks: [locale] }])),
});

test.each([
  ['de', preset(null, 'de', 'fr'), 'de'],
  ['de-at', preset(null, 'de', 'fr'), 'de'],
  ['pt', preset(null, 'pt-br'), 'pt-br'],
  ['es-mx', preset('en', 'es-419', 'es-es'), 'es-419'],
  ['it', preset(null, 'de', 'fr'), ''],
  // The preset's own language is English, so British English is used for British locales only.
  ['en', preset('en', 'en-gb'), ''],
  ['en-us', preset('en', 'en-gb'), ''],
  ['en-gb', preset('en', 'en-gb'), 'en-gb'],
  ['en', preset('en-us', 'en-gb'), 'en-gb'],
  // The preset's own language is unknown.
  ['en', preset(null, 'en-gb'), 'en-gb'],
  ['', preset(null, 'de'), ''],
])('an email in "%s" has the blocks of the nearest language', (locale, of, found) => {
  expect(presetLanguage(of, locale)).toBe(found);
  expect(blocksIn(of, locale)).toEqual([found || 'own']);
});
