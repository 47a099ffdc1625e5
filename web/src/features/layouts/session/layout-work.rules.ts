import type { JsonObject } from '../../../../../server/src/kernel/json.ts';
import { sameJson } from '../../editor/model/same.rules.ts';
import type { LayoutWork } from '../merge/merge-work.rules.ts';

interface Content {
  subject: string;
  previewText: string;
  bodyDesign?: JsonObject | undefined;
  body?: string | undefined;
}

interface Translation extends Content {
  locale: string;
}

/** A layout with its main language, as far as a session needs it. */
export interface MainContent extends Content {
  id: string;
  version: number;
  defaultLocale: string;
  languages: readonly { locale: string }[];
}

/** A layout and its other languages, as they are at one moment. */
export interface Pair {
  layout: MainContent;
  translations: readonly Translation[];
}

/** Texts of one language that can be changed; `body` is its design too. */
export type ContentField = 'subject' | 'previewText' | 'body';

export type { LayoutWork };

/** Texts of the main language that somebody calls translated, by path, each with what it said then. */
export type Marks = Readonly<Record<string, string>>;

const noMarks: Marks = {};
/** Of a language, which has them beside what it says. */
export const marksIn = (content: JsonObject | undefined) =>
  (content?.['stillRight'] ?? noMarks) as unknown as Marks;

/** What a language says, and nothing about it. */
export const withoutMarks = ({ stillRight: _, ...content }: JsonObject): JsonObject => content;

/** What the server has, or had. */
export interface Base {
  version: number;
  state: LayoutWork;
}

const contentOf = ({ subject, previewText, bodyDesign, body }: Content): JsonObject => ({
  ...{ subject, previewText },
  ...(bodyDesign ? { bodyDesign } : { body: body ?? '' }),
});

/** The main language comes with the layout; the others as far as they are known. */
export function baseOf(layout: MainContent, translations: readonly Translation[]): Base {
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
