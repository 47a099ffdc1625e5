import { asian } from './asian.ts';
import { eastern } from './eastern.ts';
import type { PageTexts } from './shape.ts';
import { western } from './western.ts';

/** Texts in one language, with what a browser has to know of it. */
export interface SpokenTexts extends PageTexts {
  lang: string;
  dir: 'ltr' | 'rtl';
}

const DEFAULT = 'en';
const rightToLeft = new Set(['ar', 'fa', 'he', 'ur']);
/** By their codes. */
export const languages: ReadonlyMap<string, PageTexts> = new Map(
  Object.entries({ ...western, ...eastern, ...asian }),
);

/** Regions that write Chinese in its traditional signs, and what else is called otherwise than here. */
const otherNames: Readonly<Record<string, string>> = {
  'zh-hant': 'zh-tw',
  'zh-hk': 'zh-tw',
  'zh-mo': 'zh-tw',
  no: 'nb',
  nn: 'nb',
  iw: 'he',
  in: 'id',
};

/** From the language with all that was said of it to the language alone. */
function candidates(locale: string): string[] {
  const parts = locale.split('-');
  const shorter = parts.map((_, i) => parts.slice(0, parts.length - i).join('-'));
  return shorter.flatMap((name) => [name, otherNames[name] ?? []].flat());
}

const known = (locale: string) => candidates(locale).find((name) => languages.has(name));

/** The texts in the first of the locales that we speak, or in English. */
export function textsIn(...locales: readonly string[]): SpokenTexts {
  const lang = locales.map(known).find((name) => name !== undefined) ?? DEFAULT;
  const dir = rightToLeft.has(lang) ? 'rtl' : 'ltr';
  return { ...(languages.get(lang) as PageTexts), lang, dir };
}
