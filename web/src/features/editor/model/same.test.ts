import fc from 'fast-check';
import type { Json } from 'outstep/kernel/json.ts';
import { expect, test } from 'vitest';
import { applyPatch } from './patches.rules.ts';
import { sameJson } from './same.rules.ts';

const json = fc.jsonValue() as fc.Arbitrary<Json>;

test('values are equal if their JSON is equal', () => {
  fc.assert(
    fc.property(json, json, (one, other) => {
      const copy = JSON.parse(JSON.stringify(one)) as Json;
      expect(sameJson(one, copy)).toBe(true);
      expect(sameJson(one, other)).toBe(JSON.stringify(one) === JSON.stringify(other));
    }),
  );
});

test('order, length and kind matter', () => {
  expect(sameJson({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(false);
  expect(sameJson({ a: 1 }, { a: 1, b: 2 })).toBe(false);
  expect(sameJson([1, 2], [1])).toBe(false);
  expect(sameJson([], {})).toBe(false);
  expect(sameJson({}, null)).toBe(false);
  expect(sameJson(undefined, undefined)).toBe(true);
  expect(sameJson(undefined, null)).toBe(false);
});

test('a reverted change counts as unchanged', () => {
  const design = { blocks: [{ type: 'text', html: 'a' }, { type: 'divider' }] };
  const put = applyPatch(design, { kind: 'put', path: ['blocks', 0, 'html'], value: 'b' });
  expect(sameJson(put.value, design)).toBe(false);
  expect(sameJson(applyPatch(put.value, put.inverse).value, design)).toBe(true);
});
