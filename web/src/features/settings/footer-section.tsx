import { Select, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { builtInTexts } from 'outstep/features/library/settings/built-in-texts.rules.ts';
import { Section } from '../../parts/section.tsx';
import { useLanguage, useTexts } from '../../texts/texts.tsx';
import classes from './settings.module.css';
import {
  ALL_LANGUAGES,
  emptyTexts,
  type FooterTextField,
  fallbackOf,
  type SettingsValues,
  textFields,
} from './settings-form.ts';

const PLACEHOLDER = /\{\{-?\s*unsubscribe_(link|url)\s*-?\}\}/;

/**
 * Previews the footer in one language with the current input and its fallbacks. Other Liquid is shown as
 * code.
 */
function FooterPreview({ values, locale }: { values: SettingsValues; locale: string }) {
  const { settings } = useTexts();
  const textOf = (field: FooterTextField) =>
    values.texts[locale]?.[field] || fallbackOf(values, field, locale);
  const [before = '', kind, after = ''] = textOf('unsubscribeText').split(PLACEHOLDER);
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {settings.preview}
      </Text>
      <div className={classes['footer']} dir="auto" lang={locale === 'all' ? 'en' : locale}>
        {textOf('companyDetails') || settings.previewCompany}
        {'\n'}
        {before}
        {kind && (
          <span className={classes['link']}>
            {kind === 'link' ? textOf('unsubscribeLinkLabel') : `${location.origin}/unsubscribe/…`}
          </span>
        )}
        {after}
      </div>
    </div>
  );
}

/** `German (de)`, in the reader's language. */
function useLanguageName() {
  const { language } = useLanguage();
  const names = new Intl.DisplayNames(language, { type: 'language', fallback: 'none' });
  return (locale: string) => {
    const name = names.of(locale);
    return name ? `${name} (${locale})` : locale;
  };
}

interface FooterSectionProps {
  form: UseFormReturnType<SettingsValues>;
  locale: string;
  onLocale: (locale: string) => void;
  editable: boolean;
}

/** The footer texts of marketing emails, one language at a time. */
export function FooterSection({ form, locale, onLocale, editable }: FooterSectionProps) {
  const { texts } = useLanguage();
  const { settings } = texts;
  const values = form.getValues();
  const languageName = useLanguageName();
  const hasOwn = (each: string) => textFields.some((field) => values.texts[each]?.[field]);
  const options = (locales: string[]) =>
    locales
      .map((value) => ({ value, label: languageName(value) }))
      .sort((a, b) => a.label.localeCompare(b.label));
  const known = [...new Set([...Object.keys(values.texts), ...Object.keys(builtInTexts), locale])].filter(
    (each) => each !== ALL_LANGUAGES,
  );
  const choose = (next: string) => {
    if (!values.texts[next]) form.setFieldValue(`texts.${next}`, emptyTexts());
    onLocale(next);
  };
  const field = (name: (typeof textFields)[number]) => ({
    label: settings[name],
    readOnly: !editable,
    ...form.getInputProps(`texts.${locale}.${name}`),
    key: `${locale} ${name}`,
    placeholder: fallbackOf(values, name, locale) || settings.companyDetailsExample,
  });
  const { key: companyKey, ...company } = field('companyDetails');
  const { key: sentenceKey, ...sentence } = field('unsubscribeText');
  const { key: labelKey, ...label } = field('unsubscribeLinkLabel');
  return (
    <Section title={settings.footer} hint={settings.footerHint}>
      <Select
        label={settings.language}
        description={settings.languageHint}
        maw={420}
        searchable
        allowDeselect={false}
        value={locale}
        onChange={(next) => next && choose(next)}
        data={[
          { value: ALL_LANGUAGES, label: settings.allLanguages },
          { group: settings.own, items: options(known.filter(hasOwn)) },
          { group: settings.others, items: options(known.filter((each) => !hasOwn(each))) },
        ].filter((each) => !('items' in each) || (each.items ?? []).length > 0)}
      />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack>
          <Textarea
            key={companyKey}
            {...company}
            description={settings.companyDetailsHint}
            autosize
            minRows={2}
            maxRows={8}
          />
          <Textarea
            key={sentenceKey}
            {...sentence}
            description={`${settings.unsubscribeTextHint} ${settings.emptyMeans}`}
            autosize
            minRows={2}
            maxRows={8}
          />
          <TextInput key={labelKey} {...label} description={settings.emptyMeans} />
        </Stack>
        <FooterPreview values={values} locale={locale} />
      </SimpleGrid>
    </Section>
  );
}
