import { type MarketingTexts, marketingFields } from '../../library/settings/marketing-texts.schema.ts';
import { mainOf } from './languages.rules.ts';
import type { LanguageContent, LayoutState } from './layout-state.schema.ts';
import { digestOf, type Hash, isStale } from './stale.rules.ts';

/** Fields that are set; a main language has no use for the others. */
function onlySet(texts: MarketingTexts | null): MarketingTexts | null {
  if (texts === null) return null;
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null));
}

/** `own` over `before`, said anew over `after`: it comes to the same. */
function rebased(
  own: MarketingTexts | null,
  before: MarketingTexts | null,
  after: MarketingTexts | null,
): MarketingTexts | null {
  const next: MarketingTexts = { ...own };
  for (const field of marketingFields) {
    const inherits = own?.[field] === undefined;
    if (inherits && before?.[field] !== after?.[field]) next[field] = before?.[field] ?? null;
  }
  return own === null && Object.keys(next).length === 0 ? null : next;
}

/**
 * Exchanges the main language and a translation. Every language sends afterwards what it sent before: where one took
 * something from the main language that is no longer the main one's, it is written into it.
 */
export function promoted(state: LayoutState, locale: string, hash: Hash): LayoutState {
  const formerMain = mainOf(state);
  const chosen = state.languages[locale] as LanguageContent;
  const main: LanguageContent = {
    ...chosen,
    attachments: chosen.attachments ?? formerMain.attachments,
    marketingTexts: onlySet(
      chosen.marketingTexts === null
        ? formerMain.marketingTexts
        : { ...formerMain.marketingTexts, ...chosen.marketingTexts },
    ),
    writtenFor: null,
  };
  const keepsAttachments = chosen.attachments === null;
  const digest = digestOf(main, hash);
  const follow = (language: LanguageContent): LanguageContent => ({
    ...language,
    attachments: language.attachments ?? (keepsAttachments ? null : formerMain.attachments),
    marketingTexts: rebased(language.marketingTexts, formerMain.marketingTexts, main.marketingTexts),
    // What was out of date stays so; what was not cannot have become it by an exchange.
    writtenFor: isStale(language, formerMain, hash) ? language.writtenFor : digest,
  });
  const languages = Object.fromEntries(
    Object.entries(state.languages).map(([code, language]) => {
      if (code === locale) return [code, main];
      if (code !== state.defaultLocale) return [code, follow(language)];
      // Its own values go on being its own, said over those of the new main language.
      const own = {
        ...language,
        attachments: keepsAttachments ? null : language.attachments,
        marketingTexts: null,
      };
      return [
        code,
        {
          ...own,
          marketingTexts: rebased(null, formerMain.marketingTexts, main.marketingTexts),
          writtenFor: digest,
        },
      ];
    }),
  );
  return { ...state, defaultLocale: locale, languages };
}
