import { expect, test } from 'vitest';
import { inconclusiveReasons, median, ratioOf, spreadOf } from './statistics.ts';

test('the median of an even number of values is the mean of the two in the middle', () => {
  expect(median([5, 1, 3])).toBe(3);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([7])).toBe(7);
});

test('the median does not reorder its input', () => {
  const values = [3, 1, 2];
  median(values);
  expect(values).toEqual([3, 1, 2]);
});

test('computes ratios window by window, so a slowing machine does not skew them', () => {
  const bare = [1, 2, 4, 8, 16, 32];
  const mine = bare.map((value) => value * 1.25);
  expect(ratioOf(mine, bare)).toEqual({ median: 1.25, low: 1.25, high: 1.25 });
});

test('a ratio has the range of its windows', () => {
  expect(ratioOf([2, 3, 4, 2, 3, 10], [2, 2, 2, 2, 2, 2])).toEqual({ median: 1.5, low: 1, high: 5 });
});

test('the spread is the largest value divided by the smallest', () => {
  expect(spreadOf([2, 3, 5])).toBe(2.5);
});

test('accepts six steady windows', () => {
  expect(inconclusiveReasons({ rate: [100, 110, 120, 130, 140, 150], 'CPU ms': [1, 1, 1, 1, 1, 1] })).toEqual(
    [],
  );
});

test('a run is inconclusive when its bare windows differ by more than 1.5 ×', () => {
  expect(inconclusiveReasons({ rate: [100, 110, 120, 130, 140, 151], 'CPU ms': [1, 1, 1, 1, 1, 1] })).toEqual(
    ['rate: windows of the bare contender differ by 1.51 ×, more than 1.5 ×'],
  );
});

test('a run of fewer than six windows is inconclusive', () => {
  expect(inconclusiveReasons({ rate: [100, 100, 100] })).toEqual(['rate: 3 windows, 6 are needed']);
});
