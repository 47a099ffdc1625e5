import type { Json, JsonObject } from 'outstep/kernel/json.ts';
import { describe, expect, test } from 'vitest';
import { type BlockEntry, entriesOf } from './blocks.rules.ts';
import { blocksIn, copiedText, pasteBlocks } from './clipboard.rules.ts';
import { conditionsOf, withForced } from './forced.rules.ts';
import { beginHistory, type DesignChange, record, undo } from './history.rules.ts';
import {
  insertBelowText,
  joinTexts,
  repeatBlock,
  splitText,
  unwrapBlock,
  wrapBlock,
  wrappers,
} from './wrap.rules.ts';

const design = (): JsonObject => ({
  blocks: [
    { type: 'heading', id: 'top', text: 'One', level: 1 },
    { type: 'loop', source: 'variables.a', blocks: [{ type: 'text', html: '<p>Two</p>' }] },
    { type: 'attachment', filename: 'a', url: 'https://a.test' },
  ],
});
const entry = (of: JsonObject, type: string) => {
  const found = entriesOf(of).find((each) => each.type === type);
  if (!found) throw new Error(type);
  return found;
};
const text = (value: Json) => JSON.stringify(value);

describe('wrapping and unwrapping blocks', () => {
  test('wraps a block in a loop, a condition or columns, and unwraps it unchanged', () => {
    const of = design();
    const heading = entry(of, 'heading');
    for (const wrapper of wrappers) {
      const wrapped = record(beginHistory(of), wrapBlock(of, heading, wrapper) as DesignChange, 0);
      const around = entriesOf(wrapped.state)[0];
      expect(around).toMatchObject({ type: wrapper, key: wrapped.selection });
      expect(entry(wrapped.state, 'heading')).toMatchObject({ key: heading.key, depth: 1 });
      const out = around && record(wrapped, unwrapBlock(wrapped.state, around) as DesignChange, 0);
      expect(text(out?.state ?? null)).toBe(text(of));
      expect(out?.selection).toBe(heading.key);
    }
    // An attachment cannot be repeated.
    expect(wrapBlock(of, entry(of, 'attachment'), 'loop')).toBeNull();
    expect(unwrapBlock(of, heading)).toBeNull();
  });

  test('keeps the "otherwise" blocks when a condition is ungrouped', () => {
    const one = (id: string) => ({ type: 'text', id, html: '' });
    const of: JsonObject = {
      blocks: [{ type: 'conditional', if: 'a', blocks: [one('yes')], else: [one('no')] }, one('after')],
    };
    const change = unwrapBlock(of, entry(of, 'conditional')) as DesignChange;
    expect(record(beginHistory(of), change, 0).state['blocks']).toEqual([
      one('yes'),
      one('no'),
      one('after'),
    ]);
  });

  test('splits a text into two with equal styles and joins them; each is one undo step', () => {
    const of: JsonObject = { blocks: [{ type: 'text', id: 'a', html: '<p>a</p><p>b</p>', fontSize: 12 }] };
    const split = record(
      beginHistory(of),
      splitText(of, entry(of, 'text'), '<p>a</p>', '<p>b</p>') as DesignChange,
      0,
    );
    expect(split.state['blocks']).toEqual([
      { type: 'text', id: 'a', html: '<p>a</p>', fontSize: 12 },
      { type: 'text', html: '<p>b</p>', fontSize: 12 },
    ]);
    expect(split.selection).toBe(entriesOf(split.state)[1]?.key);
    expect(text(undo(split).state)).toBe(text(of));
    const joined = joinTexts(split.state, entry(split.state, 'text')) as DesignChange;
    expect(text(record(split, joined, 0).state)).toBe(text(of));
    expect(splitText(design(), entry(design(), 'heading'), 'a', 'b')).toBeNull();
  });

  test('repeats a block for a list with an entry name that shadows no other', () => {
    const of: JsonObject = { blocks: [{ type: 'text', html: 'a' }] };
    const one = entry(of, 'text');
    const { state, selection } = record(
      beginHistory(of),
      repeatBlock(of, one, 'variables.a', []) as DesignChange,
      0,
    );
    expect(state['blocks']).toEqual([{ type: 'loop', source: 'variables.a', blocks: [one.block] }]);
    expect(selection).toBe(one.key);
    const inner = record(
      beginHistory(state),
      repeatBlock(state, entry(state, 'text'), 'item.b', ['item']) as DesignChange,
      0,
    );
    expect(entry(inner.state, 'text').depth).toBe(2);
    expect(entriesOf(inner.state)[1]?.block).toMatchObject({ source: 'item.b', as: 'entry' });
    expect(repeatBlock(design(), entry(design(), 'attachment'), 'variables.a', [])).toBeNull();
  });

  test('merges a text only with the text below', () => {
    const of: JsonObject = {
      blocks: [
        { type: 'text', html: '<p>a</p>', fontSize: 12 },
        { type: 'text', html: '<p>b</p>' },
        { type: 'divider' },
      ],
    };
    const [first, second] = entriesOf(of);
    const change = first && joinTexts(of, first);
    expect(change && record(beginHistory(of), change, 0).state['blocks']).toEqual([
      { type: 'text', html: '<p>a</p><p>b</p>', fontSize: 12 },
      { type: 'divider' },
    ]);
    expect(second && joinTexts(of, second)).toBeNull();
  });
});

describe('copied blocks', () => {
  test('are text that any layout accepts: one block, several, or a whole design', () => {
    const of = design();
    const { block } = entry(of, 'loop');
    expect(blocksIn(copiedText(block))).toEqual([block]);
    expect(blocksIn(text(of))).toEqual(of['blocks']);
    expect(blocksIn(text([block, block]))).toEqual([block, block]);
  });

  test.each(['', 'Hello', '{', '{"a":1}', '[1]', '[{"type":1}]', 'null', '{"blocks":[{"type":"text"},2]}'])(
    'ignores other text: %s',
    (other) => expect(blocksIn(other)).toEqual([]),
  );

  test('keep unique names, and are rejected where they are not allowed', () => {
    const of = design();
    const { block } = entry(of, 'heading');
    const place = { list: ['blocks'], index: 1 };
    const pasted = (into: JsonObject) =>
      record(beginHistory(into), pasteBlocks(into, place, [block]) as DesignChange, 0).state[
        'blocks'
      ] as JsonObject[];
    expect(pasted(of)[1]).toEqual({ type: 'heading', text: 'One', level: 1 });
    expect(pasted({ blocks: [{ type: 'divider' }] })[1]).toEqual(block);
    const { block: file } = entry(of, 'attachment');
    expect(pasteBlocks(of, { list: ['blocks', 1, 'blocks'], index: 0 }, [file])).toBeNull();
  });
});

test('forcing conditions affects the preview only', () => {
  const of: JsonObject = {
    blocks: [
      { type: 'text', html: '', showIf: 'variables.a' },
      { type: 'conditional', if: 'variables.b', blocks: [], else: [] },
      { type: 'divider' },
    ],
  };
  const entries = entriesOf(of);
  const [shown, branch] = entries;
  const forced = new Map([
    [shown?.key ?? '', true],
    [branch?.key ?? '', false],
  ]);
  const looked = withForced(of, entries, forced);
  expect(looked['blocks']).toMatchObject([{ showIf: 'true' }, { if: 'false' }, { type: 'divider' }]);
  expect(entriesOf(looked).map(({ key }) => key)).toEqual(entries.map(({ key }) => key));
  expect(of['blocks']).toMatchObject([{ showIf: 'variables.a' }, { if: 'variables.b' }, {}]);
  expect(withForced(of, entries, new Map())).toBe(of);
  expect(entries.map(({ block }) => conditionsOf(block))).toEqual([['showIf'], ['if'], []]);
});

test('inserts a block below a text and keeps the typed text, as one step', () => {
  const state: JsonObject = { blocks: [{ type: 'text', html: 'Old {{' }, { type: 'divider' }] };
  const one = entriesOf(state)[0] as BlockEntry;
  const items = { type: 'items', source: 'variables.lines' };
  const change = insertBelowText(
    state,
    one,
    { path: [...one.path, 'html'], value: 'New' },
    items,
  ) as DesignChange;
  const before = { ...beginHistory(state), selection: one.key };
  const after = record(before, change, 0);
  expect(after.state).toEqual({ blocks: [{ type: 'text', html: 'New' }, items, { type: 'divider' }] });
  expect([after.steps.length, after.selection]).toEqual([1, one.key]);
  expect(undo(after).state).toEqual(state);
  const full: JsonObject = { blocks: Array.from({ length: 200 }, () => ({ type: 'text', html: 'A' })) };
  const last = entriesOf(full)[0] as BlockEntry;
  expect(insertBelowText(full, last, { path: [...last.path, 'html'], value: 'B' }, items)).toBeNull();
});
