import type { Texts } from '../texts/en/index.ts';
import { capitalized } from '../texts/said.ts';
import { useTexts } from '../texts/texts.tsx';
import { useTranslateMessage } from '../texts/use-said.ts';
import { useLanguageName } from './language-name.ts';

const NOTED = /^((?:added|changed|removed) translation|changed|promoted) (.+)$/i;

interface VersionSummaryTexts extends Pick<Texts['versions'], 'summaries' | 'fields'> {
  nameOf: (locale: string) => string;
  said: (sentence: string) => string;
}

/**
 * Translates summaries such as `Changed subject, bodyDesign; added translation de`, using the labels of the
 * pages.
 */
export function versionSummary(
  summary: string,
  { summaries, fields, nameOf, said }: VersionSummaryTexts,
): string {
  const parts = summary.split('; ').map((part) => {
    const [, noted = '', list = ''] = NOTED.exec(part) ?? [];
    const what = noted.toLowerCase();
    const name = what === 'changed' ? (field: string) => fields[field] ?? field : nameOf;
    return summaries[what]?.(list.split(', ').map(name).join(', ')) ?? said(part);
  });
  return capitalized(parts.join('; '));
}

export function useVersionSummary() {
  const { versions } = useTexts();
  const words = { ...versions, nameOf: useLanguageName(), said: useTranslateMessage() };
  return (summary: string) => versionSummary(summary, words);
}

/** A warning about a field, `subject: …` or `translations.de.subject: …`, with the names of field and language. */
export function useWarning() {
  const { versions } = useTexts();
  const said = useTranslateMessage();
  const nameOf = useLanguageName();
  return function say(warning: string): string {
    const [, locale, inLanguage] = /^translations\.([\w-]+)\.(.+)$/s.exec(warning) ?? [];
    if (locale !== undefined && inLanguage !== undefined) return `${nameOf(locale)}: ${say(inLanguage)}`;
    const [, field = '', rest = ''] = /^(\w+): (.+)$/s.exec(warning) ?? [];
    const name = versions.fields[field];
    return name ? `${capitalized(name)}: ${said(rest)}` : said(warning);
  };
}
