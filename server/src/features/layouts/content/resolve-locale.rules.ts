import cldr from 'cldr-core/supplemental/parentLocales.json' with { type: 'json' };
import { languageOf, normalLocale } from '../../../kernel/locale-code.ts';
import type { Resolution } from './layout-state.schema.ts';

export interface ResolvedLocale {
  locale: string;
  /** The lookup step that found it. */
  resolvedFrom: Resolution;
}

/** Parent locales in CLDR, such as `es-419` for `es-mx`. All other parents are truncated codes. */
const parents: ReadonlyMap<string, string> = new Map(
  Object.entries(cldr.supplemental.parentLocales.parentLocale).map(([locale, parent]) => [
    locale.toLowerCase(),
    parent.toLowerCase(),
  ]),
);

/** Variants that are more widely understood than others of their language, in order of preference. */
const preferred = ['en-gb', 'es-419', 'pt-pt', 'pt-br'];

/** `zh-hant` for `zh-hant-hk`, `zh` for that, then nothing. */
const cut = (locale: string) => locale.slice(0, Math.max(locale.lastIndexOf('-'), 0));

function isWellFormed(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

/** The language code within a longer tag: `ca-es` for `ca-ES-valencia` and for `ca_ES.UTF-8`. */
function codeIn(wanted: string): string | null {
  const [tag = ''] = wanted.replaceAll('_', '-').split(/[.@]/);
  if (!isWellFormed(tag)) return null;
  return [tag, ...shortenings(tag)].map(normalLocale).find((code) => code !== null) ?? null;
}

/** `zh-hant`, `zh` for `zh-hant-hk`. */
function shortenings(locale: string): string[] {
  const shorter = cut(locale);
  return shorter === '' ? [] : [shorter, ...shortenings(shorter)];
}

/** The script that a locale is usually written in. */
const scriptOf = (locale: string) => new Intl.Locale(locale).maximize().script?.toLowerCase();

/** CLDR's spelling: a script only where it is not the language's usual one, so `zh-hant-hk` for `zh-hk`. */
function cldrName(locale: string): string {
  const [language = '', ...rest] = locale.split('-');
  const script = scriptOf(locale);
  const region = rest.filter((part) => part.length !== 4);
  return [language, ...(script && script !== scriptOf(language) ? [script] : []), ...region].join('-');
}

/** The locale, its parent, its grandparent, and so on. */
function localeChain(name: string): string[] {
  if (name === '' || name === 'und') return [];
  return [name, ...localeChain(parents.get(name) ?? cut(name))];
}

const place = (locale: string) => {
  const at = preferred.indexOf(locale);
  return at < 0 ? preferred.length : at;
};

/** Same script, then most ancestors in common, then a preferred one, then alphabetical order. */
function bestVariant(wanted: string, variants: readonly string[]): string | undefined {
  const [script, ancestors] = [scriptOf(wanted), new Set(localeChain(cldrName(wanted)))];
  const ranked = variants.map((locale) => ({
    locale,
    isOtherScript: scriptOf(locale) === script ? 0 : 1,
    shared: localeChain(cldrName(locale)).filter((each) => ancestors.has(each)).length,
  }));
  ranked.sort(
    (a, b) =>
      a.isOtherScript - b.isOtherScript ||
      b.shared - a.shared ||
      place(a.locale) - place(b.locale) ||
      (a.locale < b.locale ? -1 : 1),
  );
  return ranked[0]?.locale;
}

/**
 * Resolves the language of an email: the exact locale, the base language, a regional variant, or the layout
 * itself (spec: Translations 2) (contract: Translations 8). `locales` includes `main`, which takes part in
 * each step.
 */
export function resolveLocale(
  wanted: string | undefined,
  main: string,
  locales: readonly string[],
): ResolvedLocale {
  const exact = wanted === undefined ? null : normalLocale(wanted);
  const locale = exact ?? codeIn(wanted ?? '');
  if (locale === null) return { locale: main, resolvedFrom: 'layout' };
  if (locales.includes(locale)) return { locale, resolvedFrom: exact === null ? 'base' : 'exact' };
  const base = shortenings(locale).find((each) => locales.includes(each));
  if (base !== undefined) return { locale: base, resolvedFrom: 'base' };
  const language = languageOf(locale);
  const variant = bestVariant(
    locale,
    locales.filter((each) => languageOf(each) === language),
  );
  return variant === undefined
    ? { locale: main, resolvedFrom: 'layout' }
    : { locale: variant, resolvedFrom: 'regional' };
}
