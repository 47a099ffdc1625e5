import { expect, test } from 'vitest';
import { mailLanguageIn } from './mail-language.ts';

test.each([
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['fr-CH, en;q=0.7, de;q=0.9', 'de'],
  ['en-GB', 'en'],
  ['fr, it', null],
  ['*', null],
  ['', null],
  [undefined, null],
])('%s', (header, expected) => {
  expect(mailLanguageIn(header)).toBe(expected);
});
