import { useMemo } from 'react';
import { useLanguage } from '../texts/texts.tsx';

/** `German (de)`, in the reader's language; the code alone where it is no language that a browser knows. */
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
