import type { Json, JsonObject } from '../../../kernel/json.ts';
import type { MarketingTexts } from '../../library/settings/marketing-texts.schema.ts';

export const bodyTypes = ['visual', 'text'] as const;
export type BodyType = (typeof bodyTypes)[number];

export const categories = ['transactional', 'marketing'] as const;
export type Category = (typeof categories)[number];

/** An uploaded file, or one that is fetched when the email is sent. */
export type Attachment =
  | { filename: string; fileKey: string; sendAsLink?: boolean }
  | { filename: string; url: string };

/** The content that one language sends. */
export interface LanguageContent {
  subject: string;
  previewText: string;
  /** `null` in text layouts. */
  bodyDesign: JsonObject | null;
  /** `null` in visual layouts. */
  body: string | null;
  /** `null` in a translation that sends the layout's attachments, and in visual layouts. */
  attachments: Attachment[] | null;
  /** `null` in a translation that uses the layout's texts, and if there are none. */
  marketingTexts: MarketingTexts | null;
  /** Digests of the main content that a translation was written for; `null` in the main language. */
  writtenFor: Json | null;
}

/** A whole layout: the unit that a write changes and a version stores. */
export interface LayoutState {
  name: string;
  description: string;
  bodyType: BodyType;
  category: Category;
  defaultLocale: string;
  /**
   * Paths below `variables`, such as `order.id`, that a step must send. An email without one of them is not
   * sent.
   */
  requiredVariables: readonly string[];
  /** Whether a language with untranslated texts is sent as if the layout did not have it. */
  completeLanguagesOnly: boolean;
  /** By locale; the main language is one of them. */
  languages: Readonly<Record<string, LanguageContent>>;
}

/** How the language of an email was found (spec: Translations 2). */
export const resolutions = ['exact', 'base', 'regional', 'layout'] as const;
export type Resolution = (typeof resolutions)[number];
