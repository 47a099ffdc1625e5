import fc from 'fast-check';
import type { JsonPath } from 'outstep/kernel/json.ts';
import { describe, expect, test } from 'vitest';
import type { Box } from './box.rules.ts';
import { columnBox } from './column-box.rules.ts';
import { dropLines, lineNear } from './drop-lines.rules.ts';

const page: Box = { left: 0, top: 0, width: 600, height: 300 };
/** A heading, two columns with a text only in the first, and a hidden button. */
const boxes: Record<string, Box> = {
  'blocks.0': { left: 0, top: 0, width: 600, height: 100 },
  'blocks.1': { left: 0, top: 100, width: 600, height: 200 },
  'blocks.1.columns.0.blocks.0': { left: 0, top: 100, width: 300, height: 200 },
};
const lengths: Record<string, number> = { blocks: 3, 'blocks.1.columns.0.blocks': 1 };
const boxOf = (path: JsonPath) => boxes[path.join('.')] ?? null;
const drawnIn = (layout: Partial<Parameters<typeof columnBox>[2]>) => ({
  ...{ page, boxOf, lengthOf: (list: JsonPath) => lengths[list.join('.')] ?? 0 },
  columnOf(path: JsonPath, index: number) {
    const around = boxOf(path);
    const usual = { ratio: '1-1', count: 2, isRightToLeft: false, isStacked: false };
    return around && columnBox(around, index, { ...usual, ...layout });
  },
});
const drawn = drawnIn({});
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

test('places its line between its neighbors, or in the surrounding block', () => {
  expect(lines.map(({ left, top, width }) => [left, top, width])).toEqual([
    [0, 0, 600],
    [0, 100, 600],
    [0, 300, 600],
    // Skips the hidden block.
    [0, 300, 600],
    [0, 100, 300],
    [0, 300, 300],
    [300, 200, 300],
    [0, 300, 600],
  ]);
});

test('a pointer picks the closest line, and the inner one within a block', () => {
  expect(at(300, 4)).toBe('blocks.0');
  expect(at(100, 104)).toBe('blocks.1.columns.0.blocks.0');
  expect(at(500, 104)).toBe('blocks.1');
  expect(at(500, 190)).toBe('blocks.1.columns.1.blocks.0');
  expect(lineNear([], 1, 1)).toBeNull();
});

test('picks the closest line', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 600 }), fc.integer({ min: 0, max: 400 }), (x, y) => {
      const meant = lineNear(lines, x, y);
      const distance = Math.abs(y - (meant?.top ?? 0));
      const within = lines.filter(({ left, width }) => x >= left && x <= left + width);
      return within.every(({ top }) => Math.abs(y - top) >= distance - 2);
    }),
  );
});

describe('columns without blocks', () => {
  const empty = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ list: ['blocks', 1, 'columns', i, 'blocks'], index: 0 }));
  const linesOf = (layout: Parameters<typeof drawnIn>[0]) =>
    dropLines(empty(layout.count ?? 2), { ...drawnIn(layout), lengthOf: () => 0 });
  const placesAlong = (found: ReturnType<typeof linesOf>, points: readonly [number, number][]) =>
    points.map(([x, y]) => lineNear(found, x, y)?.place.list[3]);

  test('each has its own line, as wide as the column', () => {
    const found = linesOf({ ratio: '1-2-1', count: 3 });
    expect(found.map(({ left, top, width }) => [left, top, width])).toEqual([
      [0, 200, 150],
      [150, 200, 300],
      [450, 200, 150],
    ]);
    expect(
      placesAlong(found, [
        [10, 200],
        [300, 120],
        [590, 290],
      ]),
    ).toEqual([0, 1, 2]);
  });

  test('puts the first on the right in a right-to-left email', () => {
    const found = linesOf({ ratio: '1-2', isRightToLeft: true });
    expect(found.map(({ left, width }) => [left, width])).toEqual([
      [400, 200],
      [0, 400],
    ]);
    expect(
      placesAlong(found, [
        [590, 200],
        [10, 200],
      ]),
    ).toEqual([0, 1]);
  });

  test('stacks them on a phone', () => {
    const found = linesOf({ isStacked: true });
    expect(found.map(({ left, top, width }) => [left, top, width])).toEqual([
      [0, 150, 600],
      [0, 250, 600],
    ]);
    expect(
      placesAlong(found, [
        [300, 110],
        [300, 290],
      ]),
    ).toEqual([0, 1]);
  });

  test('a ratio that does not fit yet divides them evenly', () => {
    expect(linesOf({ ratio: '1-2', count: 3 }).map(({ left }) => left)).toEqual([0, 200, 400]);
  });

  test('gives each its own line for any ratio, number and direction', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('1-1', '1-3', '1-2-1', '1-1-1-1'),
        fc.integer({ min: 2, max: 4 }),
        fc.boolean(),
        fc.boolean(),
        (ratio, count, isRightToLeft, isStacked) => {
          const found = linesOf({ ratio, count, isRightToLeft, isStacked });
          return new Set(found.map(({ left, top }) => `${left} ${top}`)).size === count;
        },
      ),
    );
  });
});
