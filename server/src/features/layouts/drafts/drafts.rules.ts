import type { z } from 'zod';
import { type Difference, differences } from '../../../kernel/differences.ts';
import { fieldName, invalid, type PropertyPath, problemsOf } from '../../../kernel/fields.ts';
import type { Json, JsonObject } from '../../../kernel/json.ts';
import { message } from '../../../kernel/messages/message.ts';
import type { BodyType, LanguageContent } from '../content/layout-state.schema.ts';
import { updateLayoutInput } from '../content/layouts.schema.ts';
import { type PutTranslation, putTranslationInput } from '../translations/translations.schema.ts';
import type { DraftLanguage, DraftLanguages } from './drafts.schema.ts';

type DraftContent = Pick<LanguageContent, 'subject' | 'previewText' | 'bodyDesign' | 'body'>;

/** The content of a language in a draft. */
export const draftLanguageOf = ({ subject, previewText, bodyDesign, body }: DraftContent): DraftLanguage => ({
  subject,
  previewText,
  ...(bodyDesign === null ? { body: body ?? '' } : { bodyDesign }),
});

/** Rejects bodies of the other kind of layout. */
export function requireKindOf(bodyType: BodyType, languages: DraftLanguages): void {
  const wrong = Object.entries(languages).filter(
    ([, { body }]) => (body === undefined) !== (bodyType === 'visual'),
  );
  const problems = wrong.map(([locale, { body }]) => {
    const name = body === undefined ? 'bodyDesign' : 'body';
    const only = bodyType === 'visual' ? 'text' : 'visual';
    return { path: ['languages', locale, name], reason: message('only_for_kind', { kind: only }) };
  });
  if (problems.length > 0) throw invalid(problems);
}

/** The languages with these locales; `null` unless all exist. */
export function pickLanguages(from: DraftLanguages, locales: readonly string[]): DraftLanguages | null {
  if (!locales.every((locale) => Object.hasOwn(from, locale))) return null;
  return Object.fromEntries(locales.map((locale) => [locale, from[locale] as DraftLanguage]));
}

/**
 * Uses the member names of a version, so that both look the same. Invalid code takes the place of the design.
 */
function comparable(languages: DraftLanguages, main: string): Json {
  const shown = Object.entries(languages).map(([locale, { code, stillRight: _, ...rest }]) => {
    const content = { ...rest, ...(code !== undefined && { bodyDesign: code }) } as unknown as JsonObject;
    return [locale, content] as const;
  });
  const { [main]: layout = {}, ...translations } = Object.fromEntries(shown);
  return { layout, translations };
}

export const draftDifferences = (base: DraftLanguages, languages: DraftLanguages, main: string) =>
  differences(comparable(base, main), comparable(languages, main)).map(
    ({ path, before, after }: Difference) => ({ path: fieldName(path), before, after }),
  );

/** The path that problems of a language are reported under, the same as when the layout itself is saved. */
export const fieldPathOf = (locale: string, main: string): PropertyPath =>
  locale === main ? [] : ['translations', locale];

/** Converts the content to the form that a save accepts, and rejects what a save would reject. */
function checked<S extends z.ZodObject>(
  schema: S,
  place: PropertyPath,
  { code, stillRight: _, ...content }: DraftLanguage,
): z.output<S> {
  if (code !== undefined)
    throw invalid([{ path: [...place, 'bodyDesign'], reason: message('json_invalid') }]);
  const result = schema.safeParse(content);
  if (result.success) return result.data;
  throw invalid(
    problemsOf(result.error, content).map((problem) => ({ ...problem, path: [...place, ...problem.path] })),
  );
}

/**
 * Splits a draft into its main language and translations, as a write of several languages takes them
 * (contract: Drafts 8).
 */
export function draftToUpdate(languages: DraftLanguages, main: string) {
  const { [main]: own, ...others } = languages;
  const translations = Object.entries(others).map(([locale, content]) => [
    locale,
    { ...checked(putTranslationInput, fieldPathOf(locale, main), content), stillRight: content.stillRight },
  ]);
  return {
    sent: own ? checked(updateLayoutInput, [], own) : {},
    translations: Object.fromEntries(translations) as Record<
      string,
      PutTranslation & Pick<DraftLanguage, 'stillRight'>
    >,
  };
}
