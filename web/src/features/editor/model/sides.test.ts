import type { JsonObject } from 'outstep/kernel/json.ts';
import { expect, test } from 'vitest';
import { beginHistory, type DesignChange, record, undo } from './history.rules.ts';
import { detachPresetAt, dropPresetAt, sharePresetAt } from './sides.rules.ts';

const ID = '6f3c1c1e-3d0b-4a53-9d3c-0b9f3a1d2e4f';
const line = { type: 'divider' };
const applied = (design: JsonObject, change: DesignChange | null) => {
  if (!change) throw new Error('refused');
  const history = record(beginHistory(design), change, 0);
  expect(JSON.stringify(undo(history).state)).toBe(JSON.stringify(design));
  return history.state;
};

test.each(['header', 'footer'] as const)('a %s can be shared and no longer shared', (side) => {
  const shared = { blocks: [line], [side]: { preset: ID } };
  for (const before of [undefined, null, { blocks: [line] }, { preset: 'another' }]) {
    const design: JsonObject = { ...(before !== undefined && { [side]: before }), blocks: [line] };
    expect(applied(design, sharePresetAt(design, side, ID))).toEqual(shared);
  }
  expect(sharePresetAt(shared, side, ID)).toBeNull();
  expect(applied(shared, dropPresetAt(shared, side))).toEqual({ blocks: [line] });
  expect(dropPresetAt({ blocks: [] }, side)).toBeNull();
});

test('detaching copies its blocks into the layout without duplicate names', () => {
  const design: JsonObject = { blocks: [{ ...line, id: 'top' }], header: { preset: ID } };
  const blocks = [
    { type: 'logo', id: 'top' },
    { type: 'text', id: 'free', html: '' },
  ];
  const after = applied(design, detachPresetAt(design, 'header', blocks));
  expect(after['header']).toEqual({ blocks: [{ type: 'logo' }, { type: 'text', id: 'free', html: '' }] });
  expect(blocks[0]).toHaveProperty('id');
  expect(applied(design, detachPresetAt(design, 'header', []))).toEqual({ blocks: design['blocks'] });
});

test('does not detach what would become too large or is not shared', () => {
  const many = Array.from({ length: 150 }, () => line);
  expect(detachPresetAt({ blocks: many, footer: { preset: ID } }, 'footer', many)).toBeNull();
  expect(detachPresetAt({ blocks: [], footer: { blocks: [line] } }, 'footer', [line])).toBeNull();
});
