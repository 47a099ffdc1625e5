import { expect, test } from 'vitest';
import { directionOfArrow } from './arrow.rules.ts';

const directions = (isRightToLeft: boolean) =>
  ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'a'].map((key) => directionOfArrow(key, isRightToLeft));

test('the forward arrow moves into a block: right, or left in a right-to-left email', () => {
  expect(directions(false)).toEqual(['up', 'down', 'out', 'in', undefined]);
  expect(directions(true)).toEqual(['up', 'down', 'in', 'out', undefined]);
});
