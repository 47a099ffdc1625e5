import { expect, test } from 'vitest';
import { locateJsonValues, offsetOfField } from './json-locations.ts';

const design = JSON.stringify(
  {
    blocks: [
      { type: 'text', html: '<p>"a" \\ b\n</p>' },
      { type: 'spacer', height: -1.5e3 },
    ],
    footer: null,
  },
  null,
  2,
);
const lineOf = (text: string, at: number) => text.slice(0, at).split('\n').length;

test('locates the start of every value', () => {
  const { places, fault } = locateJsonValues(design);
  expect(fault).toBeNull();
  const on = (path: string) => design.slice(places.get(path)).split('\n')[0];
  expect(on('blocks')).toBe('[');
  expect(on('blocks[0].html')).toMatch(/^"<p>/);
  expect(on('blocks[1]')).toBe('{');
  expect(on('blocks[1].height')).toBe('-1500');
  expect(on('footer')).toBe('null');
});

test('locates a missing field at its parent', () => {
  const { places } = locateJsonValues(design);
  expect(offsetOfField(places, 'blocks[1].url')).toBe(places.get('blocks[1]'));
  expect(offsetOfField(places, 'blocks[9].items[2].url')).toBe(places.get('blocks'));
  expect(offsetOfField(places, 'header.blocks')).toBe(0);
});

test.each([
  ['{\n  "a": 1,\n}', 3],
  ['{\n  "a": "b\n"}', 2],
  ['{"a": 1}\n\nx', 3],
  ["{\n'a': 1}", 2],
  ['[1,\n02]', 2],
  ['', 1],
  ['['.repeat(100_000), 1],
])('finds the line of the error in %.20j', (text, line) => {
  const { fault } = locateJsonValues(text);
  expect(lineOf(text, fault ?? -1)).toBe(line);
});

test.each(['{}', '[]', ' "x" ', '-0.5', 'null', '{"a":{"b":[[],{}]}}'])('finds no error in %s', (text) => {
  expect(locateJsonValues(text).fault).toBeNull();
});
