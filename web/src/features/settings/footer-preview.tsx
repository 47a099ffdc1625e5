import { Text } from '@mantine/core';
import { useTexts } from '../../texts/texts.tsx';
import classes from './settings.module.css';
import { fallbackOf, type SettingsValues, type TextField } from './settings-form.ts';

const PLACEHOLDER = /\{\{-?\s*unsubscribe_(link|url)\s*-?\}\}/;

/** The footer in one language, with what is typed and what stands in for it. Other Liquid is shown as it is written. */
export function FooterPreview({ values, locale }: { values: SettingsValues; locale: string }) {
  const { settings } = useTexts();
  const textOf = (field: TextField) => values.texts[locale]?.[field] || fallbackOf(values, field, locale);
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
