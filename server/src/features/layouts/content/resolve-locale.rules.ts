import { languageOf, normalLocale } from '../../../kernel/locale.ts';
import type { Resolution } from './layout-state.schema.ts';

export interface Resolved {
  locale: string;
  /** By which step it was found. */
  resolvedFrom: Resolution;
}

const maximized = (locale: string) => {
  try {
    return new Intl.Locale(locale).maximize();
  } catch {
    return null;
  }
};

/** Same script first, then the language's main region, then alphabetical order. */
function bestVariant(wanted: string, variants: readonly string[]): string | undefined {
  const script = maximized(wanted)?.script;
  const home = maximized(`${languageOf(wanted)}${script ? `-${script}` : ''}`)?.region;
  const rank = (locale: string) => {
    const full = maximized(locale);
    return (full?.script === script ? 0 : 2) + (full?.region === home ? 0 : 1);
  };
  return variants.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))[0];
}

/**
 * Which language a mail is sent in: the exact locale, the base language, a regional variant, the layout itself
 * (spec: Translations 2) (contract: Translations 8). `locales` includes `main`, which takes part in each step.
 */
export function resolveLocale(
  wanted: string | undefined,
  main: string,
  locales: readonly string[],
): Resolved {
  const locale = wanted === undefined ? null : normalLocale(wanted);
  if (locale === null) return { locale: main, resolvedFrom: 'layout' };
  if (locales.includes(locale)) return { locale, resolvedFrom: 'exact' };
  const language = languageOf(locale);
  if (locales.includes(language)) return { locale: language, resolvedFrom: 'base' };
  const variant = bestVariant(
    locale,
    locales.filter((each) => languageOf(each) === language),
  );
  return variant === undefined
    ? { locale: main, resolvedFrom: 'layout' }
    : { locale: variant, resolvedFrom: 'regional' };
}
