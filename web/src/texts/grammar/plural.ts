/**
 * `plural('en', 3, { one: '# store', other: '# stores' })` is `3 stores`. Our languages both say `one` of 1 alone, and
 * write small numbers alike: a browser needs 20 ms to learn that from `Intl`, on the way to the first page.
 */
export function plural(language: string, count: number, forms: { one: string; other: string }): string {
  const number = count < 1000 ? String(count) : new Intl.NumberFormat(language).format(count);
  return (count === 1 ? forms.one : forms.other).replace('#', number);
}
