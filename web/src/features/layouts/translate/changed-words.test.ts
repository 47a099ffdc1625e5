import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedWords, type WordRun } from './changed-words.rules.ts';
import { textWordsOf } from './text-words.rules.ts';

const words = (text: string, isHtml = false) => textWordsOf(text, isHtml, 'en');
const show = (runs: readonly WordRun[]) =>
  runs
    .map(({ how, items: each }) => {
      const text = each.map((word) => word.text).join('');
      return how === 'same' ? text : how === 'added' ? `[+${text}+]` : `[-${text}-]`;
    })
    .join('');
const diff = (before: string, after: string, isHtml = false) =>
  show(changedWords(words(before, isHtml), words(after, isHtml)));

describe('changed words of a text', () => {
  test.each([
    ['Your parcel comes soon.', 'Your parcel comes soon.', 'Your parcel comes soon.'],
    ['Your parcel comes soon.', 'Your parcel comes tomorrow.', 'Your parcel comes [-soon-][+tomorrow+].'],
    ['Good day', 'Good day, Anna', 'Good day[+, Anna+]'],
    ['', 'All new', '[+All new+]'],
    ['All gone', '', '[-All gone-]'],
    ['one two three', 'zero one three', '[+zero +]one[- two-] three'],
  ])('%j → %j', (before, after, expected) => {
    expect(diff(before, after)).toBe(expected);
  });

  test('Liquid is one word, regardless of its content', () => {
    expect(diff('Hi {{ variables.first_name }}!', 'Hi {{ variables.name | upcase }}!')).toBe(
      'Hi [-{{ variables.first_name }}-][+{{ variables.name | upcase }}+]!',
    );
  });

  test('ignores formatting, and a paragraph ends a line', () => {
    expect(diff('<p>Good <b>day</b></p><p>Bye</p>', '<p>Good day</p><p>Bye now</p>', true)).toBe(
      'Good day\nBye[+ now+]',
    );
  });

  test('finds changed words in languages without spaces', () => {
    const cut = (text: string) => textWordsOf(text, false, 'zh');
    const runs = changedWords(cut('您的包裹明天到'), cut('您的包裹今天到'));
    expect(show(runs)).toBe('您的包裹[-明天-][+今天+]到');
  });

  test('treats a long, entirely different text as changed as a whole', () => {
    const long = (word: string) => Array.from({ length: 400 }, (_, i) => `${word}${i}`).join(' ');
    expect(changedWords(words(long('a')), words(long('b'))).map(({ how }) => how)).toEqual([
      ...['removed', 'added'],
    ]);
    const inMidst = `${long('a')} old ${long('b')}`;
    expect(diff(inMidst, inMidst.replace('old', 'new'))).toContain('[-old-][+new+]');
  });

  test('splits a text that is too long to read at its spaces', () => {
    const long = 'word, '.repeat(10_000);
    expect(words(long)).toHaveLength(19_999);
    expect(show(changedWords(words(long), words(`${long}more`)).slice(-1))).toBe('[+ more+]');
  });

  test('without the additions they are the previous text, without the removals the current one', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', '{{ x }}', ' '), { maxLength: 30 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const runs = changedWords(words(before), words(after));
        const without = (how: WordRun['how']) =>
          runs.flatMap((run) => (run.how === how ? [] : run.items)).map((word) => word.text);
        expect(without('added')).toEqual(words(before).map((word) => word.text));
        expect(without('removed')).toEqual(words(after).map((word) => word.text));
      }),
    );
  });
});
