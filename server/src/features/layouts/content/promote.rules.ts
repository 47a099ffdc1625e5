import { type MarketingTexts, marketingFields } from '../../library/settings/marketing-texts.schema.ts';
import { mainContentOf } from './languages.rules.ts';
import type { LanguageContent, LayoutState } from './layout-state.schema.ts';
import { type HashText, MainTexts } from './stale.rules.ts';

/** Drops `null` fields, which have no meaning in a main language. */
function onlySet(texts: MarketingTexts | null): MarketingTexts | null {
  if (texts === null) return null;
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null));
}

/** The overrides that give the same result over `after` as `own` gave over `before`. */
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
 * Swaps the main language and a translation (contract: Translations 9). Every language still sends what it sent
 * before: what it inherited from the old main language and would not inherit from the new one is copied into it.
 */
export function promoteLanguage(state: LayoutState, locale: string, hash: HashText): LayoutState {
  const formerMain = mainContentOf(state);
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
  const [before, after] = [new MainTexts(formerMain, hash), new MainTexts(main, hash)];
  const carried = before.carriedTo(after);
  const follow = (language: LanguageContent): LanguageContent => ({
    ...language,
    attachments: language.attachments ?? (keepsAttachments ? null : formerMain.attachments),
    marketingTexts: rebased(language.marketingTexts, formerMain.marketingTexts, main.marketingTexts),
    // Stale texts remain stale if the new main language has them; swapping makes no other text stale.
    writtenFor: after.writtenExcept(carried(before.staleOf(language))),
  });
  const languages = Object.fromEntries(
    Object.entries(state.languages).map(([code, language]) => {
      if (code === locale) return [code, main];
      if (code !== state.defaultLocale) return [code, follow(language)];
      // The old main language keeps its values, now as differences from the new one.
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
          writtenFor: after.digest,
        },
      ];
    }),
  );
  return { ...state, defaultLocale: locale, languages };
}
