/**
 * `plural('en', 3, { one: '# store', other: '# stores' })` is `3 stores`. Both of our languages use `one`
 * only for 1, and write small numbers in the same way; using `Intl` would cost 20 ms on the way to the first
 * page.
 */
export function plural(language: string, count: number, forms: { one: string; other: string }): string {
  const number = count < 1000 ? String(count) : new Intl.NumberFormat(language).format(count);
  return (count === 1 ? forms.one : forms.other).replace('#', number);
}
