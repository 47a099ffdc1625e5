import { brandOf } from 'outstep/features/library/settings/brand.rules.ts';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { expect, test } from 'vitest';
import { applyBrand } from './brand.rules.ts';
import { beginHistory, record, undo } from './history.rules.ts';

const brand = brandOf(
  new Map([
    ['brandLinkColor', '#8a3b00'],
    ['brandButtonRadius', '0'],
  ]),
);
const button = { type: 'button', label: 'A', url: '#', radius: 24, fill: '#123456' };

test.each<[string, JsonObject]>([
  ['with a look', { global: { width: 640, linkColor: '#111111', background: '#222222' }, blocks: [button] }],
  ['without one', { blocks: [button] }],
])('applies the brand to a design %s in one undo step and keeps its blocks', (_, design) => {
  const change = applyBrand(design, brand);
  const before = beginHistory(design);
  const after = record(before, change ?? { label: '', patches: [] }, 0);
  expect(after.steps).toHaveLength(1);
  expect(after.state['blocks']).toEqual([button]);
  expect(after.state['global']).toMatchObject({ linkColor: '#8a3b00', buttonRadius: 0 });
  expect(after.state['global']).not.toHaveProperty('background');
  expect(applyBrand(after.state, brand)).toBeNull();
  expect(JSON.stringify(undo(after).state)).toBe(JSON.stringify(design));
});
