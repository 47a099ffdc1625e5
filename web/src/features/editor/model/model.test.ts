import fc from 'fast-check';
import { problemsOfSize } from 'outstep/features/rendering/design/design-caps.schema.ts';
import type { Json, JsonObject } from 'outstep/kernel/json.ts';
import { describe, expect, test } from 'vitest';
import { reuseEqualParts } from './adopt.rules.ts';
import { entriesOf } from './blocks.rules.ts';
import { blocksIn, copiedText, pasteBlocks } from './clipboard.rules.ts';
import {
  duplicateBlock,
  type InsertionPoint,
  insertBlock,
  moveBlock,
  moveTargetsFor,
  removeBlock,
  setMember,
  setRatio,
  stepBlock,
} from './commands.rules.ts';
import { beginHistory, type DesignChange, type History, record, redo, undo } from './history.rules.ts';
import { valueAt } from './patches.rules.ts';
import { joinTexts, unwrapBlock, wrapBlock, wrappers } from './wrap.rules.ts';

const leaf = fc.record(
  {
    type: fc.constantFrom('heading', 'text', 'divider', 'attachment'),
    id: fc.constantFrom('a', 'b'),
    text: fc.string({ maxLength: 5 }),
    padding: fc.record({ top: fc.nat(20), '7': fc.nat(3) }, { requiredKeys: [] }),
    __proto__: fc.constant(null),
  },
  { requiredKeys: ['type'] },
);
const { tree } = fc.letrec<{ tree: unknown[] }>((tie) => ({
  tree: fc.array(
    fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      leaf.map((block) => ({ ...block })),
      fc.record({ type: fc.constant('loop'), blocks: tie('tree') }),
      fc.record({ type: fc.constant('conditional'), blocks: tie('tree'), else: tie('tree') }),
      fc.record({
        type: fc.constant('columns'),
        columns: fc.tuple(fc.record({ blocks: tie('tree') }), fc.record({ blocks: tie('tree') })),
      }),
    ),
    { maxLength: 3 },
  ),
}));
const designs = fc
  .record(
    {
      global: fc.record({ width: fc.nat(900) }, { requiredKeys: [] }),
      blocks: tree,
      header: fc.oneof(fc.constant(null), fc.record({ blocks: tree }), fc.constant({ preset: 'x' })),
      footer: fc.record({ blocks: tree }),
      ob: fc.string(),
    },
    { requiredKeys: ['blocks'] },
  )
  .map((design) => JSON.parse(JSON.stringify(design)) as JsonObject)
  .filter((design) => problemsOfSize(design).length === 0);

/** Performs an operation chosen by three numbers. */
function act(
  design: JsonObject,
  [what, which, where]: readonly [number, number, number],
): DesignChange | null {
  const entries = entriesOf(design);
  const entry = entries[which % Math.max(1, entries.length)];
  if (!entry && (what === 3 || what === 4)) return null;
  if (!entry || what === 0) return insertBlock(design, { list: ['blocks'], index: 0 }, { type: 'divider' });
  if (what === 1) return removeBlock(design, entry);
  if (what === 2) return duplicateBlock(design, entry);
  if (what === 3) {
    const places = moveTargetsFor(design, entry);
    const place = places[where % Math.max(1, places.length)];
    return place ? moveBlock(design, entry, place) : null;
  }
  if (what === 4) return stepBlock(design, entry, (['up', 'down', 'in', 'out'] as const)[where % 4] ?? 'up');
  if (what === 5) return setMember(design, [...entry.path, 'text'], `said ${where}`, 'said 0');
  if (what === 6) return setMember(design, [...entry.path, 'padding', 'top'], where % 3 || undefined, 10);
  if (what === 7) return setMember(design, ['global', 'width'], 600 + (where % 2), 600);
  const list = (['header', 'footer'] as const)[where % 2] ?? 'header';
  if (what === 8) return insertBlock(design, { list: [list, 'blocks'], index: 0 }, { type: 'logo' });
  if (what === 10) return wrapBlock(design, entry, wrappers[where % 3] ?? 'loop');
  if (what === 11) return unwrapBlock(design, entry);
  if (what === 12) return joinTexts(design, entry);
  if (what === 13) {
    const copied = blocksIn(copiedText(entry.block));
    return pasteBlocks(design, { list: entry.list, index: entry.index + (where % 2) }, [
      ...copied,
      ...copied,
    ]);
  }
  return setRatio(design, entry, ['1-1', '1-1-1', '1-2', '1-1-1-1'][where % 4] ?? '1-1');
}
const acts = fc.array(fc.tuple(fc.nat(13), fc.nat(40), fc.nat(40)), { maxLength: 60 });

/** A shared header has no blocks in the design to add to. */
const isPossible = (design: JsonObject, [what, , where]: readonly [number, number, number]) =>
  what !== 8 || where % 2 === 1 || !JSON.stringify(design['header'] ?? null).includes('preset');

function played(design: JsonObject, done: readonly (readonly [number, number, number])[], gap: number) {
  let history = beginHistory(design);
  const states: History[] = [history];
  for (const [i, one] of done.entries()) {
    const change = isPossible(history.state, one) ? act(history.state, one) : null;
    if (!change || change.patches.length === 0) continue;
    history = record(history, change, i * gap);
    states.push(history);
  }
  return { history, states };
}
const text = (value: Json) => JSON.stringify(value);
/** `npm run check:nightly` runs ten times as many. */
const runs = import.meta.env['OUTSTEP_TEST_SIZE'] === 'full' ? 1000 : 100;

test('a block can move exactly to the offered places', () => {
  fc.assert(
    fc.property(designs, fc.nat(20), (design, which) => {
      const entries = entriesOf(design);
      const entry = entries[which % Math.max(1, entries.length)];
      if (!entry) return;
      const lists = new Map(entries.map(({ list }) => [text([...list]), list]));
      const offered = moveTargetsFor(design, entry);
      const isOffered = (place: InsertionPoint) =>
        offered.some((each) => text([...each.list, each.index]) === text([...place.list, place.index]));
      for (const list of lists.values())
        for (let index = 0; index <= (valueAt(design, list) as Json[]).length; index++)
          expect(isOffered({ list, index })).toBe(moveBlock(design, entry, { list, index }) !== null);
      for (const place of offered) expect(moveBlock(design, entry, place)).not.toBeNull();
    }),
    { numRuns: runs },
  );
});

describe('any sequence of commands', () => {
  test('is undone and redone step by step, byte for byte, with its selection', () => {
    fc.assert(
      fc.property(designs, acts, (design, done) => {
        const before = text(design);
        const { history, states } = played(design, done, 5000);
        let back = history;
        for (const { state, selection } of states.toReversed().slice(1)) {
          back = undo(back);
          if (text(back.state) !== text(state)) expect(back.state).toEqual(state);
          if (back.selection !== selection) expect(back.selection).toBe(selection);
        }
        expect(text(back.state)).toBe(before);
        expect(text(design)).toBe(before);
        for (const { state } of states.slice(1)) {
          back = redo(back);
          if (text(back.state) !== text(state)) expect(back.state).toEqual(state);
        }
        expect(redo(back)).toBe(back);
      }),
      { numRuns: runs },
    );
  });

  test('is also undone when quick steps were grouped', () => {
    fc.assert(
      fc.property(designs, acts, (design, done) => {
        const { history } = played(design, done, 1);
        let back = history;
        for (let i = 0; i < 100; i++) back = undo(back);
        expect(text(back.state)).toBe(text(design));
        for (let i = 0; i < 100; i++) back = redo(back);
        expect(text(back.state)).toBe(text(history.state));
      }),
      { numRuns: runs },
    );
  });

  test('a change that ends typing belongs to its step; a choice in a form is a separate step', () => {
    const put = (value: string, more: Partial<DesignChange>) => ({
      ...{ label: 'write', patches: [{ kind: 'put', path: ['a'], value } as const] },
      ...more,
    });
    const typing = 'a';
    const typed = record(beginHistory({ a: '' }), put('{{', { typing }), 0);
    const picked = record(typed, put('{{ x }}', { typing, endsTyping: true }), 60_000);
    const chosen = record(picked, put('{{ x | default: 1 }}', {}), 60_001);
    expect(undo(chosen).state).toEqual({ a: '{{ x }}' });
    expect(undo(undo(chosen)).state).toEqual({ a: '' });
    expect(undo(record(typed, put('{{ x', { typing }), 60_000)).state).toEqual({ a: '{{' });
  });

  test('moves neither lose nor create blocks', () => {
    const moves = fc.array(fc.tuple(fc.constantFrom(3, 4), fc.nat(40), fc.nat(40)), { maxLength: 30 });
    const keysOf = (of: JsonObject) =>
      entriesOf(of)
        .map(({ key }) => key)
        .sort()
        .join();
    fc.assert(
      fc.property(designs, moves, (design, done) => {
        const before = keysOf(design);
        for (const { state } of played(design, done, 5000).states)
          if (keysOf(state) !== before) expect(keysOf(state)).toBe(before);
      }),
      { numRuns: runs },
    );
  });

  test('remains within the compiler’s limits, with unique block keys', () => {
    fc.assert(
      fc.property(designs, acts, (design, done) => {
        for (const { state } of played(design, done, 5000).states) {
          const keys = entriesOf(state).map(({ key }) => key);
          if (problemsOfSize(state).length > 0 || new Set(keys).size !== keys.length)
            expect({ state, problems: problemsOfSize(state), keys }).toBeNull();
        }
      }),
      { numRuns: runs },
    );
  });
});

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

describe('a command', () => {
  test('changes only its target: other members keep their order and identity', () => {
    const before = design();
    const change = setMember(before, [...entry(before, 'heading').path, 'level'], 3, 2);
    const { state } = record(beginHistory(before), change as DesignChange, 0);
    expect(text(state)).toBe(text(before).replace('"level":1', '"level":3'));
    expect((state['blocks'] as Json[])[1]).toBe((before['blocks'] as Json[])[1]);
    expect(entry(state, 'heading').key).toBe(entry(before, 'heading').key);
  });

  test('removes a member that is set to its default, and the object if it becomes empty', () => {
    const before: JsonObject = { blocks: [{ type: 'text', padding: { top: 3 }, html: '' }] };
    const change = setMember(before, ['blocks', 0, 'padding', 'top'], 10, 10) as DesignChange;
    expect(text(record(beginHistory(before), change, 0).state)).toBe(
      '{"blocks":[{"type":"text","html":""}]}',
    );
    expect(setMember(before, ['blocks', 0, 'padding', 'bottom'], 10, 10)).toBeNull();
  });

  test('rejects attachments in loops, a block in itself and columns in columns', () => {
    const of = design();
    expect(stepBlock(of, entry(of, 'attachment'), 'in')).toBeNull();
    expect(moveBlock(of, entry(of, 'loop'), { list: ['blocks', 1, 'blocks'], index: 0 })).toBeNull();
    const columns: JsonObject = { type: 'columns', columns: [{ blocks: [] }, { blocks: [] }] };
    const nested: JsonObject = { blocks: [columns, structuredClone(columns)] };
    const second = entriesOf(nested)[1];
    expect(second && stepBlock(nested, second, 'in')).toBeNull();
  });

  test('moves a block into and out of the block above and keeps it selected', () => {
    const of = design();
    const heading = entry(of, 'heading');
    const down = record(beginHistory(of), stepBlock(of, heading, 'down') as DesignChange, 0);
    const into = stepBlock(down.state, entry(down.state, 'heading'), 'in') as DesignChange;
    const inside = record(down, into, 0);
    expect(entry(inside.state, 'heading').path).toEqual(['blocks', 0, 'blocks', 1]);
    expect(inside.selection).toBe(heading.key);
    const out = stepBlock(inside.state, entry(inside.state, 'heading'), 'out') as DesignChange;
    expect(entry(record(inside, out, 0).state, 'heading').path).toEqual(['blocks', 1]);
  });

  test('removing a block selects the next one; a copy has no name', () => {
    const of = design();
    expect(removeBlock(of, entry(of, 'heading')).selection).toBe(entry(of, 'loop').key);
    const { state } = record(beginHistory(of), duplicateBlock(of, entry(of, 'heading')) as DesignChange, 0);
    expect((state['blocks'] as Json[])[1]).toEqual({ type: 'heading', text: 'One', level: 1 });
  });

  test('fewer columns keep every block', () => {
    const block = (id: string) => ({ blocks: [{ type: 'text', id }] });
    const of: JsonObject = {
      blocks: [{ type: 'columns', ratio: '1-1-1', columns: [block('a'), block('b'), block('c')] }],
    };
    const change = setRatio(of, entry(of, 'columns'), '1-2') as DesignChange;
    const { state } = record(beginHistory(of), change, 0);
    expect(state['blocks']).toEqual([
      {
        type: 'columns',
        ratio: '1-2',
        columns: [block('a'), { blocks: [...block('b').blocks, ...block('c').blocks] }],
      },
    ]);
  });
});

describe('a design edited as code', () => {
  test('is exactly the code, byte for byte', () => {
    fc.assert(
      fc.property(designs, designs, (before, after) => {
        expect(text(reuseEqualParts(before, after))).toBe(text(after));
      }),
    );
  });

  test('keeps block identity: equal blocks, then same name, then same type', () => {
    const before = design();
    const written = JSON.parse(text(before)) as { blocks: JsonObject[] };
    const [heading, loop] = written.blocks as [JsonObject, JsonObject];
    heading['text'] = 'Another';
    const after = reuseEqualParts(before, { blocks: [{ type: 'divider' }, loop, heading] }) as JsonObject;
    expect(entry(after, 'heading').key).toBe(entry(before, 'heading').key);
    expect(entry(after, 'loop').block).toBe(entry(before, 'loop').block);
  });
});
