/**
 * A language, optionally a script and a region. Aliases are not resolved: `iw` and `he` remain two languages.
 */
const LOCALE = /^[a-z]{2,3}(?:[-_][a-z]{4})?(?:[-_](?:[a-z]{2}|[0-9]{3}))?$/i;

/**
 * The language code as it is stored, `pt-br` for `pt_BR`; `null` if it is invalid (spec: Translation)
 * (contract: Layouts 6).
 */
export const normalLocale = (text: string): string | null =>
  LOCALE.test(text) ? text.replaceAll('_', '-').toLowerCase() : null;

export const languageOf = (locale: string) => locale.split('-', 1)[0] as string;
