import { type MarketingTexts, marketingFields } from '../../library/settings/marketing-texts.schema.ts';
import type { Attachment, LanguageContent, LayoutState } from './layout-state.schema.ts';

export const mainContentOf = (state: LayoutState) => state.languages[state.defaultLocale] as LanguageContent;

/** The main language first, then the others by their codes (contract: Translations 7). */
export function localesOf({ defaultLocale, languages }: LayoutState): string[] {
  const others = Object.keys(languages).filter((locale) => locale !== defaultLocale);
  return [defaultLocale, ...others.sort()];
}

/** Fields of `over` replace those of `under`, even with `null` (contract: Translations 3). */
export function overlayTexts(
  over: MarketingTexts | null,
  under: MarketingTexts | null,
): MarketingTexts | null {
  if (over === null) return under;
  return { ...under, ...over };
}

/** The content that a language sends, including everything it inherits from the main language. */
export interface EffectiveContent
  extends Omit<LanguageContent, 'writtenFor' | 'attachments' | 'marketingTexts'> {
  attachments: Attachment[];
  /** Only the fields that are set; the others come from the settings. */
  marketingTexts: Partial<Record<keyof MarketingTexts, string>>;
}

/**
 * The content that a language sends: its own attachments and texts, or the inherited ones
 * (contract: Translations 2).
 */
export function effectiveContentOf(state: LayoutState, locale: string): EffectiveContent {
  const main = mainContentOf(state);
  const { writtenFor: _, ...own } = state.languages[locale] as LanguageContent;
  const texts = own === main ? main.marketingTexts : overlayTexts(own.marketingTexts, main.marketingTexts);
  const set = marketingFields.flatMap((field) => {
    const text = texts?.[field];
    return typeof text === 'string' ? [[field, text] as const] : [];
  });
  return {
    ...own,
    attachments: own.attachments ?? main.attachments ?? [],
    marketingTexts: Object.fromEntries(set),
  };
}
