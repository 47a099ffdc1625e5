import type { Context } from '../../../kernel/operation.ts';
import { publicFileUrl } from '../../library/files/file-keys.rules.ts';
import { footerTexts } from '../../library/settings/footer-texts.rules.ts';
import { settingsOf } from '../../library/settings/settings.store.ts';
import { effectiveContentOf } from '../content/languages.rules.ts';
import type { LanguageContent, LayoutState } from '../content/layout-state.schema.ts';
import { assetsUrlOf } from './compile-language.ts';
import { digestOfSaved } from './compiled-language.ts';
import { mailLanguageOf, testVariablesOf, unsubscribePreviewOf } from './mail-source.ts';

/** What the preview of a language is drawn with besides its content. */
export async function canvasOf(
  ctx: Context,
  layoutId: string,
  state: LayoutState,
  asked: string | undefined,
) {
  const { locale } = mailLanguageOf(state, asked);
  const settings = await settingsOf(ctx.db);
  const logo = settings.get('logo');
  const { marketingTexts } = effectiveContentOf(state, locale);
  return {
    filesUrl: publicFileUrl(ctx.baseUrl, ctx.storeId, ''),
    logoUrl: logo === undefined ? null : publicFileUrl(ctx.baseUrl, ctx.storeId, logo),
    assetsUrl: assetsUrlOf(ctx),
    unsubscribeUrl: unsubscribePreviewOf(ctx),
    footer: state.category === 'marketing' ? footerTexts(marketingTexts, settings, locale) : null,
    testVariables: testVariablesOf(state, state.defaultLocale),
    saved: await digestOfSaved(ctx, layoutId, {
      ...{ bodyType: state.bodyType, locale },
      content: state.languages[locale] as LanguageContent,
    }),
  };
}
