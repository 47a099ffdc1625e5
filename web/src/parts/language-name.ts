import { useMemo } from 'react';
import { useLanguage } from '../texts/texts.tsx';

/** Formats as `German (de)`, in the reader's language; only the code if the browser cannot name it. */
export function useLanguageName() {
  const { language } = useLanguage();
  return useMemo(() => {
    const names = new Intl.DisplayNames([language], { type: 'language', fallback: 'none' });
    return (code: string) => {
      try {
        const name = names.of(code);
        return name ? `${name} (${code})` : code;
      } catch {
        return code;
      }
    };
  }, [language]);
}
