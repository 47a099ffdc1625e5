const rightToLeft = ['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg', 'Mand', 'Samr'];

/** How a language is written; one that nobody knows, from the left. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  try {
    const { script } = new Intl.Locale(locale).maximize();
    return script !== undefined && rightToLeft.includes(script) ? 'rtl' : 'ltr';
  } catch {
    return 'ltr';
  }
}
