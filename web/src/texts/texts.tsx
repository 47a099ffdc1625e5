import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import type { Texts } from './en/index.ts';

export type { Texts } from './en/index.ts';

export type Language = 'en' | 'de';

/** Each in its own language, for people who cannot read the others. */
export const languages: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

const load: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => (await import('./en/index.ts')).en,
  de: async () => (await import('./de/index.ts')).de,
};

const STORAGE_KEY = 'outstep.language';
const isLanguage = (value: unknown): value is Language => typeof value === 'string' && value in languages;

/** The language chosen here before, otherwise the browser's first one that we support. */
function preferredLanguage(): Language {
  const kept = localStorage.getItem(STORAGE_KEY);
  if (isLanguage(kept)) return kept;
  return navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
}

interface LoadedTexts {
  language: Language;
  texts: Texts;
}

export async function loadTexts(language: Language = preferredLanguage()): Promise<LoadedTexts> {
  const texts = await load[language]();
  document.documentElement.lang = language;
  return { language, texts };
}

interface TextsValue extends LoadedTexts {
  choose(language: Language): Promise<void>;
}

const TextsContext = createContext<TextsValue | null>(null);

export function TextsProvider({ first, children }: { first: LoadedTexts; children: ReactNode }) {
  const [loaded, setLoaded] = useState(first);
  const choose = useCallback(async (language: Language) => {
    localStorage.setItem(STORAGE_KEY, language);
    setLoaded(await loadTexts(language));
  }, []);
  const value = useMemo(() => ({ ...loaded, choose }), [loaded, choose]);
  return <TextsContext value={value}>{children}</TextsContext>;
}

export function useLanguage(): TextsValue {
  const value = use(TextsContext);
  if (!value) throw new Error('texts are used outside of their provider');
  return value;
}

export const useTexts = (): Texts => useLanguage().texts;
