import { builtInText } from './built-in-texts.rules.ts';
import type { MarketingField } from './marketing-texts.schema.ts';
import { settingText } from './settings.rules.ts';

export type FooterTexts = Record<MarketingField, string>;

/** Field by field: the email's own text, or the store's in the email's language, or ours (contract: Sending 4). */
export function footerTexts(
  own: Partial<FooterTexts>,
  settings: ReadonlyMap<string, string>,
  locale: string,
): FooterTexts {
  const text = (field: MarketingField) => own[field] ?? settingText(settings, field, locale);
  return {
    unsubscribeText: text('unsubscribeText') ?? builtInText('unsubscribeText', locale),
    unsubscribeLinkLabel: text('unsubscribeLinkLabel') ?? builtInText('unsubscribeLinkLabel', locale),
    companyDetails: text('companyDetails') ?? '',
  };
}
