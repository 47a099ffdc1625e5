import type { MarketingField } from '../layouts/layout-state.schema.ts';
import { builtInText } from '../settings/built-in-texts.rules.ts';
import { settingText } from '../settings/settings.rules.ts';

export type FooterTexts = Record<MarketingField, string>;

/** Field by field: the mail's own text, or the store's in the mail's language, or ours. */
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
