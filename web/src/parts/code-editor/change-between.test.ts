import { expect, test } from 'vitest';
import { changeBetween } from './change-between.ts';

test.each([
  ['', 'ab', { from: 0, to: 0, insert: 'ab' }],
  ['ab', '', { from: 0, to: 2, insert: '' }],
  ['one two', 'one, two', { from: 3, to: 3, insert: ',' }],
  ['aaaa', 'aa', { from: 2, to: 4, insert: '' }],
  ['aba', 'ababa', { from: 3, to: 3, insert: 'ba' }],
  ['same', 'same', { from: 4, to: 4, insert: '' }],
])('from %j to %j', (before, after, change) => {
  expect(changeBetween(before, after)).toEqual(change);
  expect(before.slice(0, change.from) + change.insert + before.slice(change.to)).toBe(after);
});
