import * as de from './de/operations.ts';
import * as en from './en/operations.ts';
import { type Language, useLanguage } from './texts.tsx';

/** Of some pages alone: they come with them and not with the first load. */
const texts: Readonly<Record<Language, Record<string, string>>> = {
  en: { ...en.operations, ...en.events },
  de: { ...de.operations, ...de.events },
};

export const useOperationTexts = () => texts[useLanguage().language];
