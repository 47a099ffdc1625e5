import type { Json, JsonObject } from 'outstep/kernel/json.ts';
import { expect, test } from 'vitest';
import { entriesOf } from '../editor/model/blocks.rules.ts';
import { compareBlocks, withPresets } from './compare-blocks.rules.ts';

const text = (html: string): JsonObject => ({ type: 'text', html });
const button = (label: string): JsonObject => ({ type: 'button', label });

/** What a block draws by itself, without nested blocks. */
const drawnContentOf = ({ type, html = '', label = '' }: JsonObject) =>
  type === 'columns' || type === 'conditional' ? '' : `${type}${html}${label}`;

const mail = (blocks: Json[], html = drawnContentOf) => {
  const design = { blocks };
  const entries = entriesOf(design);
  return { design, places: entries.map(({ path }) => path), htmls: entries.map(({ block }) => html(block)) };
};
const differencesBetween = (before: ReturnType<typeof mail>, after: ReturnType<typeof mail>) =>
  compareBlocks(before, after).map(({ how, block, at, isSeen }) => [
    how,
    block['html'] ?? block['label'] ?? block['type'],
    at.before,
    at.after,
    isSeen,
  ]);

const three = [text('One'), text('Two'), button('Three')];

test('finds exactly the blocks that look different', () => {
  expect(differencesBetween(mail(three), mail(structuredClone(three)))).toEqual([]);
  expect(differencesBetween(mail(three), mail(three.with(1, text('Two!'))))).toEqual([
    ['changed', 'Two!', 1, 1, true],
  ]);
});

test('a global style changes every affected block', () => {
  const red = mail(three, (block) => (block['type'] === 'button' ? 'red' : drawnContentOf(block)));
  expect(differencesBetween(mail(three), red)).toEqual([['changed', 'Three', 2, 2, true]]);
});

test('locates added and removed blocks after the preceding block', () => {
  const more = [text('Zero'), ...three.toSpliced(2, 0, { type: 'divider' })];
  expect(differencesBetween(mail(three), mail(more))).toEqual([
    ['added', 'Zero', null, 0, true],
    ['added', 'divider', 1, 3, true],
  ]);
  expect(differencesBetween(mail(more), mail(three))).toEqual([
    ['removed', 'Zero', 0, null, true],
    ['removed', 'divider', 3, 1, true],
  ]);
});

test('reports as few moved blocks as possible', () => {
  const [one, two, last] = three as [JsonObject, JsonObject, JsonObject];
  expect(differencesBetween(mail(three), mail([last, one, two]))).toEqual([['moved', 'Three', 2, 0, true]]);
  expect(differencesBetween(mail(three), mail([two, last, one]))).toEqual([['moved', 'One', 0, 2, true]]);
});

test('does not repeat changes that come with the surrounding block', () => {
  const columns = { type: 'columns', columns: [{ blocks: [text('A')] }, { blocks: [text('B')] }] };
  expect(differencesBetween(mail(three), mail([...three, columns]))).toEqual([
    ['added', 'columns', 2, 3, true],
  ]);
  const other = { ...columns, columns: [{ blocks: [text('A')] }, { blocks: [text('C')] }] };
  expect(differencesBetween(mail([columns]), mail([other]))).toEqual([['changed', 'C', 2, 2, true]]);
});

test('reports a changed block that neither email shows', () => {
  const hidden = (html: string) => [{ type: 'conditional', if: 'a', blocks: [text(html)] }];
  const nothing = () => '';
  expect(differencesBetween(mail(hidden('Old'), nothing), mail(hidden('New'), nothing))).toEqual([
    ['changed', 'New', 1, 1, false],
  ]);
  const named = [{ ...hidden('Old')[0], id: 'for-guests' } as JsonObject];
  expect(differencesBetween(mail(hidden('Old'), nothing), mail(named, nothing))).toEqual([]);
});

test('finds the blocks of presets at each place where the compiler puts them', () => {
  const part = { type: 'part', preset: 'p' };
  const design = { header: { preset: 'h' }, blocks: [part, part], testVariables: { preset: 'p' } };
  const filled = withPresets(design, { h: [text('Head')], p: [text('Part')] }) as {
    header: JsonObject;
    blocks: JsonObject[];
  };
  expect(filled).toEqual({
    ...{ header: { preset: [text('Head')] }, testVariables: { preset: 'p' } },
    blocks: [
      { type: 'part', preset: [text('Part')] },
      { type: 'part', preset: [text('Part')] },
    ],
  });
  expect(filled.blocks[0]?.['preset']).not.toBe(filled.blocks[1]?.['preset']);
  // A preset that is being edited may contain itself, and a deleted one has no blocks.
  expect(withPresets({ blocks: [part] }, { p: [part] })).toEqual({
    blocks: [{ type: 'part', preset: [part] }],
  });
  expect(withPresets({ blocks: [part] }, {})).toEqual({ blocks: [part] });
});

test('reports a change in a shared section at each use', () => {
  const places = [
    ['blocks', 0],
    ['blocks', 0, 'preset', 0],
    ['blocks', 1],
    ['blocks', 1, 'preset', 0],
  ];
  const drawn = (html: string) => ({
    design: withPresets(
      {
        blocks: [
          { type: 'part', preset: 'p' },
          { type: 'part', preset: 'p' },
        ],
      },
      { p: [text(html)] },
    ),
    ...{ places, htmls: ['', html, '', html] },
  });
  const changes = compareBlocks(drawn('Old'), drawn('New'));
  expect(changes.map(({ how, at }) => [how, at.before, at.after])).toEqual([
    ['changed', 1, 1],
    ['changed', 3, 3],
  ]);
});
