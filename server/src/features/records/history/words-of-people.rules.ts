import { LATIN, type PersonalValue } from '../masking/known-values.rules.ts';
import { indexedWords } from './search-words.rules.ts';

const SIGNS = /[-_.]/;
/** Shorter digit sequences occur in phone numbers by chance. */
const MIN_DIGITS = 5;
const NUMBERED: ReadonlySet<string> = new Set(['phone', 'number', 'birth']);

const partsIn = (text: string) => indexedWords(text).flatMap((word) => [word, ...word.split(SIGNS)]);
/** Strips the leading zeros of a trunk or international prefix. */
const digitsOf = (text: string) => text.replace(/\D/g, '').replace(/^0+/, '');

/** Tests whether a word reveals part of a known personal value. */
function createPeopleSearch(people: readonly PersonalValue[]): (word: string) => boolean {
  /** No word may have one of these as a part. */
  const telling = new Set<string>();
  /** No word may consist of these alone: domains, which masks show, and numbers in addresses. */
  const common = new Set<string>();
  const numbers: string[] = [];
  for (const { kind, value } of people) {
    const isEmail = kind === 'email';
    const [local = '', domain = ''] = isEmail ? value.split(/@(?=[^@]*$)/) : [value];
    for (const part of partsIn(local)) {
      const isNumber = !/\p{L}/u.test(part);
      if (isNumber && isEmail) common.add(part);
      else if (!isNumber && part.length >= (LATIN.test(part) ? 3 : 2)) telling.add(part);
    }
    for (const part of partsIn(domain)) common.add(part);
    const digits = NUMBERED.has(kind) ? digitsOf(value) : '';
    if (digits.length >= MIN_DIGITS) numbers.push(digits);
  }
  const isOfNumber = (digits: string) =>
    digits.length >= MIN_DIGITS &&
    numbers.some((number) => number.includes(digits) || digits.includes(number));
  return (word) => {
    const parts = word.split(SIGNS);
    return (
      telling.has(word) ||
      parts.some((part) => telling.has(part)) ||
      parts.every((part) => common.has(part)) ||
      isOfNumber(digitsOf(word))
    );
  };
}

/**
 * The words of variables that masking leaves unchanged. Masking hides personal values only as they are
 * written, but an ID often contains part of one: a name from an email address, or the digits of a phone
 * number.
 */
export function wordsOfVariables(texts: readonly string[], people: readonly PersonalValue[]): string[] {
  const words = texts.flatMap(indexedWords);
  if (words.length === 0) return [];
  const isOfPeople = createPeopleSearch(people);
  return words.filter((word) => !isOfPeople(word));
}
