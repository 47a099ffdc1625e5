import { describe, expect, test } from 'vitest';
import { withCpu } from '../../../../test/harness/processes.ts';
import { noMoreThan } from '../../../../test/harness/size.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { partsOf } from './design-parts.rules.ts';
import { matchLanguages, matchParts } from './match-blocks.rules.ts';

const text = (html: string, more: JsonObject = {}): JsonObject => ({ type: 'text', html, ...more });
const button = (label: string, url: string): JsonObject => ({ type: 'button', label, url });
const design = (...blocks: JsonObject[]) => ({ blocks }) as never;

/** The previous path of each block in a design: `blocks.0 < blocks.1`. */
function matched(before: never, after: never, match = matchParts): string[] {
  const was = match(partsOf(before), partsOf(after));
  return [...was]
    .filter(([part]) => part.path.length > 0)
    .map(([part, old]) => `${part.path.join('.')} < ${old.path.join('.')}`)
    .sort();
}

describe('blocks of two designs', () => {
  test('with the same name match, whatever their content and position', () => {
    const before = design(text('A', { id: 'one' }), text('B', { id: 'two' }));
    const after = design(text('X', { id: 'two' }), text('Y', { id: 'one' }));
    expect(matched(before, after)).toEqual(['blocks.0 < blocks.1', 'blocks.1 < blocks.0']);
  });

  test('match regardless of duplicate names', () => {
    const before = design(text('A', { id: 'one' }), text('B', { id: 'one' }));
    const after = design(text('B', { id: 'one' }), text('A', { id: 'one' }));
    expect(matched(before, after)).toEqual(['blocks.0 < blocks.1', 'blocks.1 < blocks.0']);
  });

  test('with equal texts match despite another position and style', () => {
    const before = design(text('A'), text('B'), { type: 'divider' });
    const inside = { type: 'conditional', if: 'a', blocks: [text('A', { fontSize: 20 })] };
    expect(matched(before, design(text('B'), inside, { type: 'divider' }))).toEqual([
      'blocks.0 < blocks.1',
      'blocks.1.blocks.0 < blocks.0',
      'blocks.2 < blocks.2',
    ]);
  });

  test('with different texts match by similarity, in order, around insertions', () => {
    const before = design(text('A'), button('Buy', 'https://a.example'), button('See', 'https://b.example'));
    const after = design(
      ...[text('New'), text('A'), { type: 'spacer' }],
      ...[button('Look', 'https://b.example'), text('Later')],
    );
    expect(matched(before, after)).toEqual(['blocks.1 < blocks.0', 'blocks.3 < blocks.2']);
  });

  test('of different types never match', () => {
    expect(matched(design(text('A', { id: 'x' })), design({ type: 'html', html: 'A', id: 'x' }))).toEqual([]);
  });

  test('with another name but equal texts match, also in another language', () => {
    const [x, y] = [design(text('A', { id: 'x' })), design(text('A', { id: 'y' }))];
    expect(matched(x, y)).toEqual(['blocks.0 < blocks.0']);
    const other = design(text('B', { id: 'y' }));
    expect(matched(x, other)).toEqual([]);
    expect(matched(x, other, matchLanguages)).toEqual(['blocks.0 < blocks.0']);
  });

  test('that moved and changed in part match', () => {
    const rows = (...labels: string[]) => ({
      ...{ type: 'summary', rows: labels.map((label) => ({ label, value: label })) },
    });
    const column = (...blocks: JsonObject[]) => ({ blocks });
    const after = { type: 'columns', columns: [column(rows('Sum', 'Total, all in')), column()] };
    expect(matched(design(rows('Sum', 'Total')), design(after))).toEqual([
      'blocks.0.columns.0.blocks.0 < blocks.0',
      'blocks.0.columns.0.blocks.0.rows.0 < blocks.0.rows.0',
      'blocks.0.columns.0.blocks.0.rows.1 < blocks.0.rows.1',
    ]);
  });

  test('that swapped places and changed half of their text match', () => {
    const before = design(button('Buy', 'https://a.example'), button('See', 'https://b.example'));
    const after = design(button('Look', 'https://b.example'), button('Get', 'https://a.example'));
    expect(matched(before, after)).toEqual(['blocks.0 < blocks.1', 'blocks.1 < blocks.0']);
  });

  test('match their entries as blocks are matched', () => {
    const menu = (...labels: string[]) => ({
      ...{ type: 'menu', items: labels.map((label) => ({ label, url: `https://x.example/${label}` })) },
    });
    expect(matched(design(menu('a', 'b')), design(menu('new', 'a', 'b')))).toEqual([
      'blocks.0 < blocks.0',
      'blocks.0.items.1 < blocks.0.items.0',
      'blocks.0.items.2 < blocks.0.items.1',
    ]);
  });
});

const large = (word: string, rows: number, shift = 0) =>
  design(
    ...Array.from({ length: 200 }, (_, i) => ({
      type: 'summary',
      rows: Array.from({ length: rows }, (_, j) => ({
        label: `${word} ${i} ${j + shift}`,
        value: `${word}${i}${j + shift}`,
      })),
    })),
  );

test.each([9, 50])(
  'compares designs of 200 times %d rows with nothing in common within the time limit',
  async (rows) => {
    const { cpuMs } = await withCpu(async () => matched(large('a', rows), large('b', rows)));
    expect(cpuMs).toBeLessThan(noMoreThan(1000));
  },
);

test('compares a design larger than any email position by position', () => {
  const found = matched(large('a', 50), large('a', 50, 1));
  expect(found).toHaveLength(200 * 51);
  expect(found).toContain('blocks.7.rows.3 < blocks.7.rows.3');
});
