import type { JsonObject } from '../../../kernel/json.ts';
import type { Category } from '../content/layout-state.schema.ts';
import { type Sample, samples } from './samples.rules.ts';
import type { StarterDesign, StarterLanguage } from './starter-designs.schema.ts';

interface MailTexts {
  subject: string;
  previewText: string;
}

interface Starter<T extends MailTexts> {
  category: Category;
  /** What the mail would have a gap without, besides the shop: a step that lacks one of these fails instead. */
  requires: readonly string[];
  /** What the English texts are, the other languages have to have. */
  texts: { en: T } & Record<Exclude<StarterLanguage, 'en'>, NoInfer<T>>;
  /** The structure, once for all languages. */
  design: (texts: NoInfer<T>, sample: Sample) => JsonObject;
}

/** Every logo says whose it is and leads there. */
const OF_SHOP = ['shop.name', 'shop.url'];

export type WriteStarter = (language: StarterLanguage) => Omit<StarterDesign, 'key'>;

export const starter =
  <T extends MailTexts>({ category, requires, texts, design }: Starter<T>): WriteStarter =>
  (language) => {
    const { subject, previewText } = texts[language];
    const bodyDesign = design(texts[language], samples[language]);
    const requiredVariables = [...OF_SHOP, ...requires];
    return { category, defaultLocale: language, requiredVariables, subject, previewText, bodyDesign };
  };
