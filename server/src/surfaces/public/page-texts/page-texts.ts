import { asian } from './asian.ts';
import { eastern } from './eastern.ts';
import type { PageTexts } from './shape.ts';
import { western } from './western.ts';

/** Texts in one language, with its `lang` and `dir` attributes. */
export interface LocalizedTexts extends PageTexts {
  lang: string;
  dir: 'ltr' | 'rtl';
}

const DEFAULT = 'en';
const rightToLeft = new Set(['ar', 'fa', 'he', 'ur']);
/** Texts by language code. */
export const languages: ReadonlyMap<string, PageTexts> = new Map(
  Object.entries({ ...western, ...eastern, ...asian }),
);

/** Regions that write traditional Chinese, and other codes of supported languages. */
const otherNames: Readonly<Record<string, string>> = {
  'zh-hant': 'zh-tw',
  'zh-hk': 'zh-tw',
  'zh-mo': 'zh-tw',
  no: 'nb',
  nn: 'nb',
  iw: 'he',
  in: 'id',
};

/** The locale, followed by ever shorter versions down to the bare language. */
function candidates(locale: string): string[] {
  const parts = locale.split('-');
  const shorter = parts.map((_, i) => parts.slice(0, parts.length - i).join('-'));
  return shorter.flatMap((name) => [name, otherNames[name] ?? []].flat());
}

const findSupportedLanguage = (locale: string) => candidates(locale).find((name) => languages.has(name));

/** The texts in the first supported locale, or in English. */
export function textsIn(...locales: readonly string[]): LocalizedTexts {
  const lang = locales.map(findSupportedLanguage).find((name) => name !== undefined) ?? DEFAULT;
  const dir = rightToLeft.has(lang) ? 'rtl' : 'ltr';
  return { ...(languages.get(lang) as PageTexts), lang, dir };
}
