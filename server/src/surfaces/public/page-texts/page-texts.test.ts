import { describe, expect, test } from 'vitest';
import { languages, textsIn } from './page-texts.ts';

const expected =
  'en de fr es it pt pt-br nl da sv nb fi pl cs sk hu ro bg el tr ru uk ar he fa ur ja zh zh-tw ko hi th vi id';

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();

test('has texts in every email language and in the four right-to-left ones', () => {
  expect([...languages.keys()].sort()).toEqual(expected.split(' ').sort());
});

describe.each([...languages])('%s', (_lang, texts) => {
  test('has every text', () => {
    for (const [name, text] of Object.entries(texts)) {
      expect(text.trim(), name).toBe(text);
      expect(text.length, name).toBeGreaterThan(1);
    }
  });

  test('names sender and recipient once each and has no other placeholders', () => {
    const withNames = ['ask', 'doneText', 'undoneText'];
    for (const [name, text] of Object.entries(texts))
      expect(placeholders(text), name).toEqual(withNames.includes(name) ? ['address', 'store'] : []);
  });

  test('has no duplicate texts', () => {
    expect(new Set(Object.values(texts)).size).toBe(Object.keys(texts).length);
  });
});

test.each([
  [['de'], 'de', 'ltr'],
  [['de-ch'], 'de', 'ltr'],
  [['pt-br'], 'pt-br', 'ltr'],
  [['pt-pt'], 'pt', 'ltr'],
  [['zh-hant'], 'zh-tw', 'ltr'],
  [['zh-hant-hk'], 'zh-tw', 'ltr'],
  [['zh-hk'], 'zh-tw', 'ltr'],
  [['zh-hans-hk'], 'zh', 'ltr'],
  [['nn-no'], 'nb', 'ltr'],
  [['iw'], 'he', 'rtl'],
  [['ar-eg'], 'ar', 'rtl'],
  [['fa'], 'fa', 'rtl'],
  [['ur-pk'], 'ur', 'rtl'],
  [['tlh', 'fr-ca', 'de'], 'fr', 'ltr'],
  [['tlh'], 'en', 'ltr'],
  [['__proto__', 'constructor'], 'en', 'ltr'],
  [[], 'en', 'ltr'],
])('%j gets %s', (locales, lang, dir) => {
  expect(textsIn(...locales)).toMatchObject({ lang, dir });
});
