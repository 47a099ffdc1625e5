/** `plural('en', 3, { one: '# store', other: '# stores' })` is `3 stores`. */
export function plural(language: string, count: number, forms: { one: string; other: string }): string {
  const form = new Intl.PluralRules(language).select(count) === 'one' ? forms.one : forms.other;
  return form.replace('#', new Intl.NumberFormat(language).format(count));
}
