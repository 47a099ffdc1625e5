import { expect, test } from 'vitest';
import { entriesOf } from '../model/blocks.rules.ts';
import { colorsIn, ratiosAt } from './colors.rules.ts';

const field = (name: string, fallback: string | null) => ({
  ...{ name, fallback, kind: 'color' as const, isRequired: false, isWhole: false, choices: [], fields: [] },
});
const global = [
  field('background', '#f3f4f6'),
  field('contentBackground', '#ffffff'),
  field('textColor', '#1f2933'),
  field('linkColor', '#1a5fb4'),
];

test('offers the colors of the design, most used first, but no texts that only look like one', () => {
  const heading = { type: 'heading', text: '#abc', color: '#8A3B00' };
  const design = {
    global: { linkColor: '#112233', textColor: 'red' },
    blocks: [heading, { ...heading, text: 'See #112233' }, { type: 'text', html: '#8a3b00 and so on' }],
    testVariables: { color: '#ffffff' },
  };
  expect(colorsIn(design)).toEqual(['#8a3b00', '#112233']);
  expect(colorsIn(design)).toBe(colorsIn(design));
});

const ratiosOf = (design: Parameters<typeof entriesOf>[0], name: string, at: number | null) => {
  const entries = entriesOf(design);
  return ratiosAt(design, name, { entries, global, entry: at === null ? null : (entries[at] ?? null) });
};

test('checks colors of the whole email, or the defaults where they are unset or incomplete', () => {
  const pale = ratiosOf({ global: { textColor: '#cccccc' }, blocks: [] }, 'textColor', null);
  expect(pale?.light).toBeLessThan(2);
  expect(ratiosOf({ blocks: [] }, 'textColor', null)?.light).toBeGreaterThan(10);
  // Incomplete colors are ignored.
  expect(ratiosOf({ global: { textColor: '#cc' }, blocks: [] }, 'textColor', null)?.light).toBeGreaterThan(
    10,
  );
});

test('checks a block on its own background, or that of its columns', () => {
  const heading = { type: 'heading', text: 'Hi', color: '#ffffff' };
  const columns = { type: 'columns', background: '#101010', columns: [{ blocks: [heading] }] };
  const design = { blocks: [heading, columns, { ...heading, background: '#101010' }] };
  expect(ratiosOf(design, 'color', 0)?.light).toBe(1);
  expect(ratiosOf(design, 'color', 2)?.light).toBeGreaterThan(15);
  expect(ratiosOf(design, 'background', 3)?.light).toBeGreaterThan(15);
});

test('ignores lines and checks labels on their button', () => {
  const button = { type: 'button', label: 'Go', url: 'https://a.test', fill: '#ffff00', color: '#ffffff' };
  const design = { blocks: [{ type: 'divider', color: '#eeeeee' }, button] };
  expect(ratiosOf(design, 'color', 0)).toBeNull();
  expect(ratiosOf(design, 'fill', 1)?.light).toBeLessThan(2);
  expect(ratiosOf(design, 'background', 1)).toBeNull();
});
