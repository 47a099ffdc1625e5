import { describe, expect, it } from 'vitest';
import { checkLiquid } from '../../rendering/liquid/check-liquid.rules.ts';
import { builtInText, builtInTexts } from './built-in-texts.rules.ts';

const PROMISED =
  'en de fr es it pt pt-br nl da sv nb fi pl cs sk hu ro bg el tr ru uk ar he ja zh zh-tw ko hi th vi id';
const LINK = '{{ unsubscribe_link }}';
const languages = Object.entries(builtInTexts);

describe('built-in footer texts', () => {
  it('exist in every promised language', () => {
    expect(Object.keys(builtInTexts).sort()).toEqual(PROMISED.split(' ').sort());
  });

  it.each(languages)('%s: a sentence with the link once, and a label for it', (_locale, texts) => {
    expect(texts.unsubscribeText.split(LINK)).toHaveLength(2);
    expect(texts.unsubscribeText.replace(LINK, '').trim().length).toBeGreaterThan(8);
    expect(texts.unsubscribeText).toMatch(/^\S.*\S$/);
    expect(checkLiquid(texts.unsubscribeText)).toBeNull();
    expect(texts.unsubscribeLinkLabel).toMatch(/^\S.*\S$/);
    expect(texts.unsubscribeLinkLabel).not.toMatch(/[{}<>]/);
    // The limits that a store's own texts have (spec: marketingTexts object).
    expect(texts.unsubscribeText.length).toBeLessThanOrEqual(2000);
    expect(texts.unsubscribeLinkLabel.length).toBeLessThanOrEqual(100);
  });

  it('differ between languages, each in its own script', () => {
    const sentences = languages.map(([, { unsubscribeText }]) => unsubscribeText);
    expect(new Set(sentences).size).toBe(languages.length);
    const scripts = { Cyrl: /\p{Script=Cyrillic}/u, Arab: /\p{Script=Arabic}/u, Hebr: /\p{Script=Hebrew}/u };
    const others = { Grek: /\p{Script=Greek}/u, Deva: /\p{Script=Devanagari}/u, Thai: /\p{Script=Thai}/u };
    const asian = { Hans: /\p{Script=Han}/u, Hant: /\p{Script=Han}/u, Jpan: /\p{Script=Hiragana}/u };
    const all: Record<string, RegExp> = { ...scripts, ...others, ...asian, Kore: /\p{Script=Hangul}/u };
    for (const [locale, { unsubscribeText, unsubscribeLinkLabel }] of languages) {
      const own = all[new Intl.Locale(locale).maximize().script ?? ''] ?? /\p{Script=Latin}/u;
      expect(unsubscribeText.replace(LINK, ''), locale).toMatch(own);
      if (locale !== 'ja') expect(unsubscribeLinkLabel, locale).toMatch(own);
    }
  });
});

describe('the language is found', () => {
  it.each([
    ['de', 'de'],
    ['de-at', 'de'],
    ['DE_ch', 'de'],
    ['pt', 'pt'],
    ['pt-ao', 'pt'],
    ['pt-br', 'pt-br'],
    ['pt_BR', 'pt-br'],
    ['pt-latn-br', 'pt-br'],
    ['zh', 'zh'],
    ['zh-cn', 'zh'],
    ['zh-sg', 'zh'],
    ['zh-hans', 'zh'],
    ['zh-hans-tw', 'zh'],
    ['zh-hant', 'zh-tw'],
    ['zh-hant-cn', 'zh-tw'],
    ['zh-tw', 'zh-tw'],
    ['zh-hk', 'zh-tw'],
    ['zh-mo', 'zh-tw'],
    ['no', 'nb'],
    ['nn-no', 'nb'],
    ['iw', 'he'],
    ['en-gb', 'en'],
    ['xx', 'en'],
    ['xx-de', 'en'],
    ['', 'en'],
    ['english language', 'en'],
    ['__proto__', 'en'],
    ['constructor', 'en'],
  ])('%s is served %s', (locale, language) => {
    for (const field of ['unsubscribeText', 'unsubscribeLinkLabel'] as const)
      expect(builtInText(field, locale)).toBe(builtInTexts[language]?.[field]);
  });
});
