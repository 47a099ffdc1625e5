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

/** The parts of a layout and its main language that a session needs. */
export interface MainContent extends LanguageTexts {
  id: string;
  version: number;
  defaultLocale: string;
  languages: readonly { locale: string }[];
}

/** A layout and its other languages from the same moment. */
export interface LayoutWithTranslations {
  layout: MainContent;
  translations: readonly TranslatedTexts[];
}

/** The editable texts of a language; `body` also stands for its design. */
export type ContentField = 'subject' | 'previewText' | 'body';

export type { LayoutWork };

const noMarks: TranslationMarks = {};
/** The marks of a language, stored beside its content. */
export const marksIn = (content: JsonObject | undefined) =>
  (content?.['stillRight'] ?? noMarks) as unknown as TranslationMarks;

/** The content of a language without its marks. */
export const withoutMarks = ({ stillRight: _, ...content }: JsonObject): JsonObject => content;

/** The layout as saved on the server at some version. */
export interface SavedLayout {
  version: number;
  state: LayoutWork;
}

const contentOf = ({ subject, previewText, bodyDesign, body }: LanguageTexts): JsonObject => ({
  ...{ subject, previewText },
  ...(bodyDesign ? { bodyDesign } : { body: body ?? '' }),
});

/** The main language comes with the layout; others are included as far as they are loaded. */
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

/** The fields of a language that differ from the server's version. */
export function changedFields(before: JsonObject | undefined, now: JsonObject): ContentField[] {
  const isOther = {
    subject: before?.['subject'] !== now['subject'],
    previewText: before?.['previewText'] !== now['previewText'],
    body: before === undefined || !sameJson(bodyOf(before), bodyOf(now)),
  };
  return (Object.keys(isOther) as ContentField[]).filter((name) => isOther[name]);
}

/** Picks the named fields from a language's content. */
export const pickFields = (content: JsonObject, names: readonly ContentField[]): JsonObject =>
  Object.fromEntries(
    Object.entries(content).filter(([name]) =>
      names.includes((name === 'bodyDesign' ? 'body' : name) as ContentField),
    ),
  );
