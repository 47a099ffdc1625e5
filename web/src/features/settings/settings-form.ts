import { builtInText } from 'outstep/features/library/settings/built-in-texts.rules.ts';
import { type BrandValues, brandNames, brandValuesOf } from './brand-form.ts';
import type { SettingsView } from './queries.ts';

export const textFields = ['companyDetails', 'unsubscribeText', 'unsubscribeLinkLabel'] as const;
export type FooterTextField = (typeof textFields)[number];
export type FooterTextValues = Record<FooterTextField, string>;

/** The key for texts of all languages in the form. */
export const ALL_LANGUAGES = 'all';

export interface SettingsValues extends Record<string, unknown> {
  logo: string;
  brand: BrandValues;
  texts: Record<string, FooterTextValues>;
}

export const emptyTexts = (): FooterTextValues => ({
  companyDetails: '',
  unsubscribeText: '',
  unsubscribeLinkLabel: '',
});

const isTextField = (name: string): name is FooterTextField =>
  (textFields as readonly string[]).includes(name);

/** Converts settings to form values: `companyDetails.de` becomes `texts.de.companyDetails`. */
export function valuesOf({ settings }: Pick<SettingsView, 'settings'>): SettingsValues {
  const texts: SettingsValues['texts'] = { [ALL_LANGUAGES]: emptyTexts() };
  for (const [name, value] of Object.entries(settings)) {
    const [field = '', locale = ALL_LANGUAGES] = name.split('.');
    if (!isTextField(field)) continue;
    texts[locale] ??= emptyTexts();
    texts[locale][field] = value;
  }
  return { logo: settings['logo'] ?? '', brand: brandValuesOf(settings), texts };
}

const nameOf = (field: string, locale: string) => (locale === ALL_LANGUAGES ? field : `${field}.${locale}`);

function flatten({ logo, brand, texts }: SettingsValues): Map<string, string> {
  const all = new Map([['logo', logo], ...Object.entries(brand)]);
  for (const [locale, own] of Object.entries(texts))
    for (const field of textFields) all.set(nameOf(field, locale), own[field]);
  return all;
}

/** The changed settings as `name=value`; an empty value resets the setting. */
export function settingChanges(before: SettingsValues, after: SettingsValues): string[] {
  const old = flatten(before);
  return [...flatten(after)]
    .filter(([name, value]) => value !== (old.get(name) ?? ''))
    .map(([name, value]) => `${name}=${value}`);
}

/** Applies stored changes to the current form; an older release may have had other fields. */
export function withChanges(values: SettingsValues, changes: readonly string[]): SettingsValues {
  const next = structuredClone(values);
  for (const change of changes) {
    const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(change) ?? [];
    const [field = '', locale = ALL_LANGUAGES] = name.split('.');
    if (name === 'logo') next.logo = value;
    else if (brandNames.includes(name)) next.brand[name] = value;
    else if (isTextField(field)) {
      next.texts[locale] ??= emptyTexts();
      next.texts[locale][field] = value;
    }
  }
  return next;
}

/**
 * Maps field names in the server's errors, such as `companyDetails.de` or `brandLinkColor`, to those of the
 * form.
 */
export const toFormFields = (message: string) =>
  message
    .replace(
      /(^|; )(companyDetails|unsubscribeText|unsubscribeLinkLabel)(?:\.([a-z0-9-]+))?: /g,
      (_, before: string, field: string, locale = ALL_LANGUAGES) => `${before}texts.${locale}.${field}: `,
    )
    .replace(/(^|; )(brand[A-Z]\w+): /g, '$1brand.$2: ');

/** The text that an email uses if the language has none; empty if there is no fallback. */
export function fallbackOf({ texts }: SettingsValues, field: FooterTextField, locale: string): string {
  const [base = ''] = locale.split('-');
  const inherited =
    (locale !== base && texts[base]?.[field]) ||
    (locale !== ALL_LANGUAGES && texts[ALL_LANGUAGES]?.[field]) ||
    '';
  if (inherited || field === 'companyDetails') return inherited;
  return builtInText(field, locale === ALL_LANGUAGES ? 'en' : locale);
}
