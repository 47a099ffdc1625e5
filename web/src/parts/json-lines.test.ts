import { expect, test } from 'vitest';
import { jsonLines, lineOf } from './json-lines.ts';

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

test('every value has the line on which it begins', () => {
  const { lines, fault } = jsonLines(design);
  expect(fault).toBeNull();
  const written = design.split('\n');
  const on = (path: string) => written[(lines.get(path) ?? 0) - 1]?.trim();
  expect(on('blocks')).toBe('"blocks": [');
  expect(on('blocks[0].html')).toMatch(/^"html"/);
  expect(on('blocks[1]')).toBe('{');
  expect(on('blocks[1].height')).toBe('"height": -1500');
  expect(on('footer')).toBe('"footer": null');
});

test('a field that is missing has the line of what it is missing in', () => {
  const { lines } = jsonLines(design);
  expect(lineOf(lines, 'blocks[1].url')).toBe(lines.get('blocks[1]'));
  expect(lineOf(lines, 'blocks[9].items[2].url')).toBe(lines.get('blocks'));
  expect(lineOf(lines, 'header.blocks')).toBe(1);
});

test.each([
  ['{\n  "a": 1,\n}', 3],
  ['{\n  "a": "b\n"}', 2],
  ['{"a": 1}\n\nx', 3],
  ["{\n'a': 1}", 2],
  ['[1,\n02]', 2],
  ['', 1],
  ['['.repeat(100_000), 1],
])('the line of the fault in %j', (text, line) => {
  expect(jsonLines(text).fault).toBe(line);
});

test.each(['{}', '[]', ' "x" ', '-0.5', 'null', '{"a":{"b":[[],{}]}}'])('no fault in %s', (text) => {
  expect(jsonLines(text).fault).toBeNull();
});
