import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import type { Texts } from './en/index.ts';

export type { Texts } from './en/index.ts';

export type Language = 'en' | 'de';

/** Each in its own words, for those who cannot read the others. */
export const languages: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

const load: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => (await import('./en/index.ts')).en,
  de: async () => (await import('./de/index.ts')).de,
};

const KEPT = 'outstep.language';
const isLanguage = (value: unknown): value is Language => typeof value === 'string' && value in languages;

/** What was chosen here, else the first of the browser's languages that we speak. */
function preferred(): Language {
  const kept = localStorage.getItem(KEPT);
  if (isLanguage(kept)) return kept;
  return navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
}

interface Spoken {
  language: Language;
  texts: Texts;
}

export async function loadTexts(language: Language = preferred()): Promise<Spoken> {
  const texts = await load[language]();
  document.documentElement.lang = language;
  return { language, texts };
}

interface TextsValue extends Spoken {
  choose(language: Language): Promise<void>;
}

const TextsContext = createContext<TextsValue | null>(null);

export function TextsProvider({ first, children }: { first: Spoken; children: ReactNode }) {
  const [spoken, setSpoken] = useState(first);
  const choose = useCallback(async (language: Language) => {
    localStorage.setItem(KEPT, language);
    setSpoken(await loadTexts(language));
  }, []);
  const value = useMemo(() => ({ ...spoken, choose }), [spoken, choose]);
  return <TextsContext value={value}>{children}</TextsContext>;
}

export function useLanguage(): TextsValue {
  const value = use(TextsContext);
  if (!value) throw new Error('texts are used outside of their provider');
  return value;
}

export const useTexts = (): Texts => useLanguage().texts;
