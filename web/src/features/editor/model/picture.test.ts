import { problemsOfDesign } from 'outstep/features/rendering/design/design.schema.ts';
import type { JsonObject } from 'outstep/kernel/json.ts';
import { describe, expect, test } from 'vitest';
import { entriesOf } from './blocks.rules.ts';
import { beginHistory, type DesignChange, record, undo } from './history.rules.ts';
import {
  availableWidthAt,
  insertionPointBelow,
  isDecorative,
  isUndescribed,
  pictureBlock,
  setDecorative,
  setPicture,
} from './picture.rules.ts';

const KEY = 'f_01234567890123456789012345.png';
const firstOf = (design: JsonObject) => {
  const [entry] = entriesOf(design);
  if (!entry) throw new Error('no block');
  return entry;
};
const applied = (design: JsonObject, change: DesignChange | null) => {
  if (!change) throw new Error('refused');
  const history = record(beginHistory(design), change, 0);
  // A single step that can be undone byte for byte.
  expect(JSON.stringify(undo(history).state)).toBe(JSON.stringify(design));
  return history.state;
};

describe('the image of a block', () => {
  test.each([
    ['image', { url: 'https://a.test/a.png', alt: 'A' }, { alt: 'A' }],
    ['video', { url: 'https://a.test', thumbnail: 'https://a.test/a.png' }, { url: 'https://a.test' }],
    ['logo', { alt: 'Tea' }, { alt: 'Tea' }],
  ])('a file replaces an address: %s', (type, members, left) => {
    const design = { blocks: [{ type, ...members }] };
    const after = applied(design, setPicture(design, firstOf(design), KEY));
    expect(after).toEqual({ blocks: [{ type, ...left, fileKey: KEY }] });
    expect(problemsOfDesign(after)).toEqual([]);
    expect(setPicture(after, firstOf(after), KEY)).toBeNull();
    expect(applied(after, setPicture(after, firstOf(after), null))).toEqual({ blocks: [{ type, ...left }] });
  });

  test('other blocks have no image', () => {
    const design = { blocks: [{ type: 'attachment', url: 'https://a.test', filename: 'a' }] };
    expect(setPicture(design, firstOf(design), KEY)).toBeNull();
    const without = { blocks: [{ type: 'logo' }] };
    expect(setPicture(without, firstOf(without), null)).toBeNull();
  });

  test('a new block is valid, and no wider than its image or its place', () => {
    expect(pictureBlock(KEY, 1200, 600)).toEqual({ type: 'image', fileKey: KEY });
    expect(pictureBlock(KEY, null, 600)).toEqual({ type: 'image', fileKey: KEY });
    expect(pictureBlock(KEY, 120, 600)).toEqual({ type: 'image', fileKey: KEY, width: 120 });
    expect(problemsOfDesign({ blocks: [pictureBlock(KEY, 1, 600)] })).toEqual([]);
  });

  test('distinguishes decorative from not described yet', () => {
    const design = { blocks: [{ type: 'image', fileKey: KEY }] };
    expect(isUndescribed(firstOf(design).block)).toBe(true);
    const after = applied(design, setDecorative(firstOf(design), true));
    expect(after).toEqual({ blocks: [{ type: 'image', fileKey: KEY, alt: '' }] });
    expect([isDecorative, isUndescribed].map((is) => is(firstOf(after).block))).toEqual([true, false]);
    expect(applied(after, setDecorative(firstOf(after), false))).toEqual(design);
    expect(setDecorative(firstOf(design), false)).toBeNull();
  });
});

describe('the place of a picture', () => {
  const columns = {
    type: 'columns',
    ratio: '1-2',
    columns: [{ blocks: [] }, { blocks: [{ type: 'logo' }] }],
  };
  const design: JsonObject = { global: { width: 660 }, blocks: [{ type: 'divider' }, columns] };

  test('has the width of the email, or of its column', () => {
    expect(availableWidthAt({ blocks: [] }, ['blocks', 0])).toBe(600);
    expect(availableWidthAt(design, ['blocks', 0])).toBe(660);
    expect(availableWidthAt(design, ['blocks', 1, 'columns', 0, 'blocks', 0])).toBe(220);
    expect(availableWidthAt(design, ['blocks', 1, 'columns', 1, 'blocks'])).toBe(440);
    expect(availableWidthAt({ blocks: [{ ...columns, ratio: '1-1' }] }, ['blocks', 0, 'columns', 1])).toBe(
      300,
    );
  });

  test('is below a block, or at the end of the email if that is gone', () => {
    const logo = entriesOf(design).find(({ type }) => type === 'logo');
    expect(insertionPointBelow(design, logo?.key ?? '')).toEqual({ list: logo?.list, index: 1 });
    expect(insertionPointBelow(design, 'gone')).toEqual({ list: ['blocks'], index: 2 });
    expect(insertionPointBelow({}, null)).toEqual({ list: ['blocks'], index: 0 });
  });
});
