const rightToLeft = ['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg', 'Mand', 'Samr'];

/** The writing direction of a language; left to right if unknown. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  try {
    const { script } = new Intl.Locale(locale).maximize();
    return script !== undefined && rightToLeft.includes(script) ? 'rtl' : 'ltr';
  } catch {
    return 'ltr';
  }
}
