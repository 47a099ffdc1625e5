import { normalLocale } from 'outstep/kernel/locale-code.ts';
import { expect, test } from 'vitest';
import { findLanguages, languageGroups } from './language-list.ts';

const inEnglish = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const nameOf = (code: string) => `${inEnglish.of(code)} (${code})`;

const groups = (choice: Partial<Parameters<typeof languageGroups>[0]>) =>
  languageGroups({ nameOf, taken: [], chosen: '', typed: '', ...choice });
const codesOf = (choice: Parameters<typeof groups>[0]) => {
  const { common, others } = groups(choice);
  return [...common, ...others].map(({ value }) => value);
};

test('every language has an accepted code and a name and is offered once', () => {
  const codes = codesOf({ chosen: 'en', typed: 'fr-ca' });
  expect(codes.filter((code) => normalLocale(code) !== code || !inEnglish.of(code))).toEqual([]);
  expect(new Set(codes).size).toBe(codes.length);
  const { common, others } = groups({});
  expect(common[0]).toEqual({ value: 'en', label: 'English (en)' });
  const names = others.map(({ label }) => label);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
});

test('leaves out languages of the layout and offers a typed code as it would be stored', () => {
  const codes = codesOf({ taken: ['en', 'ru', 'ast'], chosen: 'ger', typed: ' zh_Hant_HK ' });
  expect(codes).toEqual(expect.arrayContaining(['ger', 'zh-hant-hk']));
  for (const code of ['en', 'ru']) expect(codes).not.toContain(code);
  expect(codesOf({ taken: ['ast'], typed: 'ast' })).not.toContain('ast');
  expect(codesOf({ typed: 'no code' })).toEqual(codesOf({}));
});

test('offers a typed prefix as a language last, if at all', () => {
  expect(codesOf({ typed: 'ger' })).not.toContain('ger');
  expect(codesOf({ typed: 'iw' })).toContain('iw');
  const { common, others } = groups({ typed: 'bra' });
  expect(findLanguages([...common, ...others], 'bra').map(({ value }) => value)).toEqual(['pt-br', 'bra']);
});

test('finds codes before names, and names that start with the search before others', () => {
  const { common, others } = groups({});
  const found = (search: string) => findLanguages([...common, ...others], search).map(({ value }) => value);
  expect(found('DE')[0]).toBe('de');
  expect(found('german')[0]).toBe('de');
  expect(found('swiss').slice(0, 2)).toEqual(['fr-ch', 'de-ch']);
  expect(found('pt_br')).toEqual(['pt-br']);
  expect(found('bokmal')).toEqual(['nb']);
  expect(found('no such language')).toEqual([]);
});
