import { describe, expect, test } from 'vitest';
import { withCpu } from '../../../../test/harness/processes.ts';
import { noMoreThan } from '../../../../test/harness/size.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { mergeDesign } from './merge-design.rules.ts';

const text = (html: string, more: JsonObject = {}): JsonObject => ({ type: 'text', html, ...more });
const design = (...blocks: JsonObject[]) => ({ blocks }) as never as JsonObject;
const column = (...blocks: JsonObject[]) => ({ blocks });
const columns = (ratio: string, ...list: JsonObject[]): JsonObject => ({
  type: 'columns',
  ratio,
  columns: list,
});
const loop = (...blocks: JsonObject[]): JsonObject => ({ type: 'loop', source: 'variables.a', blocks });

const merged = (base: JsonObject, mine: JsonObject, theirs: JsonObject) =>
  mergeDesign({ base, mine, theirs });
const [a, b, c] = [text('A'), text('B'), text('C')];

describe('without a conflict', () => {
  test('merges different members of one block', () => {
    const base = design({ type: 'button', label: 'Buy', url: 'https://a.example', padding: { top: 1 } });
    const mine = design({ type: 'button', label: 'Get', url: 'https://a.example', padding: { top: 2 } });
    const theirs = design({
      ...{ type: 'button', label: 'Buy', url: 'https://b.example' },
      padding: { top: 1, bottom: 3 },
    });
    expect(merged(base, mine, theirs)).toEqual({
      design: design({
        ...{ type: 'button', label: 'Get', url: 'https://b.example' },
        padding: { top: 2, bottom: 3 },
      }),
      conflicts: [],
    });
  });

  test('merges insertions, removals and moves by both sides', () => {
    const base = design(a, b, c, text('D'), text('E'));
    const mine = design(text('New', { id: 'new' }), a, c, text('D'), text('E'));
    const theirs = design(a, b, text('E'), c, text('D!'), text('Last'));
    const { design: both, conflicts } = merged(base, mine, theirs);
    expect(both).toEqual(design(text('New', { id: 'new' }), a, text('E'), c, text('D!'), text('Last')));
    expect(conflicts).toEqual([]);
  });

  test('merges wrapping and editing a block', () => {
    const found = merged(design(a, b), design(a, loop(b)), design(a, text('B, and more')));
    expect(found).toEqual({ design: design(a, loop(text('B, and more'))), conflicts: [] });
  });

  test('merges unwrapping and editing a block', () => {
    const found = merged(design(loop(a), b), design(a, b), design(loop(text('A!')), b));
    expect(found).toEqual({ design: design(text('A!'), b), conflicts: [] });
  });

  test('merges removing and unwrapping a block', () => {
    const found = merged(design(loop(a, b), c), design(a, b, c), design(loop(a), c));
    expect(found).toEqual({ design: design(a, c), conflicts: [] });
  });

  test('keeps a block that one side added to a loop that the other side unwrapped', () => {
    const found = merged(design(loop(a, b), c), design(a, b, c), design(loop(a, text('New'), b), c));
    expect(found).toEqual({ design: design(a, text('New'), b, c), conflicts: [] });
    const moved = merged(design(c, loop(a, b)), design(c, a, b), design(loop(a, b, c)));
    expect(moved).toEqual({ design: design(a, b, c), conflicts: [] });
    const nested = (...blocks: JsonObject[]) => design(columns('1-1', column(...blocks), column(c)));
    const inside = merged(nested(loop(a), b), nested(a, b), nested(loop(text('New'), a), b));
    expect(inside).toEqual({ design: nested(text('New'), a, b), conflicts: [] });
  });

  test('applies identical changes once', () => {
    const found = merged(design(a, b), design(a, text('New'), b), design(a, text('New'), b, c));
    expect(found).toEqual({ design: design(a, text('New'), b, c), conflicts: [] });
  });

  test('moves blocks of a removed column to the last one', () => {
    const base = design(columns('1-1-1', column(a), column(b), column()));
    const mine = design(columns('1-2', column(a), column(b)));
    const theirs = design(columns('1-1-1', column(a), column(b), column(c)));
    expect(merged(base, mine, theirs)).toEqual({
      design: design(columns('1-2', column(a), column(b, c))),
      conflicts: [],
    });
  });

  test('keeps the identity of my unchanged objects and reports the changed ones', () => {
    const mine = design({ ...a }, { ...b });
    const carried: unknown[] = [];
    const found = mergeDesign({ base: design(a, c), mine, theirs: design(text('A!'), c) }, (from, to) =>
      carried.push([from, to]),
    );
    expect((found.design['blocks'] as unknown[])[1]).toBe((mine['blocks'] as unknown[])[1]);
    expect(carried).toEqual([[a, text('A!')]]);
  });
});

describe('a conflict', () => {
  test('keeps my version of a text that both changed, until resolved', () => {
    const found = merged(design(a, b), design(text('mine'), b), design(b, text('theirs')));
    expect(found.design).toEqual(design(b, text('mine')));
    expect(found.conflicts).toEqual([{ path: ['blocks', 1], key: ['html'], mine: 'mine', theirs: 'theirs' }]);
  });

  test('keeps a block that one side removed and the other changed', () => {
    const theirs = design(loop(a, text('B!')), c);
    expect(merged(design(loop(a, b), c), design(c), theirs)).toEqual({
      design: theirs,
      conflicts: [{ path: ['blocks', 0], key: [], mine: undefined, theirs: loop(a, text('B!')) }],
    });
  });

  test('arises if one side unwrapped a loop that the other changed, or removed all of it', () => {
    const changed = { ...loop(a, text('New')), source: 'variables.b' };
    expect(merged(design(loop(a), c), design(a, c), design(changed, c)).conflicts).toHaveLength(1);
    const theirs = design(loop(a, text('New')), c);
    expect(merged(design(loop(a), c), design(c), theirs)).toMatchObject({
      design: theirs,
      conflicts: [{ path: ['blocks', 0], key: [] }],
    });
  });

  test('keeps a block that one side removed and the other moved', () => {
    const found = merged(design(loop(a), b, c), design(loop(a, b), c), design(loop(a), c));
    expect(found).toEqual({
      design: design(loop(a, b), c),
      conflicts: [{ path: ['blocks', 0, 'blocks', 1], key: [], mine: b, theirs: undefined }],
    });
  });

  test('covers both sources of an image', () => {
    const image = (from: JsonObject) => design({ type: 'image', ...from });
    const found = merged(
      image({ url: 'https://a.example' }),
      image({ fileKey: 'k' }),
      image({ url: 'https://b.example' }),
    );
    expect(found.design).toEqual(image({ fileKey: 'k' }));
    expect(found.conflicts.map(({ key }) => key)).toEqual([['fileKey'], ['url']]);
  });

  test('arises between a shared header and its own blocks', () => {
    const base = { ...design(a), header: { blocks: [b] } } as JsonObject;
    const mine = { ...base, header: { preset: 'x' } };
    const theirs = { ...base, header: { blocks: [b, c] } } as JsonObject;
    const found = merged(base, mine, theirs);
    expect(found.design['header']).toEqual({ preset: 'x' });
    expect(found.conflicts).toEqual([
      { path: [], key: ['header'], mine: { preset: 'x' }, theirs: { blocks: [b, c] } },
    ]);
  });

  test('covers the whole design if the merge exceeds the email limits', () => {
    const many = (word: string) => Array.from({ length: 110 }, (_, i) => text(`${word} ${i}`));
    const [mine, theirs] = [design(a, ...many('m')), design(...many('t'), a)];
    expect(merged(design(a), mine, theirs)).toEqual({
      design: mine,
      conflicts: [{ path: [], key: [], mine, theirs }],
    });
  });

  test('covers the whole design if blocks would contain each other', () => {
    const [one, two] = [loop(a), { ...loop(b), source: 'variables.b' }];
    const mine = design({ ...one, blocks: [a, two] });
    const theirs = design({ ...two, blocks: [b, one] });
    expect(merged(design(one, two), mine, theirs).conflicts).toHaveLength(1);
  });
});

const long = (word: string, blocks: number, rows: number) =>
  design(
    ...Array.from({ length: blocks }, (_, i) => ({
      type: 'summary',
      rows: Array.from({ length: rows }, (_, j) => ({
        label: `${word} ${i} ${j}`,
        value: `${word}${i}${j}`,
      })),
    })),
  );

// At least twice the time it takes alone, because many test files run at once.
test.each([
  { blocks: 100, rows: 1, most: 100 },
  { blocks: 200, rows: 50, most: 400 },
])('merges $blocks blocks of $rows rows within the time limit', async ({ blocks, rows, most }) => {
  const three = {
    base: long('a', blocks, rows),
    mine: long('b', blocks, rows),
    theirs: long('c', blocks, rows),
  };
  mergeDesign(three);
  const { cpuMs } = await withCpu(async () => mergeDesign(three));
  expect(cpuMs).toBeLessThan(noMoreThan(most));
});
