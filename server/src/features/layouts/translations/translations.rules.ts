import { invalidField } from '../../../kernel/fields.ts';
import type { JsonObject } from '../../../kernel/json.ts';
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

/** Sent, or as it is, or a copy of the main language's. */
function settle<T>(sent: T | null | undefined, current: T | undefined, main: T) {
  if (sent !== undefined && sent !== null) return { text: sent, from: 'sent' } as const;
  if (sent === undefined && current !== undefined) return { text: current, from: 'kept' } as const;
  return { text: main, from: 'copied' } as const;
}

/**
 * The texts of a language after a PUT and what they are written for (contract: Translations 1, 6). What was sent is
 * up to date, what was left out is as stale as before, a copy is stale until it is translated.
 */
function settleTexts(
  sent: PutTranslation,
  current: LanguageContent | undefined,
  main: LanguageContent,
  hash: Hash,
) {
  const settled = {
    subject: settle(sent.subject, undefined, ''),
    previewText: settle(sent.previewText, current?.previewText, main.previewText),
    bodyDesign: settle(sent.bodyDesign, current?.bodyDesign, main.bodyDesign),
    body: settle(sent.body, current?.body, main.body),
  };
  const digest = digestOf(main, hash);
  const before = (current?.writtenFor ?? digest) as JsonObject;
  const writtenFor = Object.entries(digest).map(([field, now]) => {
    const { text, from } = settled[field as keyof typeof settled];
    if (from === 'kept') return [field, before[field] ?? null];
    // There is nothing to translate in an empty text.
    return [field, from === 'copied' && text !== '' ? null : now];
  });
  return {
    subject: sent.subject,
    previewText: settled.previewText.text,
    bodyDesign: settled.bodyDesign.text,
    body: settled.body.text,
    writtenFor: Object.fromEntries(writtenFor) as JsonObject,
  };
}

/** Sets a language to what was sent and keeps or copies the rest. */
export function withLanguage(
  state: LayoutState,
  locale: string,
  sent: PutTranslation,
  hash: Hash,
): LayoutState {
  refuseMainLanguage(state, locale);
  requireKind(state.bodyType, sent);
  const current = state.languages[locale];
  if (!current && Object.keys(state.languages).length > MAX_TRANSLATIONS)
    throw invalidField('locale', `at most ${MAX_TRANSLATIONS} languages per layout`);
  const content: LanguageContent = {
    ...settleTexts(sent, current, mainOf(state), hash),
    attachments: changed(sent.attachments, current?.attachments ?? null),
    marketingTexts: changed(sent.marketingTexts, current?.marketingTexts ?? null),
  };
  return { ...state, languages: { ...state.languages, [locale]: content } };
}

export function withoutLanguage(state: LayoutState, locale: string): LayoutState {
  const { [locale]: _, ...languages } = state.languages;
  return { ...state, languages };
}
