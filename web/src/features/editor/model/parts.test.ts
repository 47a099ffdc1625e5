import type { JsonObject } from 'outstep/kernel/json.ts';
import { expect, test } from 'vitest';
import { type BlockEntry, entriesOf } from './blocks.rules.ts';
import { beginHistory, type DesignChange, record, undo } from './history.rules.ts';
import { canShare, detachPart, partBlock, presetsIn, sharePart } from './parts.rules.ts';

const ID = '6f3c1c1e-3d0b-4a53-9d3c-0b9f3a1d2e4f';
const line: JsonObject = { type: 'divider' };
const loop = (...blocks: JsonObject[]): JsonObject => ({ type: 'loop', source: 'variables.a', blocks });
const applied = (design: JsonObject, change: DesignChange | null) => {
  if (!change) throw new Error('refused');
  const history = record(beginHistory(design), change, 0);
  expect(JSON.stringify(undo(history).state)).toBe(JSON.stringify(design));
  return history.state;
};
const entryAt = (design: JsonObject, at: number) => entriesOf(design)[at] as BlockEntry;

test('finds every shared section in sides and blocks once, at any depth', () => {
  const design = {
    blocks: [partBlock('b'), loop(partBlock('a'), partBlock('b'))],
    ...{ header: { preset: 'h' }, footer: { blocks: [partBlock('f')] } },
  };
  expect(presetsIn(design).sort()).toEqual(['a', 'b', 'f', 'h']);
});

test('turns a block into a part and detaches it, each as one undo step', () => {
  const heading = { type: 'heading', text: 'Hi', id: 'top' };
  const design = { blocks: [line, loop(heading)] };
  const shared = applied(design, sharePart(design, entryAt(design, 2), ID));
  expect(shared).toEqual({ blocks: [line, loop(partBlock(ID))] });
  expect(applied(shared, detachPart(shared, entryAt(shared, 2), [heading, line]))).toEqual({
    blocks: [line, loop(heading, line)],
  });
});

test('detaching drops duplicate names and keeps the condition', () => {
  const design = {
    blocks: [
      { ...line, id: 'top' },
      { ...partBlock(ID), showIf: 'variables.order' },
    ],
  };
  const blocks = [{ type: 'heading', text: 'Hi', id: 'top' }];
  expect(applied(design, detachPart(design, entryAt(design, 1), blocks))).toEqual({
    blocks: [
      { ...line, id: 'top' },
      { type: 'conditional', if: 'variables.order', blocks: [{ type: 'heading', text: 'Hi' }] },
    ],
  });
  expect(applied(design, detachPart(design, entryAt(design, 1), []))).toEqual({
    blocks: [{ ...line, id: 'top' }],
  });
});

test('refuses to share a part or a block that contains one, and to detach too many blocks', () => {
  expect(canShare(partBlock(ID))).toBe(false);
  expect(canShare(loop(line, loop(partBlock(ID))))).toBe(false);
  expect(canShare(loop(line))).toBe(true);
  const design = { blocks: [...Array.from({ length: 150 }, () => line), partBlock(ID)] };
  expect(detachPart(design, entryAt(design, 150), design.blocks.slice(0, 100))).toBeNull();
  expect(detachPart(design, entryAt(design, 0), [line])).toBeNull();
  expect(sharePart(design, entryAt(design, 150), ID)).toBeNull();
});
