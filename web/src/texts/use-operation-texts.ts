import * as de from './de/operations.ts';
import * as en from './en/operations.ts';
import { type Language, useLanguage } from './texts.tsx';

/** Used by a few pages only, so they are loaded with these pages and not at first. */
const texts: Readonly<Record<Language, Record<string, string>>> = {
  en: { ...en.operations, ...en.events },
  de: { ...de.operations, ...de.events },
};

export const useOperationTexts = () => texts[useLanguage().language];
