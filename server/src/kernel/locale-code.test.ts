import { describe, expect, test } from 'vitest';
import { normalLocale } from './locale-code.ts';

describe('language codes', () => {
  test.each([
    ['de', 'de'],
    ['DE', 'de'],
    ['pt-br', 'pt-br'],
    ['pt_BR', 'pt-br'],
    ['PT-BR', 'pt-br'],
    ['zh_Hant_TW', 'zh-hant-tw'],
    ['es-419', 'es-419'],
    ['fil', 'fil'],
    ['sr-Latn', 'sr-latn'],
    ['iw', 'iw'],
    ['en-uk', 'en-uk'],
  ])('%s is %s: letter case and separator do not matter', (sent, kept) =>
    expect(normalLocale(sent)).toBe(kept),
  );

  test.each([
    '',
    'd',
    'english',
    'de-',
    '-de',
    'de--at',
    'de at',
    'de-a',
    'de-1',
    'de-at-at',
    'zh-tw-hant',
    'de\n',
    ' de',
    'de\0',
    'dé',
    // A character whose lower case is the ASCII letter k.
    '\u212Ao',
    '../..',
    'en-US-u-ca-buddhist',
  ])('%j is not a language code', (sent) => expect(normalLocale(sent)).toBeNull());
});
