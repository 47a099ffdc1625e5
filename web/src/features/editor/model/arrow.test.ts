import { expect, test } from 'vitest';
import { directionOfArrow } from './arrow.rules.ts';

const directions = (isRightToLeft: boolean) =>
  ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'a'].map((key) => directionOfArrow(key, isRightToLeft));

test('into a block is forwards: to the right, or to the left where words run so', () => {
  expect(directions(false)).toEqual(['up', 'down', 'out', 'in', undefined]);
  expect(directions(true)).toEqual(['up', 'down', 'in', 'out', undefined]);
});
