import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Area,
  fitWidth,
  fullAreaOf,
  type Handle,
  isFullArea,
  moveArea,
  resizeArea,
  type Size,
  setAreaMember,
} from './crop.rules.ts';

const size: Size = { width: 400, height: 300 };
const area: Area = { left: 100, top: 50, width: 200, height: 100 };
const handles: Handle[] = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'];

describe('an area of an image', () => {
  test('is resized by a corner or edge while the others remain', () => {
    expect(resizeArea(area, 'se', 50, 20, size)).toEqual({ ...area, width: 250, height: 120 });
    expect(resizeArea(area, 'nw', 50, 20, size)).toEqual({ left: 150, top: 70, width: 150, height: 80 });
    expect(resizeArea(area, 'n', 50, -60, size)).toEqual({ ...area, top: 0, height: 150 });
    expect(resizeArea(area, 'e', 900, 900, size)).toEqual({ ...area, width: 300 });
    // It never inverts.
    expect(resizeArea(area, 'w', 900, 0, size)).toEqual({ ...area, left: 284, width: 16 });
  });

  test('stops at the edges of the image when moved', () => {
    expect(moveArea(area, 10.4, -5.6, size)).toEqual({ ...area, left: 110, top: 44 });
    expect(moveArea(area, 999, -999, size)).toEqual({ ...area, left: 200, top: 0 });
  });

  test('accepts typed numbers', () => {
    expect(setAreaMember(area, 'left', 300, size)).toEqual({ ...area, left: 300, width: 100 });
    expect(setAreaMember(area, 'top', 290, size)).toEqual({ ...area, top: 284, height: 16 });
    expect(setAreaMember(area, 'width', 1000, size)).toEqual({ ...area, width: 300 });
    expect(setAreaMember(area, 'height', 1, size)).toEqual({ ...area, height: 16 });
  });

  test('always remains within the image', () => {
    const number = fc.double({ min: -5000, max: 5000, noNaN: true });
    const act = fc.tuple(fc.nat(2), fc.nat(7), number, number);
    const sizes = fc.record({
      width: fc.integer({ min: 1, max: 3000 }),
      height: fc.integer({ min: 1, max: 3000 }),
    });
    fc.assert(
      fc.property(sizes, fc.array(act, { maxLength: 20 }), (of, acts) => {
        let now = fullAreaOf(of);
        expect(isFullArea(now, of)).toBe(true);
        for (const [what, which, x, y] of acts) {
          const name = (['left', 'top', 'width', 'height'] as const)[which % 4] ?? 'left';
          if (what === 0) now = moveArea(now, x, y, of);
          else if (what === 1) now = resizeArea(now, handles[which] ?? 'n', x, y, of);
          else now = setAreaMember(now, name, x, of);
          const { left, top, width, height } = now;
          const isWithin = left >= 0 && top >= 0 && left + width <= of.width && top + height <= of.height;
          const isSeen = width >= Math.min(16, of.width) && height >= Math.min(16, of.height);
          const areWhole = Object.values(now).every(Number.isInteger);
          if (!isWithin || !isSeen || !areWhole) expect({ now, of }).toBeNull();
        }
      }),
    );
  });
});

test('scales an image down to a width, never up', () => {
  expect(fitWidth({ width: 2400, height: 1000 }, 1200)).toEqual({ width: 1200, height: 500 });
  expect(fitWidth({ width: 300, height: 200 }, 1200)).toEqual({ width: 300, height: 200 });
  expect(fitWidth({ width: 5000, height: 1 }, 100)).toEqual({ width: 100, height: 1 });
});
