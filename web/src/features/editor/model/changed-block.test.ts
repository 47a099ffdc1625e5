import { expect, test } from 'vitest';
import { changedBlock } from './changed-block.rules.ts';

const one = { type: 'heading', text: 'One' };
const two = { type: 'text', html: '<p>Two</p>' };
const around = (...blocks: object[]) => ({ type: 'loop', source: 'variables.a', blocks }) as never;

test('finds the innermost changed block, if there is exactly one', () => {
  const loop = around(two);
  const before = { blocks: [one, loop] };
  const other = { ...two, html: '<p>Three</p>' };
  expect(changedBlock(before, { blocks: [one, around(other)] })).toEqual(['blocks', 1, 'blocks', 0]);
  expect(changedBlock(before, { blocks: [{ ...one }, loop] })).toEqual(['blocks', 0]);
  expect(changedBlock(before, { blocks: [{ ...one }, around(other)] })).toBeNull();
  expect(changedBlock(before, before)).toBeNull();
  // A removed block counts as a change of the surrounding block.
  expect(changedBlock(before, { blocks: [one, around()] })).toEqual(['blocks', 1]);
});
