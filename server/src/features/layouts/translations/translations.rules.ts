import { invalidField } from '../../../kernel/fields.ts';
import { changed } from '../../../kernel/patch.ts';
import { mainOf } from '../content/languages.rules.ts';
import type { LanguageContent, LayoutState } from '../content/layout-state.schema.ts';
import { requireKind } from '../content/layouts.rules.ts';
import { digestOf, type Hash } from '../content/stale.rules.ts';
import type { PutTranslation } from './translations.schema.ts';

/** spec: Translations 1. The main language does not count. */
const MAX_TRANSLATIONS = 30;

export function refuseMainLanguage(state: Pick<LayoutState, 'defaultLocale'>, locale: string): void {
  if (locale === state.defaultLocale) throw invalidField('locale', "is the layout's main language");
}

/** Sets a language to what was sent; without a body it gets that of the main language. */
export function withLanguage(
  state: LayoutState,
  locale: string,
  sent: PutTranslation,
  hash: Hash,
): LayoutState {
  refuseMainLanguage(state, locale);
  const { bodyDesign, body, attachments } = sent;
  requireKind(state.bodyType, { bodyDesign, body, attachments: attachments ?? undefined });
  const main = mainOf(state);
  const current = state.languages[locale];
  if (!current && Object.keys(state.languages).length > MAX_TRANSLATIONS)
    throw invalidField('locale', `at most ${MAX_TRANSLATIONS} languages per layout`);
  const content: LanguageContent = {
    subject: sent.subject,
    previewText: sent.previewText ?? '',
    bodyDesign: bodyDesign ?? main.bodyDesign,
    body: body ?? main.body,
    attachments: changed(attachments, current?.attachments ?? null),
    marketingTexts: changed(sent.marketingTexts, current?.marketingTexts ?? null),
    writtenFor: digestOf(main, hash),
  };
  return { ...state, languages: { ...state.languages, [locale]: content } };
}

export function withoutLanguage(state: LayoutState, locale: string): LayoutState {
  const { [locale]: _, ...languages } = state.languages;
  return { ...state, languages };
}
