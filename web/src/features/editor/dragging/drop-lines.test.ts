import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Path } from '../model/patches.rules.ts';
import type { Box } from './box.rules.ts';
import { dropLines, lineNear } from './drop-lines.rules.ts';

const page: Box = { left: 0, top: 0, width: 600, height: 300 };
/** A heading, two columns with a text in the first alone, and a button that is not seen. */
const boxes: Record<string, Box> = {
  'blocks.0': { left: 0, top: 0, width: 600, height: 100 },
  'blocks.1': { left: 0, top: 100, width: 600, height: 200 },
  'blocks.1.columns.0.blocks.0': { left: 0, top: 100, width: 300, height: 200 },
};
const lengths: Record<string, number> = { blocks: 3, 'blocks.1.columns.0.blocks': 1 };
const drawn = {
  page,
  boxOf: (path: Path) => boxes[path.join('.')] ?? null,
  lengthOf: (list: Path) => lengths[list.join('.')] ?? 0,
};
const inFirst = ['blocks', 1, 'columns', 0, 'blocks'];
const inSecond = ['blocks', 1, 'columns', 1, 'blocks'];
const places = [
  ...[0, 1, 2, 3].map((index) => ({ list: ['blocks'], index })),
  ...[0, 1].map((index) => ({ list: inFirst, index })),
  { list: inSecond, index: 0 },
  { list: ['footer', 'blocks'], index: 0 },
];
const lines = dropLines(places, drawn);
const at = (x: number, y: number) => {
  const place = lineNear(lines, x, y)?.place;
  return place && [...place.list, place.index].join('.');
};

test('a place has its line between its neighbours, or in the block around it', () => {
  expect(lines.map(({ left, top, width }) => [left, top, width])).toEqual([
    [0, 0, 600],
    [0, 100, 600],
    [0, 300, 600],
    // What is not seen is passed over.
    [0, 300, 600],
    [0, 100, 300],
    [0, 300, 300],
    [0, 200, 600],
    [0, 300, 600],
  ]);
});

test('a pointer means the closest line, and within a block the inner one', () => {
  expect(at(300, 4)).toBe('blocks.0');
  expect(at(100, 104)).toBe('blocks.1.columns.0.blocks.0');
  expect(at(500, 104)).toBe('blocks.1');
  expect(at(500, 190)).toBe('blocks.1.columns.1.blocks.0');
  expect(lineNear([], 1, 1)).toBeNull();
});

test('no line is closer than the one that is meant', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 600 }), fc.integer({ min: 0, max: 400 }), (x, y) => {
      const meant = lineNear(lines, x, y);
      const distance = Math.abs(y - (meant?.top ?? 0));
      const within = lines.filter(({ left, width }) => x >= left && x <= left + width);
      return within.every(({ top }) => Math.abs(y - top) >= distance - 2);
    }),
  );
});
