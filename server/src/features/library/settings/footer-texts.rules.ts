import { builtInText } from './built-in-texts.rules.ts';
import type { MarketingField } from './marketing-texts.schema.ts';
import { settingText } from './settings.rules.ts';

export type FooterTexts = Record<MarketingField, string>;

/**
 * Field by field: the email's own text, the store's in the email's language, or the built-in one
 * (contract: Sending 4).
 */
export function footerTexts(
  own: Partial<FooterTexts>,
  settings: ReadonlyMap<string, string>,
  locale: string,
): FooterTexts {
  const ofStore = (field: MarketingField) => settingText(settings, field, locale);
  const text = (field: MarketingField) => own[field] ?? ofStore(field);
  // Layouts saved by releases up to 0.3.0 can have a blank one.
  const label = own.unsubscribeLinkLabel?.trim() ? own.unsubscribeLinkLabel : ofStore('unsubscribeLinkLabel');
  return {
    unsubscribeText: text('unsubscribeText') ?? builtInText('unsubscribeText', locale),
    unsubscribeLinkLabel: label ?? builtInText('unsubscribeLinkLabel', locale),
    companyDetails: text('companyDetails') ?? '',
  };
}
