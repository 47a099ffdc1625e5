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
  // Its own is English, so British English is for the British alone.
  ['en', preset('en', 'en-gb'), ''],
  ['en-us', preset('en', 'en-gb'), ''],
  ['en-gb', preset('en', 'en-gb'), 'en-gb'],
  ['en', preset('en-us', 'en-gb'), 'en-gb'],
  // Nobody said what its own is.
  ['en', preset(null, 'en-gb'), 'en-gb'],
  ['', preset(null, 'de'), ''],
])('an email in "%s" has the blocks of the nearest language', (locale, of, found) => {
  expect(presetLanguage(of, locale)).toBe(found);
  expect(blocksIn(of, locale)).toEqual([found || 'own']);
});
