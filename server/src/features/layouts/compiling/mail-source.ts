import type { JsonObject } from '../../../kernel/json.ts';
import type { Context } from '../../../kernel/operation.ts';
import type { CompiledAttachment } from '../../../kernel/ports.ts';
import { footerTexts } from '../../library/settings/footer-texts.rules.ts';
import { settingsOf } from '../../library/settings/settings.store.ts';
import type { MailSource } from '../../rendering/mails/render-mail.ts';
import { effectiveContentOf, localesOf, mainContentOf } from '../content/languages.rules.ts';
import type { Attachment, LanguageContent, LayoutState } from '../content/layout-state.schema.ts';
import type { StoredLayout } from '../content/layouts.store.ts';
import { resolveLocale } from '../content/resolve-locale.rules.ts';
import { compileAndStore } from './compiled-language.ts';

const none: ReadonlySet<string> = new Set();

/**
 * The languages of a saved layout that are never sent: the incomplete ones, if the layout sends complete
 * languages only.
 */
export const languagesNotSent = ({ row, languages }: StoredLayout): ReadonlySet<string> =>
  row.completeLanguagesOnly
    ? new Set(languages.filter(({ incomplete }) => incomplete).map(({ locale }) => locale))
    : none;

/** The language that a layout sends when `asked` is requested (contract: Translations 8; Translations 11). */
export const mailLanguageOf = (
  state: LayoutState,
  asked: string | undefined,
  notSent: ReadonlySet<string> = none,
) =>
  resolveLocale(
    asked,
    state.defaultLocale,
    localesOf(state).filter((locale) => !notSent.has(locale)),
  );

const testVariablesIn = ({ bodyDesign }: LanguageContent) =>
  bodyDesign?.['testVariables'] as JsonObject | undefined;

/** The variables of an email when the caller sends none. */
export const testVariablesOf = (state: LayoutState, locale: string): JsonObject =>
  testVariablesIn(state.languages[locale] as LanguageContent) ?? testVariablesIn(mainContentOf(state)) ?? {};

/** The target of the unsubscribe link in a preview. */
export const unsubscribePreviewOf = ({ baseUrl }: Pick<Context, 'baseUrl'>) =>
  `${baseUrl}/unsubscribe/preview`;

const asCompiled = (each: Attachment): CompiledAttachment =>
  'fileKey' in each
    ? { filename: each.filename, fileKey: each.fileKey, sendAsLink: each.sendAsLink ?? false, when: '' }
    : { filename: each.filename, url: each.url, sendAsLink: false, when: '' };

/**
 * The content of an email before its variables are filled in, and the files it may carry. Previews, test
 * emails and steps all use this. `layoutId` is null when `state` is not the saved one.
 */
export async function mailSourceOf(
  ctx: Context,
  layoutId: string | null,
  state: LayoutState,
  locale: string,
): Promise<{ source: Omit<MailSource, 'hasDownloads'>; files: readonly CompiledAttachment[] }> {
  const { subject, previewText, attachments, marketingTexts } = effectiveContentOf(state, locale);
  const isVisual = state.bodyType === 'visual';
  const isMarketing = state.category === 'marketing';
  const [compiled, settings] = await Promise.all([
    compileAndStore(ctx, layoutId, state, locale),
    isMarketing ? settingsOf(ctx.db) : null,
  ]);
  return {
    source: {
      ...{ subject, previewText, compiled, locale },
      bodyField: isVisual ? 'bodyDesign' : 'body',
      footer: settings && footerTexts(marketingTexts, settings, locale),
    },
    files: isVisual ? compiled.attachments : attachments.map(asCompiled),
  };
}
