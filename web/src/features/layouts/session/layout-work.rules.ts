import type { TranslationMarks } from 'outstep/features/layouts/translations/translations.rules.ts';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { sameJson } from '../../editor/model/same.rules.ts';
import type { LayoutWork } from '../merge/merge-work.rules.ts';

/** The texts of one language: its subject, preview text, and design or body. */
export interface LanguageTexts {
  subject: string;
  previewText: string;
  bodyDesign?: JsonObject | undefined;
  body?: string | undefined;
}

interface TranslatedTexts extends LanguageTexts {
  locale: string;
}

/** A layout with its main language, as far as a session needs it. */
export interface MainContent extends LanguageTexts {
  id: string;
  version: number;
  defaultLocale: string;
  languages: readonly { locale: string }[];
}

/** A layout and its other languages, as they are at one moment. */
export interface LayoutWithTranslations {
  layout: MainContent;
  translations: readonly TranslatedTexts[];
}

/** Texts of one language that can be changed; `body` is its design too. */
export type ContentField = 'subject' | 'previewText' | 'body';

export type { LayoutWork };

const noMarks: TranslationMarks = {};
/** The marks of a language, stored beside its content. */
export const marksIn = (content: JsonObject | undefined) =>
  (content?.['stillRight'] ?? noMarks) as unknown as TranslationMarks;

/** What a language says, and nothing about it. */
export const withoutMarks = ({ stillRight: _, ...content }: JsonObject): JsonObject => content;

/** What the server has, or had. */
export interface SavedLayout {
  version: number;
  state: LayoutWork;
}

const contentOf = ({ subject, previewText, bodyDesign, body }: LanguageTexts): JsonObject => ({
  ...{ subject, previewText },
  ...(bodyDesign ? { bodyDesign } : { body: body ?? '' }),
});

/** The main language comes with the layout; the others as far as they are known. */
export function baseOf(layout: MainContent, translations: readonly TranslatedTexts[]): SavedLayout {
  const others = translations.filter(({ locale }) => locale !== layout.defaultLocale);
  return {
    version: layout.version,
    state: {
      [layout.defaultLocale]: contentOf(layout),
      ...Object.fromEntries(others.map((each) => [each.locale, contentOf(each)])),
    },
  };
}

const bodyOf = (content: JsonObject) => content['bodyDesign'] ?? content['body'];

/** What of a language differs from what the server has. */
export function changedFields(before: JsonObject | undefined, now: JsonObject): ContentField[] {
  const isOther = {
    subject: before?.['subject'] !== now['subject'],
    previewText: before?.['previewText'] !== now['previewText'],
    body: before === undefined || !sameJson(bodyOf(before), bodyOf(now)),
  };
  return (Object.keys(isOther) as ContentField[]).filter((name) => isOther[name]);
}

/** Of the fields of a language, those that are named. */
export const pickFields = (content: JsonObject, names: readonly ContentField[]): JsonObject =>
  Object.fromEntries(
    Object.entries(content).filter(([name]) =>
      names.includes((name === 'bodyDesign' ? 'body' : name) as ContentField),
    ),
  );
